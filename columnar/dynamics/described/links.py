"""Links of one articulation: who carries whom, through which joint, seen from which side."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass

import numpy as np

from columnar.dynamics.described.motions import DescribedMotion, joint_motion
from columnar.dynamics.described.tables import DescribedScene, Row
from columnar.dynamics.kinds import JointKind
from columnar.dynamics.links import Frame, LinkRow

__all__ = ["DescribedLink", "described_links"]


@dataclass(frozen=True)
class DescribedLink:
    """A link row with where it came from.

    Attributes:
        row: for the tree.
        joint: path of the joint prim; None for a floating base and for one fixed where it stands.
        forward: whether body 1 is the child.
        motion: of the joint.
    """

    row: LinkRow
    joint: str | None
    forward: bool
    motion: DescribedMotion


def described_links(tables: DescribedScene, articulation: Row) -> tuple[list[DescribedLink], list[str]]:
    """Links of an articulation, the base first, and what is left out, a line each.

    Neighbours are visited in path order, so that the tree does not depend on the order of rows.
    """
    notes: list[str] = []
    members = set(articulation["links"])
    neighbours: dict[str, list[tuple[str, str, bool]]] = defaultdict(list)
    for path in articulation["joints"]:
        joint = tables.joints[path]
        if joint["body0"] in members and joint["body1"] in members:
            neighbours[joint["body0"]].append((joint["body1"], path, True))
            neighbours[joint["body1"]].append((joint["body0"], path, False))
    base = articulation["base"]
    found = [_base(tables, articulation)]
    placed = {base}
    waiting = deque([base])
    while waiting:
        parent = waiting.popleft()
        for child, path, forward in sorted(neighbours[parent]):
            if child in placed:
                continue
            motion = joint_motion(tables, tables.joints[path], forward=forward)
            if motion is None:
                notes.append(f"{path}: a {tables.joints[path]['type']} joint carries no link; {child} is left out")
                continue
            found.append(_link(tables, child, parent, path, forward, motion))
            placed.add(child)
            waiting.append(child)
    notes += [f"{path}: no joint of the tree leads here; left out" for path in sorted(members - placed)]
    return found, notes


def _base(tables: DescribedScene, articulation: Row) -> DescribedLink:
    """The base: floating, standing fixed, or on the joint that anchors it if that joint moves."""
    base = articulation["base"]
    body = tables.bodies[base]
    pose = Frame(body["position"], body["rotation"])
    joint = tables.joints.get(articulation["root"])
    if not articulation["fixed_base"]:
        return _link_row(
            tables, base, None, base, None, True, DescribedMotion(JointKind.FREE, (), ()), Frame(), Frame()
        )
    forward = joint is None or joint["body0"] != base
    motion = None if joint is None else joint_motion(tables, joint, forward=forward)
    if joint is None or motion is None or motion.kind is JointKind.FIXED:
        still = DescribedMotion(JointKind.FIXED, (), ())
        return _link_row(tables, base, None, articulation["root"], None, True, still, pose, Frame())
    return _link(tables, base, None, articulation["root"], forward, motion)


def _link(
    tables: DescribedScene, child: str, parent: str | None, path: str, forward: bool, motion: DescribedMotion
) -> DescribedLink:
    joint = tables.joints[path]
    frames = [Frame(joint[f"local_pos{side}"], joint[f"local_rot{side}"]) for side in (0, 1)]
    upper, lower = frames if forward else frames[::-1]
    return _link_row(tables, child, parent, path, path, forward, motion, upper, lower)


def _link_row(
    tables: DescribedScene,
    child: str,
    parent: str | None,
    name: str,
    joint: str | None,
    forward: bool,
    motion: DescribedMotion,
    upper: Frame,
    lower: Frame,
) -> DescribedLink:
    body = tables.body_rows[child]
    masses = tables.masses
    row = LinkRow(
        child,
        parent,
        name,
        motion.kind,
        frame_in_parent=upper,
        frame_in_child=lower,
        motions=None if motion.kind is JointKind.FREE else motion.motions,
        mass=float(masses.mass[body]),
        center_of_mass=tuple(masses.center[body]),
        inertia=np.asarray(masses.inertia[body], np.float64),
        inertial_axes=tuple(masses.axes[body]),
    )
    return DescribedLink(row, joint, forward, motion)
