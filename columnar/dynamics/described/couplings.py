"""Mimics, loop joints and cones of one articulation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from columnar.dynamics.couplings import Cone, Loop, Mimic, mimic_order
from columnar.dynamics.described.links import DescribedLink
from columnar.dynamics.described.motions import bounds
from columnar.dynamics.described.properties import described_dofs
from columnar.dynamics.described.tables import DescribedScene, Row
from columnar.dynamics.kinds import JointKind
from columnar.dynamics.links import Frame
from columnar.dynamics.order import TreeError
from columnar.dynamics.tree import Tree
from schemas.descriptors import JointType

__all__ = ["described_cones", "described_loops", "described_mimics"]

_AXES = "XYZ"
_INSTANCES = ("transX", "transY", "transZ", "rotX", "rotY", "rotZ")
_FREE: Mapping[str, slice] = {JointType.REVOLUTE: slice(3, 6), JointType.PRISMATIC: slice(0, 3)}


def described_mimics(
    tables: DescribedScene, tree: Tree, links: Sequence[DescribedLink]
) -> tuple[list[Mimic], list[str]]:
    """Mimics that hold, and those left out, a line each."""
    dofs = {(entry.joint, entry.axis): entry for entry in described_dofs(tree, links)}
    found: list[Mimic] = []
    notes: list[str] = []
    for (joint, axis), entry in dofs.items():
        row = tables.mimics.get(joint, {}).get(axis)
        if row is None or not row["enabled"]:
            continue
        leader = dofs.get((row["leader"], row["leader_axis"]))
        if leader is None or not leader.single or not entry.single:
            notes.append(f"{joint}: follows {row['leader']}, which is no hinge or slider of this tree; it moves freely")
            continue
        if not np.isfinite([row["coef0"], row["coef1"]]).all():
            notes.append(f"{joint}: a coefficient by which it follows {row['leader']} is not finite; it moves freely")
            continue
        mimic = Mimic(entry.dof, leader.dof, float(row["coef0"]), float(row["coef1"]))
        try:
            mimic_order([*found, mimic], tree.nv)
        except TreeError:
            notes.append(f"{joint}: following {row['leader']} closes a circle of mimics; it moves freely")
            continue
        found.append(mimic)
    return found, notes


def described_loops(tables: DescribedScene, tree: Tree, articulation: Row) -> tuple[list[Loop], list[str]]:
    """Joints that close loops or anchor links once more, and those left out, a line each."""
    found: list[Loop] = []
    notes: list[str] = []
    for path in articulation["loop_joints"]:
        joint = tables.joints[path]
        sides = [joint["body0"], joint["body1"]]
        outside = [side for side in sides if side is not None and side not in tree.link_names]
        moving = [side for side in outside if side in tables.bodies]
        if moving:
            notes.append(f"{path}: {moving[0]} is not of this tree; the joint is left out")
            continue
        shape = _loop_shape(tables, joint)
        if shape is None:
            notes.append(f"{path}: a {joint['type']} joint outside the tree; it is left out")
            continue
        locked, distance = shape
        indices = [tree.link_names.index(side) if side in tree.link_names else -1 for side in sides]
        frames = tuple(Frame(joint[f"local_pos{side}"], joint[f"local_rot{side}"]) for side in (0, 1))
        found.append(Loop(path, (indices[0], indices[1]), (frames[0], frames[1]), locked, distance))
    return found, notes


def _loop_shape(
    tables: DescribedScene, joint: Row
) -> tuple[tuple[bool, bool, bool, bool, bool, bool], tuple[float, float] | None] | None:
    kind = joint["type"]
    locked = np.ones(6, bool)
    if kind in _FREE:
        locked[_FREE[kind]][_AXES.index(joint["axis"] or "X")] = False
    elif kind == JointType.SPHERICAL:
        locked[3:] = False
    elif kind == JointType.D6:
        limits = tables.limits.get(joint["path"], {})
        locked[:] = [axis in limits and limits[axis]["locked"] for axis in _INSTANCES]
    elif kind == JointType.DISTANCE:
        locked[:] = False
    elif kind != JointType.FIXED:
        return None
    flags = (bool(locked[0]), bool(locked[1]), bool(locked[2]), bool(locked[3]), bool(locked[4]), bool(locked[5]))
    return flags, _distance(tables, joint) if kind == JointType.DISTANCE else None


def _distance(tables: DescribedScene, joint: Row) -> tuple[float, float]:
    lower, upper = bounds(tables.limits.get(joint["path"], {}).get("distance"))
    return max(lower, 0.0), upper if upper >= 0.0 else float("inf")


def described_cones(tables: DescribedScene, tree: Tree, links: Sequence[DescribedLink]) -> list[Cone]:
    """Ranges of ball joints; a limit of 0 or less on either axis, or none at all, is open."""
    found = []
    for index, row in enumerate(tree.row_order):
        link = links[row]
        if link.row.kind is not JointKind.SPHERICAL or link.joint is None:
            continue
        limits = tables.limits.get(link.joint, {})
        uppers = [bounds(limits.get(axis))[1] for axis in ("cone0", "cone1")]
        angles = tuple(upper if upper > 0.0 else float("inf") for upper in uppers)
        if np.isfinite(angles).any():
            axis = _AXES.index(tables.joints[link.joint]["axis"] or "X")
            found.append(Cone(index, axis, (angles[0], angles[1])))
    return found
