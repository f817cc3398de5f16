"""`build`: columns become a PhysX simulation."""

from __future__ import annotations

from columnar.descriptors import Descriptors
from columnar.scene import Scene
from columnar.simulators.engines import import_engine
from columnar.simulators.errors import SimulatorError, check_time_step
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import build_mechanism, find_coordinate_names
from columnar.simulators.mjc_columns import read_mjc_columns
from columnar.simulators.mjc_findings import add_mjc_findings
from columnar.simulators.ovphysx.feeding import feed_stage
from columnar.simulators.ovphysx.findings import add_native_findings
from columnar.simulators.ovphysx.model import OvphysxModel
from columnar.simulators.protocol import Names

__all__ = ["build"]

_ORDINAL = 1


def build(
    descriptors: Descriptors,
    scene: Scene | None = None,
    *,
    time_step: float = 1 / 240,
    strict: bool = False,
    extensions: bool = True,
) -> OvphysxModel:
    """A PhysX simulation at its start, on the CPU.

    Args:
        descriptors: parsed columns, for the names of coordinates.
        scene: the columns that are fed; they must be given.
        time_step: seconds of a step.
        strict: refuse what PhysX is known to make otherwise.
        extensions: also feed rows that the reference producer does not write.

    Raises:
        EngineMissing: ovphysx is not installed.
        SimulatorError: no scene; or `strict`, and PhysX is known to make something otherwise.
    """
    check_time_step(time_step)
    if scene is None:
        raise SimulatorError("ovphysx is fed by columns: give the scene along with its descriptors")
    mechanism = build_mechanism(descriptors, scene)
    findings = Findings("ovphysx")
    add_native_findings(findings, descriptors, mechanism)
    mjc = read_mjc_columns(scene)
    add_mjc_findings(findings, mjc, mechanism)
    for actuator in mjc.actuators:
        findings.add("mjc_actuator", actuator.path)
    found = findings.finished(strict=strict)
    ovphysx, ovstage = import_engine("ovphysx"), import_engine("ovphysx", "ovstage")
    stage = ovstage.Stage("arrowstage")
    feed_stage(scene, stage, ordinal=_ORDINAL, extensions=extensions)
    ovphysx.PhysX.set_cpu_mode(True)
    physics = ovphysx.PhysX()
    physics.wait_task(physics.attach_ovstage(stage, read_ordinal=_ORDINAL))
    names = Names(find_coordinate_names(mechanism), mechanism.bodies.paths)
    return OvphysxModel(stage, physics, mechanism, time_step, names, found)
