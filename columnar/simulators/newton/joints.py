"""Joints of a Newton model: one for each body, articulation by articulation."""

from __future__ import annotations

from typing import Any

import numpy as np

from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import BodyMotion, Mechanism, MotionKind, turns
from columnar.simulators.newton.axes import axis_options, joint_axes, passive_options
from columnar.simulators.newton.bodies import transforms
from schemas.descriptors import JointType

__all__ = ["add_joints", "add_loops", "add_mimics"]


def add_joints(builder: Any, mechanism: Mechanism, rows: dict[int, int]) -> dict[int, int]:
    """Add the joint that carries each body; gives Newton's joint by row of the joint table."""
    writer = _Writer(builder, mechanism)
    parents, joints = mechanism.tree.parent.tolist(), mechanism.tree.joint.tolist()
    found: dict[int, int] = {}
    articulation: list[int] = []
    for row, index in rows.items():
        if index < 0:
            continue
        parent = rows[parents[row]]
        if parent < 0 and articulation:
            builder.add_articulation(articulation)
            articulation = []
        joint = writer.add(row, parent, index)
        articulation.append(joint)
        if joints[row] >= 0:
            found[joints[row]] = joint
    if articulation:
        builder.add_articulation(articulation)
    return found


class _Writer:
    """Adds joints, from columns that have been read as lists once."""

    def __init__(self, builder: Any, mechanism: Mechanism) -> None:
        tree, motions = mechanism.tree, mechanism.motions
        self._builder, self._mechanism = builder, mechanism
        self._joint, self._free = tree.joint.tolist(), tree.free.tolist()
        self._pose = transforms(mechanism.bodies.pose)
        self._outer, self._inner = transforms(tree.outer), transforms(tree.inner)
        self._kinds, self._axes = motions.kind.tolist(), joint_axes(mechanism)
        self._passive, self._options = passive_options(mechanism), axis_options(mechanism)
        self._scalars, self._velocities = mechanism.start.scalars.tolist(), motions.values.state_velocity.tolist()
        self._motions: dict[int, list[int]] = {}
        for place, body in enumerate(motions.body.tolist()):
            self._motions.setdefault(body, []).append(place)

    def add(self, row: int, parent: int, child: int) -> int:
        """Newton's index of the joint of a body."""
        builder, joint = self._builder, self._joint[row]
        if self._free[row]:
            return self._add_free(row, child)
        frames: dict[str, Any] = {"parent": parent, "child": child, "collision_filter_parent": False}
        if joint < 0:
            label = f"{self._mechanism.bodies.paths[row]}:held"
            return int(builder.add_joint_fixed(**frames, parent_xform=self._pose[row], label=label))
        frames |= {"parent_xform": self._outer[row], "child_xform": self._inner[row]}
        frames["label"] = self._mechanism.joint_paths[joint]
        own = self._motions.get(row, [])
        if not own:
            return int(builder.add_joint_fixed(**frames))
        if self._kinds[own[0]] == MotionKind.BALL and len(own) == 1:
            return self._add_ball(own[0], frames)
        added = self._add_axes(own, frames)
        start, rate = builder.joint_q_start[added], builder.joint_qd_start[added]
        builder.joint_q[start : start + len(own)] = [self._scalars[place] for place in own]
        builder.joint_qd[rate : rate + len(own)] = [self._velocities[place] for place in own]
        return added

    def _add_ball(self, place: int, frames: dict[str, Any]) -> int:
        mechanism, builder = self._mechanism, self._builder
        added = int(builder.add_joint_ball(**frames, **self._passive[place]))
        start = builder.joint_q_start[added]
        vector = mechanism.start.vectors[place] * mechanism.motions.sign[place]
        builder.joint_q[start : start + 4] = turns(vector).tolist()
        return added

    def _add_axes(self, own: list[int], frames: dict[str, Any]) -> int:
        builder = self._builder
        if len(own) == 1:
            slides = self._kinds[own[0]] == MotionKind.SLIDE
            add = builder.add_joint_prismatic if slides else builder.add_joint_revolute
            return int(add(**frames, axis=self._axes[own[0]], **self._options[own[0]]))
        axes: tuple[list[Any], list[Any]] = ([], [])
        for place in own:
            turning = self._kinds[place] != MotionKind.SLIDE
            for lane in self._lanes(place):
                options = {"effort_limit": np.inf, **self._options[place]}
                axes[turning].append(builder.JointDofConfig(axis=lane, **options))
        return int(builder.add_joint_d6(**frames, linear_axes=axes[0], angular_axes=axes[1]))

    def _lanes(self, place: int) -> list[tuple[float, ...]]:
        """The axis of a motion; the three of a ball beside shifts."""
        if self._kinds[place] == MotionKind.BALL:
            return [tuple(lane) for lane in np.eye(3).tolist()]
        return [self._axes[place]]

    def _add_free(self, row: int, child: int) -> int:
        builder, bodies = self._builder, self._mechanism.bodies
        joint = int(builder.add_joint_free(child, label=f"{bodies.paths[row]}:free"))
        start, rate = builder.joint_q_start[joint], builder.joint_qd_start[joint]
        builder.joint_q[start : start + 7] = self._pose[row]
        if bodies.motion[row] == BodyMotion.DYNAMIC:
            velocity = [*bodies.velocity[row].tolist(), *bodies.angular_velocity[row].tolist()]
            builder.joint_qd[rate : rate + 6] = velocity
        return joint


