"""Two builders of one stage, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Difference", "compare_builders"]

Doubles = npt.NDArray[np.float64]

_BODY = ("body_mass", "body_com", "body_inertia", "body_q")
_JOINT = ("joint_type", "joint_X_p", "joint_X_c", "joint_enabled")
_DOF = (
    "joint_axis",
    "joint_armature",
    "joint_target_ke",
    "joint_target_kd",
    "joint_target_qd",
    "joint_target_mode",
    "joint_effort_limit",
    "joint_limit_lower",
    "joint_limit_upper",
    "joint_friction",
    "joint_damping",
    "joint_velocity_limit",
    "joint_qd",
)
_SHAPE = ("shape_type", "shape_scale", "shape_transform", "shape_material_mu", "shape_material_restitution")
_OPEN = 1e6
"""A bound beyond this means none, whatever the number."""


class Difference(NamedTuple):
    """One field of one body, joint or shape."""

    path: str
    field: str
    ours: str
    theirs: str


def compare_builders(ours: Any, theirs: Any) -> tuple[int, list[Difference]]:
    """How many fields were compared, and those that differ. Labels tell bodies, joints and shapes apart."""
    found = [
        *_bodies(ours, theirs),
        *_joints(ours, theirs),
        *_shapes(ours, theirs),
    ]
    return len(found), [entry for entry in found if entry.ours != entry.theirs]


def _bodies(ours: Any, theirs: Any) -> Iterator[Difference]:
    rows = _rows(ours.body_label), _rows(theirs.body_label)
    for path in sorted({*rows[0], *rows[1]}):
        yield _presence(path, "body", rows)
    for path in sorted({*rows[0]} & {*rows[1]}):
        for field in _BODY:
            yield _compared(
                path, field, *(_value(b, field, r[path]) for b, r in zip((ours, theirs), rows, strict=True))
            )


def _joints(ours: Any, theirs: Any) -> Iterator[Difference]:
    """Joints both have; those of floating and held bases bear names of their own on each side."""
    rows = _rows(ours.joint_label), _rows(theirs.joint_label)
    for path in sorted({*rows[0]} & {*rows[1]}):
        pair = list(zip((ours, theirs), (rows[0][path], rows[1][path]), strict=True))
        yield Difference(path, "joint_ends", *(str(_ends(builder, row)) for builder, row in pair))
        for field in _JOINT:
            yield _compared(path, field, *(_value(builder, field, row) for builder, row in pair))
        dofs = [sum(builder.joint_dof_dim[row]) for builder, row in pair]
        yield Difference(path, "joint_dofs", str(dofs[0]), str(dofs[1]))
        if dofs[0] == dofs[1]:
            for field in _DOF:
                yield _compared(path, field, *(_dof_values(builder, field, row) for builder, row in pair))


def _shapes(ours: Any, theirs: Any) -> Iterator[Difference]:
    """Shapes that we have; theirs has those that only show, too."""
    rows = _rows(ours.shape_label), _rows(theirs.shape_label)
    for path in sorted(rows[0]):
        yield _presence(path, "shape", rows)
        if path in rows[1]:
            for field in _SHAPE:
                pair = zip((ours, theirs), rows, strict=True)
                yield _compared(path, field, *(_value(builder, field, row[path]) for builder, row in pair))


def _rows(labels: list[str]) -> dict[str, int]:
    return {label: row for row, label in enumerate(labels)}


def _presence(path: str, kind: str, rows: tuple[dict[str, int], dict[str, int]]) -> Difference:
    return Difference(path, kind, *("there" if path in side else "missing" for side in rows))


def _value(builder: Any, field: str, row: int) -> Doubles:
    return np.array(getattr(builder, field)[row], np.float64).ravel()


def _dof_values(builder: Any, field: str, row: int) -> Doubles:
    start = builder.joint_qd_start[row]
    return np.array(getattr(builder, field)[start : start + sum(builder.joint_dof_dim[row])], np.float64).ravel()


def _ends(builder: Any, row: int) -> tuple[str, ...]:
    ends = (builder.joint_parent[row], builder.joint_child[row])
    return tuple("world" if end < 0 else builder.body_label[end] for end in ends)


def _compared(path: str, field: str, ours: Doubles, theirs: Doubles) -> Difference:
    """The same text on both sides where values agree to single precision; quaternions have two signs."""
    if _agree(field, ours, theirs):
        return Difference(path, field, "", "")
    return Difference(path, field, str(ours.round(6).tolist()), str(theirs.round(6).tolist()))


def _agree(field: str, ours: Doubles, theirs: Doubles) -> bool:
    if ours.shape != theirs.shape:
        return False
    if "limit_" in field:
        ours, theirs = (np.where(np.abs(side) > _OPEN, np.sign(side) * _OPEN, side) for side in (ours, theirs))
    signs = [1.0, -1.0] if field in ("body_q", "joint_X_p", "joint_X_c", "shape_transform") else [1.0]
    scale = max(float(np.abs(theirs[np.isfinite(theirs)]).max(initial=0.0)), 1e-3)
    for sign in signs:
        turned = np.concatenate([theirs[:3], sign * theirs[3:]]) if len(signs) > 1 else theirs
        if np.allclose(ours, turned, rtol=1e-5, atol=2e-6 * scale):
            return True
    return False
