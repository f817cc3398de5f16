"""What does not collide in a MuJoCo model."""

from __future__ import annotations

from typing import Any

from columnar.descriptors import Descriptors
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Mechanism

__all__ = ["add_filters"]


def add_filters(spec: Any, mechanism: Mechanism, descriptors: Descriptors, findings: Findings) -> None:
    """Exclude pairs of bodies; collision groups are in the bits of shapes already."""
    paths = (*mechanism.bodies.paths, "world")
    for first, second in mechanism.filters.body_pairs:
        spec.add_exclude(bodyname1=paths[first], bodyname2=paths[second])
    shapes = descriptors.shapes.cells("path")
    for first, second in mechanism.filters.shape_pairs:
        findings.add("filtered_shapes", shapes[first], value=shapes[second])
    if len(mechanism.filters.colliding) > 31:
        for path in descriptors.groups.cells("path"):
            findings.add("many_groups", path)
