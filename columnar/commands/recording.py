"""What a simulation was: positions, velocities, link poses and energies, a row per step and environment."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.dynamics import Articulation, Integrator

__all__ = ["Recording", "coordinate_labels", "record"]

Doubles = npt.NDArray[np.float64]
Ticked = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Recording:
    """States of S moments, the start among them, in E environments.

    Attributes:
        times: (S,) seconds.
        coordinates: labels of positions, articulation after articulation.
        dofs: labels of velocities.
        links: names of links.
        positions: (S, E, nq), velocities: (S, E, nv).
        link_positions: (S, E, L, 3); link_rotations: (S, E, L, 4), x, y, z, w.
        kinetic, potential: (S, E) energies; springs not counted.
    """

    times: Doubles
    coordinates: tuple[str, ...]
    dofs: tuple[str, ...]
    links: tuple[str, ...]
    positions: Doubles
    velocities: Doubles
    link_positions: Doubles
    link_rotations: Doubles
    kinetic: Doubles
    potential: Doubles

    @property
    def finite(self) -> bool:
        """Whether every state is; coordinates that an engine does not count are no numbers from the start."""
        states = [np.isfinite(values) | ~np.isfinite(values[:1]) for values in (self.positions, self.velocities)]
        poses = [np.isfinite(values) for values in (self.link_positions, self.link_rotations)]
        return all(bool(part.all()) for part in (*states, *poses))

    def to_arrow(self, **metadata: Any) -> pa.Table:
        """A row for each moment and environment, moments first; names and what else is given stand in the metadata."""
        moments, environments = self.kinetic.shape
        columns = {
            "step": pa.array(np.repeat(np.arange(moments, dtype=np.int32), environments)),
            "time": pa.array(np.repeat(self.times, environments)),
            "environment": pa.array(np.tile(np.arange(environments, dtype=np.int32), moments)),
            "positions": _lists(self.positions, 2),
            "velocities": _lists(self.velocities, 2),
            "link_positions": _lists(self.link_positions, 2),
            "link_rotations": _lists(self.link_rotations, 2),
            "kinetic_energy": pa.array(self.kinetic.reshape(-1)),
            "potential_energy": pa.array(self.potential.reshape(-1)),
        }
        names = {"coordinates": self.coordinates, "velocities": self.dofs, "links": self.links, **metadata}
        return pa.table(columns).replace_schema_metadata({"arrowstage:simulation": json.dumps(names)})


def _lists(values: Doubles, axes: int) -> pa.Array:
    """Numbers as nested lists of fixed length; the first `axes` axes become rows."""
    kind = pa.float64()
    for length in reversed(values.shape[axes:]):
        kind = pa.list_(pa.field("item", kind, nullable=False), length)
    if not values.size:
        # Lists of length 0 do not tell how many they are.
        return pa.array(values.reshape(int(np.prod(values.shape[:axes])), *values.shape[axes:]).tolist(), kind)
    array = pa.array(np.ascontiguousarray(values).reshape(-1))
    for length in reversed(values.shape[axes:]):
        array = pa.FixedSizeListArray.from_arrays(
            array, type=pa.list_(pa.field("item", array.type, nullable=False), length)
        )
    return array


def coordinate_labels(articulation: Articulation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Labels of coordinates and of degrees of freedom: the joint's name, numbered where it has several."""
    tree = articulation.tree
    found = []
    for offsets in (tree.joint_coordinates, tree.joint_dofs):
        labels: list[str] = []
        for joint, name in enumerate(tree.joint_names):
            count = int(offsets[joint + 1] - offsets[joint])
            labels += [name] if count == 1 else [f"{name}[{place}]" for place in range(count)]
        found.append(tuple(labels))
    return found[0], found[1]


def record(
    articulations: Sequence[Articulation],
    *,
    steps: int,
    step: float,
    integrator: Integrator,
    progress: Ticked | None = None,
) -> Recording:
    """Moves articulations on, and keeps every state.

    Args:
        articulations: all of as many environments.
        steps: how many.
        step: length of one (s).
        integrator: how each is taken.
        progress: called with what is done, how far, of how much.
    """
    kept: list[list[tuple[Doubles, ...]]] = [[_state(one) for one in articulations]]
    for count in range(steps):
        for articulation in articulations:
            articulation.step(step, integrator=integrator)
        kept.append([_state(one) for one in articulations])
        if progress is not None:
            progress("simulating", count + 1, steps)
    # Per quantity, moments of articulations beside each other.
    parts = [
        np.array([np.concatenate([state[part] for state in moment], axis=1) for moment in kept]) for part in range(4)
    ]
    energies = [
        np.array([np.sum([state[part] for state in moment], axis=0) for moment in kept], np.float64) for part in (4, 5)
    ]
    labels = [coordinate_labels(one) for one in articulations]
    return Recording(
        step * np.arange(steps + 1, dtype=np.float64),
        tuple(label for found in labels for label in found[0]),
        tuple(label for found in labels for label in found[1]),
        tuple(name for one in articulations for name in one.tree.link_names),
        *parts,
        *energies,
    )


def _state(articulation: Articulation) -> tuple[Doubles, ...]:
    poses, energies = articulation.link_poses(), articulation.energies()
    return (
        articulation.positions.copy(),
        articulation.velocities.copy(),
        poses.position,
        poses.rotation,
        energies.kinetic,
        energies.potential,
    )
