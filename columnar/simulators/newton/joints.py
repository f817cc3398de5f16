"""Joints of a Newton model: one for each body, articulation by articulation."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from columnar.simulators.engines import import_engine
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import BodyMotion, Mechanism, MotionKind, turns
from columnar.simulators.newton.bodies import transform
from schemas.descriptors import JointType

__all__ = ["add_joints", "add_loops", "add_mimics"]

_OPEN: Final = 1e10
"""Newton's bound for none."""

_UNLIMITED: Final = 1e6
"""Newton's default of the largest velocity."""


def add_joints(builder: Any, mechanism: Mechanism, rows: dict[int, int]) -> dict[int, int]:
    """Add the joint that carries each body; gives Newton's joint by row of the joint table."""
    tree, motions = mechanism.tree, mechanism.motions
    own: dict[int, list[int]] = {}
    for place, body in enumerate(motions.body.tolist()):
        own.setdefault(body, []).append(place)
    found: dict[int, int] = {}
    articulation: list[int] = []
    for row, index in rows.items():
        if index < 0:
            continue
        parent = rows[int(tree.parent[row])]
        if parent < 0 and articulation:
            builder.add_articulation(articulation)
            articulation = []
        joint = _add(builder, mechanism, row, parent, index, own.get(row, []))
        articulation.append(joint)
        if tree.joint[row] >= 0:
            found[int(tree.joint[row])] = joint
    if articulation:
        builder.add_articulation(articulation)
    return found


def _add(builder: Any, mechanism: Mechanism, row: int, parent: int, child: int, own: list[int]) -> int:
    tree, motions, bodies = mechanism.tree, mechanism.motions, mechanism.bodies
    warp = import_engine("newton", "warp")
    if tree.free[row]:
        return _add_free(builder, mechanism, row, child)
    outer, inner = tree.outer, tree.inner
    frames: dict[str, Any] = {"parent": parent, "child": child, "collision_filter_parent": False}
    if tree.joint[row] < 0:
        frames["parent_xform"] = transform(warp, bodies.pose.position[row], bodies.pose.rotation[row])
        return int(builder.add_joint_fixed(**frames, label=f"{bodies.paths[row]}:held"))
    frames["parent_xform"] = transform(warp, outer.position[row], outer.rotation[row])
    frames["child_xform"] = transform(warp, inner.position[row], inner.rotation[row])
    frames["label"] = mechanism.joint_paths[int(tree.joint[row])]
    if not own:
        return int(builder.add_joint_fixed(**frames))
    if motions.kind[own[0]] == MotionKind.BALL and len(own) == 1:
        joint = int(builder.add_joint_ball(**frames, **_passive(mechanism, own[0])))
        start = builder.joint_q_start[joint]
        vector = mechanism.start.vectors[own[0]] * motions.sign[own[0]]
        builder.joint_q[start : start + 4] = turns(vector).tolist()
        return joint
    joint = _add_axes(builder, mechanism, own, frames)
    start = builder.joint_q_start[joint]
    builder.joint_q[start : start + len(own)] = mechanism.start.scalars[own].tolist()
    rate = builder.joint_qd_start[joint]
    builder.joint_qd[rate : rate + len(own)] = motions.values.state_velocity[own].tolist()
    return joint


def _add_axes(builder: Any, mechanism: Mechanism, own: list[int], frames: dict[str, Any]) -> int:
    newton = import_engine("newton")
    motions = mechanism.motions
    if len(own) == 1:
        slides = motions.kind[own[0]] == MotionKind.SLIDE
        add = builder.add_joint_prismatic if slides else builder.add_joint_revolute
        return int(add(**frames, axis=_axis(mechanism, own[0]), **_active(newton, mechanism, own[0])))
    axes: dict[int, list[Any]] = {MotionKind.SLIDE: [], MotionKind.HINGE: []}
    for place in own:
        kind = MotionKind.SLIDE if motions.kind[place] == MotionKind.SLIDE else MotionKind.HINGE
        for lane in _lanes(mechanism, place):
            options = {"effort_limit": np.inf, **_active(newton, mechanism, place)}
            config = newton.ModelBuilder.JointDofConfig(axis=lane, **options)
            axes[kind].append(config)
    return int(builder.add_joint_d6(**frames, linear_axes=axes[MotionKind.SLIDE], angular_axes=axes[MotionKind.HINGE]))


