"""`build`: parsed columns become a Genesis simulation."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.scene import Scene
from columnar.simulators import mujoco
from columnar.simulators.engines import import_engine
from columnar.simulators.errors import check_time_step
from columnar.simulators.findings import Findings
from columnar.simulators.genesis.exclusions import lean_mjcf
from columnar.simulators.genesis.model import GenesisModel
from columnar.simulators.mechanism import build_mechanism, find_coordinate_names
from columnar.simulators.mechanism_findings import add_mechanism_findings
from columnar.simulators.protocol import Names

__all__ = ["build"]

Ids = npt.NDArray[np.int64]


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
    morph = engine.morphs.MJCF(file=lean_mjcf(between), default_armature=None)
    entity = made.add_entity(morph)
    made.build()
    _set_start(entity, between)
    names = Names(find_coordinate_names(mechanism), mechanism.bodies.paths)
    return GenesisModel(made, entity, mechanism, time_step, names, findings.finished(strict=strict))


def _set_start(entity: Any, between: Any) -> None:
    """Positions, velocities and targets by the names of joints, which MJCF keeps; each call works out all poses."""
    model, data = between.model, between.data
    places = {model.joint(place).name: place for place in range(model.njnt)}
    joints = [joint for joint in entity.joints if joint.name in places and joint.n_dofs]
    if not joints:
        return
    own = [places[joint.name] for joint in joints]
    positions = _spans(model.jnt_qposadr[own], [joint.n_qs for joint in joints])
    velocities = _spans(model.jnt_dofadr[own], [joint.n_dofs for joint in joints])
    entity.set_qpos(data.qpos[positions], qs_idx_local=_joined([joint.qs_idx_local for joint in joints]))
    entity.set_dofs_velocity(data.qvel[velocities], _joined([joint.dofs_idx_local for joint in joints]))
    _set_drives(entity, model, data, {joint.name: joint for joint in joints})


def _set_drives(entity: Any, model: Any, data: Any, joints: dict[str, Any]) -> None:
    names = [model.actuator(place).name for place in range(model.nu)]
    driven = np.array([place for place, name in enumerate(names) if name.endswith(":drive")], np.int64)
    if not driven.size:
        return
    dofs = _joined([joints[names[place].removesuffix(":drive")].dofs_idx_local for place in driven.tolist()])
    gain, bias, control = model.actuator_gainprm[driven, 0], model.actuator_biasprm[driven], data.ctrl[driven]
    stiffness, damping = -bias[:, 1], -bias[:, 2]
    entity.set_dofs_kp(stiffness, dofs)
    entity.set_dofs_kv(damping, dofs)
    stiff, damped = stiffness != 0, damping != 0
    rate = np.divide(bias[:, 0], damping, out=np.zeros(len(driven)), where=damped)
    if stiff.any():
        entity.control_dofs_position_velocity(control[stiff], rate[stiff], dofs[stiff])
    if not stiff.all():
        entity.control_dofs_velocity((control * gain)[~stiff] / damping[~stiff], dofs[~stiff])


def _spans(first: Ids, lengths: list[int]) -> Ids:
    """Indices that begin at each first one, so many of each."""
    return _joined([np.arange(start, start + length) for start, length in zip(first.tolist(), lengths, strict=True)])


def _joined(parts: list[Any]) -> Ids:
    return np.concatenate([np.asarray(part, np.int64).reshape(-1) for part in parts])
