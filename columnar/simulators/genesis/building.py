"""`build`: parsed columns become a Genesis simulation."""

from __future__ import annotations

from typing import Any

import numpy as np

from columnar.descriptors import Descriptors
from columnar.scene import Scene
from columnar.simulators import mujoco
from columnar.simulators.engines import import_engine
from columnar.simulators.errors import check_time_step
from columnar.simulators.findings import Findings
from columnar.simulators.genesis.model import GenesisModel
from columnar.simulators.mechanism import build_mechanism, find_coordinate_names
from columnar.simulators.mechanism_findings import add_mechanism_findings
from columnar.simulators.protocol import Names

__all__ = ["build"]


def build(
    descriptors: Descriptors, scene: Scene | None = None, *, time_step: float = 1 / 240, strict: bool = False
) -> GenesisModel:
    """A Genesis simulation at its start, on the CPU.

    Args:
        descriptors: parsed columns.
        scene: the columns, as for MuJoCo.
        time_step: seconds of a step.
        strict: refuse what Genesis cannot express.

    Raises:
        EngineMissing: Genesis or MuJoCo is not installed.
        SimulatorError: a model is refused; or `strict`, and something cannot be expressed.
    """
    engine = import_engine("genesis")
    check_time_step(time_step)
    findings = Findings("genesis")
    findings.add_stated(descriptors, scene)
    mechanism = build_mechanism(descriptors, scene)
    add_mechanism_findings(findings, descriptors, mechanism)
    between = mujoco.build(descriptors, scene, time_step=time_step, strict=strict)
    for found in mujoco.unsupported(between):
        findings.add(found.feature, found.path, column=found.column, value=found.value)
    if not engine._initialized:  # noqa: SLF001 - the only way to tell
        engine.init(backend=engine.cpu, precision="64", logging_level="error")
    made = engine.Scene(
        sim_options=engine.options.SimOptions(dt=time_step, gravity=tuple(between.mechanism.gravity.tolist())),
        rigid_options=engine.options.RigidOptions(dt=time_step, integrator=engine.integrator.implicitfast),
        show_viewer=False,
    )
    # Genesis would give every joint an armature of its own.
    morph = engine.morphs.MJCF(file=mujoco.mjcf_text(between), default_armature=None)
    entity = made.add_entity(morph)
    made.build()
    _set_start(entity, between)
    names = Names(find_coordinate_names(mechanism), mechanism.bodies.paths)
    return GenesisModel(made, entity, mechanism, time_step, names, findings.finished(strict=strict))


def _set_start(entity: Any, between: Any) -> None:
    """Positions, velocities and targets by the names of joints, which MJCF keeps."""
    model, data = between.model, between.data
    for joint in entity.joints:
        if joint.name not in {model.joint(place).name for place in range(model.njnt)} or not joint.n_dofs:
            continue
        own = model.joint(joint.name)
        at, rate = own.qposadr[0], own.dofadr[0]
        entity.set_qpos(data.qpos[at : at + joint.n_qs], qs_idx_local=np.asarray(joint.qs_idx_local))
        entity.set_dofs_velocity(data.qvel[rate : rate + joint.n_dofs], np.asarray(joint.dofs_idx_local))
    for place in range(model.nu):
        name = model.actuator(place).name
        if name.endswith(":drive"):
            joint = entity.get_joint(name.removesuffix(":drive"))
            dofs = np.asarray(joint.dofs_idx_local)
            gain, bias = model.actuator_gainprm[place], model.actuator_biasprm[place]
            entity.set_dofs_kp(np.array([-bias[1]]), dofs)
            entity.set_dofs_kv(np.array([-bias[2]]), dofs)
            if -bias[1]:
                rate = bias[0] / -bias[2] if bias[2] else 0.0
                entity.control_dofs_position_velocity(data.ctrl[place : place + 1], np.array([rate]), dofs)
            else:
                entity.control_dofs_velocity(data.ctrl[place : place + 1] * gain[0] / -bias[2], dofs)