def _lanes(mechanism: Mechanism, place: int) -> list[Any]:
    """The axis of a motion; the three of a ball beside shifts."""
    if mechanism.motions.kind[place] == MotionKind.BALL:
        return [tuple(lane) for lane in np.eye(3).tolist()]
    return [_axis(mechanism, place)]


def _axis(mechanism: Mechanism, place: int) -> tuple[float, ...]:
    motions = mechanism.motions
    return tuple((motions.axis[place] * motions.sign[place] + 0.0).tolist())


def _add_free(builder: Any, mechanism: Mechanism, row: int, child: int) -> int:
    bodies = mechanism.bodies
    joint = int(builder.add_joint_free(child, label=f"{bodies.paths[row]}:free"))
    pose = [*bodies.pose.position[row].tolist(), *bodies.pose.rotation[row].tolist()]
    start, rate = builder.joint_q_start[joint], builder.joint_qd_start[joint]
    builder.joint_q[start : start + 7] = pose
    if bodies.motion[row] == BodyMotion.DYNAMIC:
        velocity = [*bodies.velocity[row].tolist(), *bodies.angular_velocity[row].tolist()]
        builder.joint_qd[rate : rate + 6] = velocity
    return joint


def _passive(mechanism: Mechanism, place: int) -> dict[str, float]:
    values = mechanism.motions.values
    return {"armature": float(values.armature[place]), "friction": float(values.dry_friction[place])}


def _active(newton: Any, mechanism: Mechanism, place: int) -> dict[str, Any]:
    """Keyword arguments of one axis."""
    values = mechanism.motions.values
    limited = bool(values.limited[place])
    lower = float(values.lower[place]) if limited else -np.inf
    upper = float(values.upper[place]) if limited else np.inf
    found: dict[str, Any] = {
        **_passive(mechanism, place),
        "damping": float(values.viscous_friction[place]),
        "limit_lower": max(lower, -_OPEN),
        "limit_upper": min(upper, _OPEN),
        "velocity_limit": min(float(values.max_velocity[place]), _UNLIMITED),
    }
    if values.driven[place]:
        found |= {
            "target_ke": float(values.stiffness[place]),
            "target_kd": float(values.damping[place]),
            "target_q": float(values.target_position[place]),
            "target_qd": float(values.target_velocity[place]),
            "effort_limit": float(values.max_force[place]),
            "actuator_mode": _mode(newton, mechanism, place),
        }
    return found


def _mode(newton: Any, mechanism: Mechanism, place: int) -> Any:
    """Newton's own choice by the gains, but for a velocity target beside stiffness, which that would ignore."""
    values = mechanism.motions.values
    modes = newton.JointTargetMode
    if values.stiffness[place] and values.target_velocity[place]:
        return modes.POSITION_VELOCITY
    if values.stiffness[place]:
        return modes.POSITION
    return modes.VELOCITY if values.damping[place] else modes.EFFORT


def add_loops(builder: Any, mechanism: Mechanism, rows: dict[int, int], findings: Findings) -> None:
    """Add joints that close loops; Newton's solvers know those outside of articulations as constraints."""
    warp = import_engine("newton", "warp")
    for loop in mechanism.closures.loops:
        path = mechanism.joint_paths[loop.joint]
        findings.add(f"loop_{loop.type}", path)
        ends = [transform(warp, loop.frames.position[side], loop.frames.rotation[side]) for side in (0, 1)]
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
        ends = [transform(warp, distance.frames.position[side], distance.frames.rotation[side]) for side in (0, 1)]
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
