"""Joints of a MuJoCo model: a hinge, a slide or a ball for each motion."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.geometry import rotated
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Mechanism, MotionKind
from columnar.simulators.mjc_columns import MjcColumns
from columnar.simulators.mujoco.joint_columns import apply_joint_columns, coefficients
from columnar.simulators.mujoco.parts import Parts

__all__ = ["add_joints", "joint_names"]

_ROOM: Final = 1e-9
"""Least width of a range."""

_BALL_AXIS: Final = (0.0, 0.0, 1.0)
"""MuJoCo's own for joints without one."""

_TYPES: Final = {MotionKind.SLIDE: "mjJNT_SLIDE", MotionKind.HINGE: "mjJNT_HINGE", MotionKind.BALL: "mjJNT_BALL"}


def joint_names(mechanism: Mechanism) -> list[str]:
    """Names of the MuJoCo joints of all motions: the joint's path, with the axis where it has several."""
    motions = mechanism.motions
    count = Counter(motions.joint.tolist())
    return [
        mechanism.joint_paths[joint] if count[joint] == 1 else f"{mechanism.joint_paths[joint]}:{name}"
        for joint, name in zip(motions.joint.tolist(), motions.name, strict=True)
    ]


def add_joints(engine: Any, bodies: Parts, mechanism: Mechanism, mjc: MjcColumns, findings: Findings) -> None:
    """Add the motions to the bodies they move; see `joint_names`."""
    motions = mechanism.motions
    kinds, owners, columns = motions.kind.tolist(), motions.body.tolist(), _columns(engine, mechanism)
    for place, (joint, name) in enumerate(zip(motions.joint.tolist(), joint_names(mechanism), strict=True)):
        options = {field: values[place] for field, values in columns.items()}
        body = owners[place]
        added = bodies[body].add_joint(name=bodies.name(body, name), **options)
        cells = mjc.joint(mechanism.joint_paths[joint])
        apply_joint_columns(engine, added, cells, findings, kind=MotionKind(kinds[place]))


def _columns(engine: Any, mechanism: Mechanism) -> dict[str, list[Any]]:
    """Arguments of all joints."""
    motions, values = mechanism.motions, mechanism.motions.values
    inner = mechanism.tree.inner.take(motions.body)
    ball = motions.kind == MotionKind.BALL
    axes = rotated(inner.rotation, motions.axis * motions.sign[:, None]) if len(motions) else motions.axis
    axes = np.where(ball[:, None], _BALL_AXIS, axes)
    limited, ranges = _limits(mechanism)
    flags = (engine.mjtLimited.mjLIMITED_FALSE, engine.mjtLimited.mjLIMITED_TRUE)
    damping = np.maximum(values.viscous_friction, 0.0)
    return {
        "type": [getattr(engine.mjtJoint, _TYPES[MotionKind(kind)]) for kind in motions.kind.tolist()],
        "pos": inner.position.tolist(),
        "axis": axes.tolist(),
        "limited": [flags[flag] for flag in limited.tolist()],
        "range": ranges.tolist(),
        "armature": values.armature.tolist(),
        "frictionloss": np.maximum(values.dry_friction, 0.0).tolist(),
        "damping": coefficients(engine, "damping", damping),
    }


def _limits(mechanism: Mechanism) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    """Which motions are limited, and ranges (n, 2), 0 where they are not."""
    motions, values = mechanism.motions, mechanism.motions.values
    below = np.isfinite(values.lower) & (motions.kind != MotionKind.BALL)
    limited = values.limited & (np.isfinite(values.upper) | below)
    # MuJoCo has no half-open ranges; a bound that no joint reaches stands in.
    ranges = np.clip(np.stack([values.lower, np.maximum(values.upper, values.lower + _ROOM)], axis=1), -1e6, 1e6)
    return limited, np.where(limited[:, None], ranges, 0.0)