def add_loops(builder: Any, mechanism: Mechanism, rows: dict[int, int], findings: Findings) -> None:
    """Add joints that close loops; Newton's solvers know those outside of articulations as constraints."""
    for loop in mechanism.closures.loops:
        path = mechanism.joint_paths[loop.joint]
        findings.add(f"loop_{loop.type}", path)
        ends = transforms(loop.frames)
        parent, child = (rows[body] for body in loop.bodies)
        if child < 0:
            parent, child, ends = child, parent, ends[::-1]
        frames = {"parent": parent, "child": child, "parent_xform": ends[0], "child_xform": ends[1], "label": path}
        if loop.type is JointType.FIXED:
            builder.add_joint_fixed(**frames)
        elif loop.type is JointType.REVOLUTE:
            builder.add_joint_revolute(**frames, axis=tuple(np.eye(3)[loop.axis].tolist()))
        elif loop.type is JointType.SPHERICAL:
            builder.add_joint_ball(**frames)
    for distance in mechanism.closures.distances:
        ends = transforms(distance.frames)
        parent, child = (rows[body] for body in distance.bodies)
        if child < 0:
            parent, child, ends = child, parent, ends[::-1]
        builder.add_joint_distance(
            parent=parent,
            child=child,
            parent_xform=ends[0],
            child_xform=ends[1],
            min_distance=distance.lower if distance.lower > 0 else -1.0,
            max_distance=distance.upper if np.isfinite(distance.upper) else -1.0,
            label=mechanism.joint_paths[distance.joint],
        )


def add_mimics(builder: Any, mechanism: Mechanism, joints: dict[int, int], findings: Findings) -> None:
    """Add mimics between joints of one axis each; one follower of another is not taken."""
    motions, couplings = mechanism.motions, mechanism.couplings
    alone = np.bincount(motions.joint, minlength=len(mechanism.joint_paths)) == 1
    followers = set(couplings.follower.tolist())
    for row, path in enumerate(couplings.paths):
        follower, leader = int(couplings.follower[row]), int(couplings.leader[row])
        ends = [int(motions.joint[motion]) for motion in (follower, leader)]
        if path != mechanism.joint_paths[ends[0]]:
            continue
        if leader in followers or not all(alone[end] for end in ends):
            findings.add("lost_coupling", path)
            continue
        coefficients = (float(couplings.offset[row]), float(couplings.factor[row]))
        builder.set_joint_mimic(joints[ends[0]], joints[ends[1]], coeffs=coefficients)
