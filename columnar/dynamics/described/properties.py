"""Properties of degrees of freedom from limit, drive and axis rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from columnar.dynamics.arrays import Doubles
from columnar.dynamics.described.links import DescribedLink
from columnar.dynamics.described.motions import bounds
from columnar.dynamics.described.tables import DescribedScene, unlimited
from columnar.dynamics.dofs import DofProperties
from columnar.dynamics.tree import Tree
from schemas.descriptors import DriveType

__all__ = ["DescribedDof", "described_dofs", "dof_properties"]


LARGEST_SPIN = 1000.0 * np.pi
"""Largest velocity of a joint (rad/s) where none is stated, as Springhead caps it."""


class DescribedDof(NamedTuple):
    """One degree of freedom of a joint prim.

    Attributes:
        dof: its index.
        joint: path of the prim.
        axis: USD's name of its axis.
        single: whether it has a position of its own; those of balls have none.
        turns: whether it is an angle.
    """

    dof: int
    joint: str
    axis: str
    single: bool
    turns: bool


def described_dofs(tree: Tree, links: Sequence[DescribedLink]) -> Iterator[DescribedDof]:
    """Degrees of freedom that come from a joint prim; `links` in the order of the tree's rows."""
    for index, row in enumerate(tree.row_order):
        link = links[row]
        if link.joint is not None:
            first = int(tree.joint_dofs[index])
            for place, axis in enumerate(link.motion.axes):
                dof = first + place
                yield DescribedDof(
                    dof, link.joint, axis, bool(tree.dof_coordinate[dof] >= 0), bool(tree.dof_turns[dof])
                )


def dof_properties(
    tables: DescribedScene, tree: Tree, links: Sequence[DescribedLink]
) -> tuple[DofProperties, list[str]]:
    """What acts on each degree of freedom, and what is left out, a line each."""
    free = DofProperties.free(tree.nv)
    values: dict[str, Doubles] = {name: np.array(getattr(free, name)) for name in DofProperties.__dataclass_fields__}
    notes: list[str] = []
    values["max_velocity"][tree.dof_turns] = LARGEST_SPIN
    for entry in described_dofs(tree, links):
        for name, value in _values(tables, entry, notes).items():
            values[name][entry.dof] = value
    return DofProperties.free(tree.nv, **values), notes


def _values(tables: DescribedScene, entry: DescribedDof, notes: list[str]) -> Mapping[str, Any]:
    found = _axis_values(tables, entry)
    if entry.single:
        found |= _drive_values(tables, entry, notes) | _limit_values(tables, entry, notes)
    elif entry.axis in tables.drives.get(entry.joint, {}):
        notes.append(f"{entry.joint}: a ball has no drive about {entry.axis}; the drive is left out")
    return found


def _axis_values(tables: DescribedScene, entry: DescribedDof) -> dict[str, Any]:
    row = tables.axes.get(entry.joint, {}).get(entry.axis)
    if row is None:
        return {}
    return {
        "armature": _sound(row["armature"]),
        "max_velocity": min(unlimited(row["max_velocity"]), LARGEST_SPIN if entry.turns else np.inf),
        "static_friction": _sound(row["static_friction"]),
        "dynamic_friction": _sound(row["dynamic_friction"]),
        "viscous_friction": _sound(row["viscous_friction"]),
    }


def _drive_values(tables: DescribedScene, entry: DescribedDof, notes: list[str]) -> dict[str, Any]:
    row = tables.drives.get(entry.joint, {}).get(entry.axis)
    if row is None:
        return {}
    if row["unsound"]:
        notes.append(f"{entry.joint}: {', '.join(row['unsound'])} of its drive is no number that a drive can have")
    return {
        "drive_stiffness": row["stiffness"],
        "drive_damping": row["damping"],
        "drive_max_effort": row["max_force"],
        "drive_accelerates": float(row["type"] == DriveType.ACCELERATION),
        "drive_position": row["target_position"],
        "drive_velocity": row["target_velocity"],
    }


def _limit_values(tables: DescribedScene, entry: DescribedDof, notes: list[str]) -> dict[str, Any]:
    row = tables.limits.get(entry.joint, {}).get(entry.axis)
    lower, upper = bounds(row)
    if row is None or not (np.isfinite(lower) or np.isfinite(upper)):
        return {}
    if lower > upper:
        notes.append(f"{entry.joint}: its lower limit {lower:g} lies above the upper one {upper:g}; both count as 0")
        # As PhysX takes them.
        lower = upper = 0.0
    return {
        "lower": lower,
        "upper": upper,
        "limit_stiffness": _sound(row["stiffness"]),
        "limit_damping": _sound(row["damping"]),
    }


def _finite(value: float | None) -> float:
    return float(value) if value is not None and np.isfinite(value) else 0.0


def _sound(value: float | None) -> float:
    """A finite value that is not negative; 0 for anything else."""
    return max(0.0, _finite(value))
