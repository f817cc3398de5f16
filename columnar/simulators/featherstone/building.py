"""`build`: parsed columns become articulations."""

from __future__ import annotations

import numpy as np

from columnar.descriptors import Descriptors
from columnar.dynamics import build_articulations
from columnar.scene import Scene
from columnar.simulators.errors import check_time_step
from columnar.simulators.featherstone.hanging import hung_articulations
from columnar.simulators.featherstone.model import FeatherstoneModel
from columnar.simulators.featherstone.start import set_starts
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import BodyMotion, Mechanism, build_mechanism, find_coordinate_names
from columnar.simulators.mechanism_findings import add_constraint_findings, add_mechanism_findings
from columnar.simulators.mjc_columns import read_mjc_columns
from columnar.simulators.mjc_findings import add_mjc_findings
from columnar.simulators.protocol import Names
from columnar.simulators.sizes import check_size

__all__ = ["build"]


def build(
    descriptors: Descriptors,
    scene: Scene | None = None,
    *,
    time_step: float = 1 / 240,
    strict: bool = False,
    environments: int = 1,
) -> FeatherstoneModel:
    """The articulations of a scene at their start.

    Args:
        descriptors: parsed columns.
        scene: the columns, for masses that come from meshes.
        time_step: seconds of a step.
        strict: refuse what these dynamics cannot express.
        environments: how many copies move side by side.

    Raises:
        SimulatorError: `strict`, and something cannot be expressed; or more environments than there is room for.
    """
    check_time_step(time_step)
    findings = Findings("featherstone")
    mechanism = build_mechanism(descriptors, scene)
    names = Names(find_coordinate_names(mechanism), mechanism.bodies.paths)
    check_size(names, steps=0, environments=environments)
    findings.add_stated(descriptors, scene)
    add_mechanism_findings(findings, descriptors, mechanism)
    add_mjc_findings(findings, read_mjc_columns(scene), mechanism)
    built = build_articulations(hung_articulations(descriptors, mechanism), scene, environments=environments)
    for refusal in built.refused:
        findings.add("refused_articulation", refusal.path, value=refusal.reason)
    for articulation in built.articulations:
        for note in articulation.notes:
            findings.add("articulation_note", note.partition(":")[0], value=note.partition(": ")[2])
    held = {link for articulation in built.articulations for link in articulation.tree.link_names}
    _add_loose(findings, mechanism, held)
    add_constraint_findings(findings, descriptors, mechanism)
    set_starts(built.articulations, mechanism)
    found = findings.finished(strict=strict)
    return FeatherstoneModel(built.articulations, mechanism, time_step, names, found, built.refused)


def _add_loose(findings: Findings, mechanism: Mechanism, held: set[str]) -> None:
    dynamic = mechanism.bodies.motion == BodyMotion.DYNAMIC
    for row in np.flatnonzero(dynamic):
        if mechanism.bodies.paths[row] not in held:
            findings.add("loose_body", mechanism.bodies.paths[row])
