"""`build`: parsed columns become a Newton model."""

from __future__ import annotations

from typing import Any

from columnar.descriptors import Descriptors
from columnar.scene import Scene
from columnar.simulators.engines import import_engine
from columnar.simulators.errors import check_time_step
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Mechanism, as_force_drives, build_mechanism, find_coordinate_names
from columnar.simulators.mechanism_findings import add_mechanism_findings
from columnar.simulators.mjc_columns import read_mjc_columns
from columnar.simulators.mjc_findings import add_mjc_findings
from columnar.simulators.newton.bodies import add_bodies
from columnar.simulators.newton.joints import add_joints, add_loops, add_mimics
from columnar.simulators.newton.model import NewtonModel
from columnar.simulators.newton.shapes import add_shapes
from columnar.simulators.protocol import Names

__all__ = ["build", "fill_builder"]


def build(
    descriptors: Descriptors, scene: Scene | None = None, *, time_step: float = 1 / 240, strict: bool = False
) -> NewtonModel:
    """A Newton model at its start.

    Args:
        descriptors: parsed columns.
        scene: the columns, for the points of meshes.
        time_step: seconds of a step.
        strict: refuse what Newton cannot express.

    Raises:
        EngineMissing: Newton is not installed.
        SimulatorError: `strict`, and something cannot be expressed.
    """
    newton = import_engine("newton")
    check_time_step(time_step)
    mechanism = build_mechanism(descriptors, scene)
    findings = Findings("newton")
    findings.add_stated(descriptors, scene)
    add_mechanism_findings(findings, descriptors, mechanism)
    add_mjc_findings(findings, read_mjc_columns(scene), mechanism)
    up_axis = newton.Axis.from_any(descriptors.units.up_axis)
    builder = newton.ModelBuilder(up_axis=up_axis, gravity=tuple(mechanism.gravity.tolist()))
    rows = fill_builder(builder, descriptors, scene, as_force_drives(mechanism), findings)
    names = Names(find_coordinate_names(mechanism), mechanism.bodies.paths)
    return NewtonModel(builder, rows, mechanism, time_step, names, findings.finished(strict=strict))


def fill_builder(
    builder: Any, descriptors: Descriptors, scene: Scene | None, mechanism: Mechanism, findings: Findings
) -> dict[int, int]:
    """Add a mechanism to a `newton.ModelBuilder`; gives Newton's index of each body row, -1 for static ones."""
    rows = add_bodies(builder, mechanism)
    joints = add_joints(builder, mechanism, rows)
    add_loops(builder, mechanism, rows, findings)
    add_mimics(builder, mechanism, joints, findings)
    add_shapes(builder, descriptors, scene, mechanism, rows, findings)
    return rows
