"""Findings about columns of MuJoCo's joints, for engines that have no use for them."""

from __future__ import annotations

from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Mechanism
from columnar.simulators.mjc_columns import MjcColumns

__all__ = ["add_mjc_findings"]


def add_mjc_findings(findings: Findings, mjc: MjcColumns, mechanism: Mechanism) -> None:
    """Record springs, reference positions, bounds, and old spellings where no new one says anything.

    Args:
        findings: takes them.
        mjc: MuJoCo's own columns.
        mechanism: says what the axes of joints have without them.
    """
    motions = mechanism.motions
    places: dict[str, list[int]] = {}
    for place, joint in enumerate(motions.joint.tolist() if mjc.joints else ()):
        places.setdefault(mechanism.joint_paths[joint], []).append(place)
    for joint in mjc.joints.values():
        asked = joint.asks()
        for column, field, value in joint.asks_in_old_spelling():
            own = getattr(motions.values, field)[places.get(joint.path, [])]
            asked += [(column, value)] if len(own) and not own.any() else []
        for column, value in asked:
            findings.add("mjc_joint", joint.path, column=column, value=value)
