"""`build`: parsed columns become a MuJoCo model."""

from __future__ import annotations

from typing import Any

from columnar.descriptors import Descriptors
from columnar.scene import Scene
from columnar.simulators.engines import import_engine
from columnar.simulators.errors import SimulatorError, check_time_step
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import (
    Mechanism,
    as_force_drives,
    build_mechanism,
    find_coordinate_names,
    in_si_units,
)
from columnar.simulators.mechanism_findings import add_mechanism_findings
from columnar.simulators.mjc_columns import MjcActuator, MjcColumns, MjcJoint, read_mjc_columns
from columnar.simulators.mujoco.actuators import add_actuators, add_drives
from columnar.simulators.mujoco.bodies import add_bodies
from columnar.simulators.mujoco.constraints import add_constraints
from columnar.simulators.mujoco.filters import add_filters
from columnar.simulators.mujoco.geoms import add_geoms
from columnar.simulators.mujoco.joints import add_joints
from columnar.simulators.mujoco.layout import find_layout
from columnar.simulators.mujoco.model import MujocoModel
from columnar.simulators.mujoco.parts import Parts
from columnar.simulators.mujoco.start import set_start
from columnar.simulators.protocol import Names

__all__ = ["build"]


def build(
    descriptors: Descriptors,
    scene: Scene | None = None,
    *,
    time_step: float = 1 / 240,
    strict: bool = False,
    contacts: bool = True,
) -> MujocoModel:
    """A MuJoCo model at its start.

    Args:
        descriptors: parsed columns.
        scene: the columns, for the points of meshes and for MuJoCo's own actuators and joint values.
        time_step: seconds of a step.
        strict: refuse what MuJoCo cannot express.
        contacts: whether shapes collide; without, the shapes are left out.

    Raises:
        EngineMissing: MuJoCo is not installed.
        SimulatorError: MuJoCo refuses the model; or `strict`, and something cannot be expressed.
    """
    engine = import_engine("mujoco")
    check_time_step(time_step)
    findings = Findings("mujoco")
    staged = build_mechanism(descriptors, scene)
    mechanism = as_force_drives(in_si_units(staged))
    mjc = read_mjc_columns(scene)
    findings.add_stated(descriptors, scene, leave=() if contacts else ("shapes", "materials"))
    add_mechanism_findings(findings, descriptors, staged)
    if (staged.length, staged.mass) != (1.0, 1.0):
        _add_units(findings, mjc)
    spec = _spec(engine, descriptors, scene, mechanism, mjc, findings, time_step=time_step, contacts=contacts)
    found = findings.finished(strict=strict)
    model = _compiled(spec)
    # A state that blows up shall be seen, not be put back to the start with a line in a log file.
    model.opt.disableflags |= int(engine.mjtDisableBit.mjDSBL_AUTORESET)
    data = engine.MjData(model)
    layout = find_layout(model, mechanism)
    set_start(engine, model, data, mechanism, layout)
    names = Names(find_coordinate_names(mechanism), mechanism.bodies.paths)
    return MujocoModel(spec, model, data, mechanism, staged.length, layout, names, found)


def _spec(
    engine: Any,
    descriptors: Descriptors,
    scene: Scene | None,
    mechanism: Mechanism,
    mjc: MjcColumns,
    findings: Findings,
    *,
    time_step: float,
    contacts: bool,
) -> Any:
    spec = engine.MjSpec()
    spec.compiler.degree = False
    spec.compiler.autolimits = False
    spec.option.gravity = mechanism.gravity
    spec.option.timestep = time_step
    spec.option.integrator = engine.mjtIntegrator.mjINT_IMPLICITFAST
    # Joined bodies collide or not as the joint says, which the exclusions below repeat.
    spec.option.disableflags |= int(engine.mjtDisableBit.mjDSBL_FILTERPARENT)
    bodies = Parts(engine, spec, mechanism)
    add_bodies(bodies, mechanism, findings)
    add_joints(engine, bodies, mechanism, mjc, findings)
    add_drives(engine, spec, mechanism)
    add_actuators(engine, spec, mjc, mechanism, findings)
    add_constraints(engine, spec, bodies, mechanism, findings, time_step=time_step)
    if contacts:
        add_geoms(engine, spec, bodies, descriptors, scene, mechanism, findings)
        add_filters(spec, mechanism, descriptors, findings)
    bodies.join()
    return spec


def _add_units(findings: Findings, mjc: MjcColumns) -> None:
    """MuJoCo's own columns are in metres and kilograms whatever the stage is in."""
    rows: list[MjcJoint | MjcActuator] = [*mjc.joints.values(), *mjc.actuators]
    for row in rows:
        for column, value in row.with_units():
            findings.add("mjc_units", row.path, column=column, value=value)


def _compiled(spec: Any) -> Any:
    try:
        return spec.compile()
    except ValueError as error:
        raise SimulatorError(f"MuJoCo does not take the model: {' '.join(str(error).split())}") from error
