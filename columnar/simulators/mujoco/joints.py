"""Joints of a MuJoCo model: a hinge, a slide or a ball for each motion."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from columnar.geometry import rotated
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Mechanism, MotionKind
from columnar.simulators.mjc_columns import MjcColumns
from columnar.simulators.mujoco.bodies import Bodies
from columnar.simulators.mujoco.joint_columns import apply_joint_columns, set_first

__all__ = ["add_joints", "joint_names"]

_ROOM = 1e-9
"""Least width of a range."""


def joint_names(mechanism: Mechanism) -> list[str]:
    """Names of the MuJoCo joints of all motions: the joint's path, with the axis where it has several."""
    motions = mechanism.motions
    count = Counter(motions.joint.tolist())
    return [
        mechanism.joint_paths[joint] if count[joint] == 1 else f"{mechanism.joint_paths[joint]}:{name}"
        for joint, name in zip(motions.joint.tolist(), motions.name, strict=True)
    ]


def add_joints(engine: Any, bodies: Bodies, mechanism: Mechanism, mjc: MjcColumns, findings: Findings) -> None:
    """Add the motions to the bodies they move; see `joint_names`."""
    motions, tree, values = mechanism.motions, mechanism.tree, mechanism.motions.values
    kinds = {
        MotionKind.SLIDE: engine.mjtJoint.mjJNT_SLIDE,
        MotionKind.HINGE: engine.mjtJoint.mjJNT_HINGE,
        MotionKind.BALL: engine.mjtJoint.mjJNT_BALL,
    }
    inner = tree.inner.take(motions.body)
    axes = rotated(inner.rotation, motions.axis * motions.sign[:, None]) if len(motions) else motions.axis
    for place, name in enumerate(joint_names(mechanism)):
        kind = MotionKind(int(motions.kind[place]))
        added = bodies[int(motions.body[place])].add_joint(name=name, type=kinds[kind], pos=inner.position[place])
        if kind is not MotionKind.BALL:
            added.axis = axes[place]
        _limit(engine, added, kind, values.limited[place], values.lower[place], values.upper[place])
        added.armature = values.armature[place]
        added.frictionloss = max(values.dry_friction[place], 0.0)
        set_first(added, "damping", max(values.viscous_friction[place], 0.0))
        columns = mjc.joint(mechanism.joint_paths[int(motions.joint[place])])
        apply_joint_columns(engine, added, columns, findings, kind=kind)


def _limit(engine: Any, joint: Any, kind: MotionKind, limited: bool, lower: float, upper: float) -> None:
    bounded = np.isfinite(upper) or (np.isfinite(lower) and kind is not MotionKind.BALL)
    limited = bool(limited and bounded)
    flags = engine.mjtLimited
    joint.limited = flags.mjLIMITED_TRUE if limited else flags.mjLIMITED_FALSE
    if limited:
        # MuJoCo has no half-open ranges; a bound that no joint reaches stands in.
        lowest, highest = np.clip([lower, max(upper, lower + _ROOM)], -1e6, 1e6)
        joint.range = [lowest, highest]
