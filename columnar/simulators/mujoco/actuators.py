"""Actuators of a MuJoCo model: drives, and MuJoCo's own."""

from __future__ import annotations

from typing import Any

import numpy as np

from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Mechanism
from columnar.simulators.mjc_columns import MjcColumns
from columnar.simulators.mujoco.actuator_columns import apply_actuator_columns
from columnar.simulators.mujoco.joints import joint_names

__all__ = ["add_actuators", "add_drives", "controls", "driven_motions"]


def driven_motions(mechanism: Mechanism) -> list[int]:
    """Motions with a drive that does something."""
    values = mechanism.motions.values
    acting = (values.stiffness != 0) | (values.damping != 0)
    found: list[int] = np.flatnonzero(values.driven & acting & (values.max_force > 0)).tolist()
    return found


def add_drives(engine: Any, spec: Any, mechanism: Mechanism) -> None:
    """Add an actuator `JOINT:drive` for each drive.

    Its force is stiffness * (control - position) + damping * (target velocity - velocity), the control being the target
    position; a drive without stiffness has the target velocity as its control.
    """
    values, names = mechanism.motions.values, joint_names(mechanism)
    for place in driven_motions(mechanism):
        added = spec.add_actuator(name=f"{names[place]}:drive", target=names[place])
        added.trntype = engine.mjtTrn.mjTRN_JOINT
        added.gaintype = engine.mjtGain.mjGAIN_FIXED
        added.biastype = engine.mjtBias.mjBIAS_AFFINE
        _set_gains(added, values.stiffness[place], values.damping[place], values.target_velocity[place])
        if np.isfinite(values.max_force[place]):
            added.forcelimited = engine.mjtLimited.mjLIMITED_TRUE
            added.forcerange = [-values.max_force[place], values.max_force[place]]


def _set_gains(actuator: Any, stiffness: float, damping: float, target_velocity: float) -> None:
    # A positive velocity bias would be read as a damping ratio.
    damping = max(damping, 0.0)
    actuator.gainprm[0] = stiffness if stiffness else damping
    actuator.biasprm[0] = damping * target_velocity if stiffness else 0.0
    actuator.biasprm[1], actuator.biasprm[2] = -stiffness, -damping


def controls(mechanism: Mechanism) -> list[float]:
    """Controls of the drives, in their order."""
    values = mechanism.motions.values
    return [
        float(values.target_position[place] if values.stiffness[place] else values.target_velocity[place])
        for place in driven_motions(mechanism)
    ]


def add_actuators(engine: Any, spec: Any, mjc: MjcColumns, mechanism: Mechanism, findings: Findings) -> None:
    """Add the rows of MjcActuator whose target is a joint or a body."""
    motions = mechanism.motions
    joints: dict[str, str] = {}
    for joint, name in zip(motions.joint.tolist(), joint_names(mechanism), strict=True):
        joints.setdefault(mechanism.joint_paths[joint], name)
    bodies = set(mechanism.bodies.paths)
    for actuator in mjc.actuators:
        transmission, target = None, actuator.target or ""
        if target in joints:
            in_parent = actuator.cells["mjc:jointInParent"]
            transmission = engine.mjtTrn.mjTRN_JOINTINPARENT if in_parent else engine.mjtTrn.mjTRN_JOINT
        elif target in bodies:
            transmission = engine.mjtTrn.mjTRN_BODY
        if transmission is None:
            findings.add("mjc_actuator_target", actuator.path, value=actuator.target)
            continue
        added = spec.add_actuator(name=actuator.path, target=joints.get(target, target))
        added.trntype = transmission
        apply_actuator_columns(engine, added, actuator)
