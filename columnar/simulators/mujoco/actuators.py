"""Actuators of a MuJoCo model: drives, and MuJoCo's own."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Mechanism
from columnar.simulators.mjc_columns import MjcColumns
from columnar.simulators.mujoco.actuator_columns import apply_actuator_columns, unknown_types
from columnar.simulators.mujoco.joints import joint_names

__all__ = ["add_actuators", "add_drives", "controls", "driven_motions"]

Doubles = npt.NDArray[np.float64]

_PARAMETERS: Final = 10
"""Of a gain, and of a bias."""


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
    limits, flags = values.max_force.tolist(), engine.mjtLimited
    gains, biases = _gains(values.stiffness, values.damping, values.target_velocity)
    for place in driven_motions(mechanism):
        limited = np.isfinite(limits[place])
        spec.add_actuator(
            name=f"{names[place]}:drive",
            target=names[place],
            trntype=engine.mjtTrn.mjTRN_JOINT,
            gaintype=engine.mjtGain.mjGAIN_FIXED,
            biastype=engine.mjtBias.mjBIAS_AFFINE,
            gainprm=gains[place],
            biasprm=biases[place],
            forcelimited=flags.mjLIMITED_TRUE if limited else flags.mjLIMITED_AUTO,
            forcerange=(-limits[place], limits[place]) if limited else (0.0, 0.0),
        )


def _gains(stiffness: Doubles, damping: Doubles, target_velocity: Doubles) -> tuple[list[Any], list[Any]]:
    """Parameters of gain and bias of drives, ten each."""
    # A positive velocity bias would be read as a damping ratio.
    damping = np.maximum(damping, 0.0)
    stiff = stiffness != 0
    gains, biases = np.zeros((2, len(stiffness), _PARAMETERS))
    gains[:, 0] = np.where(stiff, stiffness, damping)
    biases[:, 0] = np.where(stiff, damping * target_velocity, 0.0)
    biases[:, 1], biases[:, 2] = -stiffness, -damping
    return gains.tolist(), biases.tolist()


def controls(mechanism: Mechanism) -> list[float]:
    """Controls of the drives, in their order."""
    values = mechanism.motions.values
    found = np.where(values.stiffness != 0, values.target_position, values.target_velocity)
    controlled: list[float] = found[driven_motions(mechanism)].tolist()
    return controlled


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
        unknown = unknown_types(engine, actuator)
        for column, token in unknown:
            findings.add("mjc_actuator_type", actuator.path, column=column, value=token)
        if unknown:
            continue
        added = spec.add_actuator(name=actuator.path, target=joints.get(target, target))
        added.trntype = transmission
        apply_actuator_columns(engine, added, actuator)
