"""What PhysX is known to make otherwise of columns, although they are fed as they are."""

from __future__ import annotations

import numpy as np

from columnar.descriptors import Descriptors
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Mechanism, MotionKind
from columnar.simulators.mechanism_findings import (
    add_drive_findings,
    add_parallel_findings,
    add_start_findings,
)
from schemas.descriptors import JointType

__all__ = ["add_native_findings"]

_TURNED = 1e-3
"""Radians that count as turned."""


def add_native_findings(findings: Findings, descriptors: Descriptors, mechanism: Mechanism) -> None:
    """Record joints of articulations that PhysX does not start or move as stated."""
    add_drive_findings(findings, descriptors)
    add_start_findings(findings, mechanism)
    add_parallel_findings(findings, mechanism)
    _, ids = descriptors.articulations.members("joints")
    articulated = {descriptors.paths[path] for path in np.unique(ids).tolist()}
    tokens, codes = descriptors.joints.tokens("type"), descriptors.joints.values("type")
    motions = mechanism.motions
    for place, joint in enumerate(motions.joint.tolist()):
        path = mechanism.joint_paths[joint]
        if path not in articulated:
            continue
        if motions.kind[place] == MotionKind.SLIDE and tokens[codes[joint]] == JointType.D6:
            findings.add("articulated_shift", path, column=f"limit:{motions.name[place]}:physics:low")
        turn = float(np.linalg.norm(mechanism.start.vectors[place]))
        if motions.kind[place] == MotionKind.BALL and turn > _TURNED:
            findings.add("drawn_ball", mechanism.bodies.paths[motions.body[place]], value=float(np.degrees(turn)))
