"""Both engines put into one state, given by the coordinates that `State` has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.dynamics import MotionKind as StepKind
from columnar.geometry import rotated
from columnar.simulators import import_engine
from columnar.simulators.mechanism import MotionKind, turns
from tests.parity_agreement.pair import Pair

__all__ = ["place"]

Doubles = npt.NDArray[np.float64]

_WXYZ = [3, 0, 1, 2]
_BACK = np.array([-1.0, -1.0, -1.0, 1.0])


def place(pair: Pair, positions: Doubles, velocities: Doubles) -> None:
    """Put both models there; bodies of no articulation in MuJoCo alone."""
    _place_theirs(pair.theirs, positions, velocities)
    _place_ours(pair.ours, positions, velocities)


def _place_theirs(model: Any, positions: Doubles, velocities: Doubles) -> None:
    data, length, layout = model.data, model.length, model.layout
    for at, rate, first in layout.free_at.tolist():
        data.qpos[at : at + 3] = positions[first : first + 3] * length
        data.qpos[at + 3 : at + 7] = turns(positions[first + 3 : first + 6])[_WXYZ]
        data.qvel[rate : rate + 3] = velocities[first : first + 3] * length
        data.qvel[rate + 3 : rate + 6] = velocities[first + 3 : first + 6]
    single = layout.single_at
    unit = np.where(model.mechanism.motions.kind[layout.single] == MotionKind.SLIDE, length, 1.0)
    data.qpos[single[:, 0]] = positions[single[:, 2]] * unit
    data.qvel[single[:, 1]] = velocities[single[:, 2]] * unit
    motions = model.mechanism.motions
    for motion, (at, rate, first) in zip(layout.ball.tolist(), layout.ball_at.tolist(), strict=True):
        # MuJoCo has balls along the body's axes, turning the child against its parent.
        frame = model.mechanism.tree.inner.rotation[motions.body[motion]]
        turn, spin = _from_parent(positions[first : first + 3], velocities[first : first + 3], motions.sign[motion])
        data.qpos[at : at + 4] = turns(rotated(frame, turn))[_WXYZ]
        data.qvel[rate : rate + 3] = rotated(frame, spin)
    import_engine("mujoco").mj_forward(model.model, data)


def _place_ours(model: Any, positions: Doubles, velocities: Doubles) -> None:
    places: dict[str, list[int]] = {}
    for row, name in enumerate(model.names.coordinates):
        places.setdefault(name.path, []).append(row)
    motions = model.mechanism.motions
    backward = {model.mechanism.joint_paths[joint] for joint in motions.joint[motions.sign < 0].tolist()}
    for articulation in model.articulations:
        state = np.array(articulation.positions[0]), np.array(articulation.velocities[0])
        for name, coordinates, dofs, ball in _joints(articulation):
            rows = places.get(name, [])
            if rows:
                values = _joint_state(positions[rows], velocities[rows], ball, backward=name in backward)
                state[0][coordinates], state[1][dofs] = values
        articulation.set_state(*state)


def _joints(articulation: Any) -> Iterator[tuple[str, slice, slice, int]]:
    tree = articulation.tree
    for place, name in enumerate(tree.joint_names):
        kinds = [step.kind for step in tree.rows[place].steps]
        coordinates, dofs = (
            slice(int(part[place]), int(part[place + 1])) for part in (tree.joint_coordinates, tree.joint_dofs)
        )
        yield name, coordinates, dofs, kinds.index(StepKind.BALL) if StepKind.BALL in kinds else -1


def _joint_state(positions: Doubles, velocities: Doubles, ball: int, *, backward: bool) -> tuple[Doubles, Doubles]:
    """Coordinates with a quaternion for the ball, if there is one, and velocities."""
    if ball < 0:
        return positions, velocities
    lanes = slice(ball, ball + 3)
    turn, spin = _from_parent(positions[lanes], velocities[lanes], -1.0 if backward else 1.0)
    found = np.concatenate([positions[:ball], turns(turn), positions[ball + 3 :]])
    return found, np.concatenate([velocities[:ball], spin, velocities[ball + 3 :]])


def _from_parent(turn: Doubles, spin: Doubles, sign: float) -> tuple[Doubles, Doubles]:
    """A turn from side 0 to side 1, and its rate seen from side 1, as ones of the child against its parent."""
    return (turn, spin) if sign > 0 else (-turn, -rotated(turns(turn), spin))
