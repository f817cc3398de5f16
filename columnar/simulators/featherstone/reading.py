"""`state`: where articulations are."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from columnar.dynamics import Articulation
from columnar.dynamics import MotionKind as StepKind
from columnar.geometry import rotated
from columnar.simulators.featherstone.model import FeatherstoneModel
from columnar.simulators.mechanism import Mechanism, MotionKind, rotation_vectors, turns
from columnar.simulators.protocol import State

__all__ = ["state"]

Doubles = npt.NDArray[np.float64]


def state(model: FeatherstoneModel) -> State:
    """Where everything is now; bodies of no articulation stay as drawn, coordinates of no articulation are NaN."""
    bodies, pose = model.mechanism.bodies, model.mechanism.bodies.pose
    place = {name: row for row, name in enumerate(bodies.paths)}
    positions, velocities, accelerations = np.full((3, len(model.names.coordinates)), np.nan)
    linear, angular = np.zeros((2, len(bodies), 3))
    body_positions, body_rotations = np.array(pose.position), np.array(pose.rotation)
    index = _coordinates_by_path(model)
    for articulation in model.articulations:
        rows = [place[name] for name in articulation.tree.link_names]
        found = articulation.link_poses()
        body_positions[rows], body_rotations[rows] = found.position[0], found.rotation[0]
        rates = articulation.link_velocities()[0]
        angular[rows], linear[rows] = rates[:, :3], rates[:, 3:]
        change = articulation.momentary_accelerations()[0]
        for path, coordinates, dofs, ball in _joints(articulation):
            at = index.get(path, np.zeros(0, np.int64))
            values = _values(articulation.positions[0][coordinates], ball)
            if len(at) == len(values):
                positions[at], velocities[at] = values, articulation.velocities[0][dofs]
                accelerations[at] = change[dofs]
    _turn_balls(model.mechanism, positions, velocities, accelerations)
    return State(
        time=model.articulations[0].time if model.articulations else 0.0,
        positions=positions,
        velocities=velocities,
        accelerations=accelerations,
        body_positions=body_positions,
        body_rotations=body_rotations,
        body_velocities=linear,
        body_angular_velocities=angular,
    )


def _turn_balls(mechanism: Mechanism, *values: Doubles) -> None:
    """Count balls from side 0 to side 1 where the tree runs the other way: undone, and seen from the other side."""
    motions = mechanism.motions
    ball = motions.kind == MotionKind.BALL
    sizes = np.where(ball, 3, 1)
    first = 6 * int(mechanism.tree.free.sum()) + np.cumsum(sizes) - sizes
    place = first[ball & (motions.sign < 0)][:, None] + np.arange(3)
    vectors, *rates = values
    turn = turns(vectors[place])
    for rate in rates:
        rate[place] = -rotated(turn, rate[place])
    vectors[place] = -vectors[place]


def _coordinates_by_path(model: FeatherstoneModel) -> dict[str, npt.NDArray[np.int64]]:
    found: dict[str, list[int]] = {}
    for place, name in enumerate(model.names.coordinates):
        found.setdefault(name.path, []).append(place)
    return {path: np.array(places, np.int64) for path, places in found.items()}


def _joints(articulation: Articulation) -> Iterator[tuple[str, slice, slice, int]]:
    """Names, coordinates and degrees of freedom, and the step that is a ball, -1 for none."""
    tree = articulation.tree
    for place, name in enumerate(tree.joint_names):
        coordinates = slice(int(tree.joint_coordinates[place]), int(tree.joint_coordinates[place + 1]))
        kinds = [step.kind for step in tree.rows[place].steps]
        ball = kinds.index(StepKind.BALL) if StepKind.BALL in kinds else -1
        yield name, coordinates, slice(int(tree.joint_dofs[place]), int(tree.joint_dofs[place + 1])), ball


def _values(coordinates: Doubles, first: int) -> Doubles:
    """Coordinates with the quaternion of a ball that begins at `first`, if there is one, as a rotation vector."""
    if first < 0:
        return coordinates
    vector = rotation_vectors(coordinates[None, first : first + 4])[0]
    return np.concatenate([coordinates[:first], vector, coordinates[first + 4 :]])
