"""Friction of shapes, for engines that have one coefficient."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from columnar.descriptors import Descriptors
from columnar.simulators.findings import Findings
from schemas.descriptors import CombineMode

__all__ = ["Frictions", "read_frictions"]

_DEFAULT: Final = 0.5
"""Friction of shapes without a material (PhysX's own)."""


@dataclass(frozen=True)
class Frictions:
    """Dynamic friction by path of the material."""

    by_material: Mapping[str, float]

    def of(self, material: str | None) -> float:
        """Friction of a shape with this material."""
        return self.by_material.get(material or "", _DEFAULT)


def read_frictions(
    descriptors: Descriptors, findings: Findings, *, combine: CombineMode = CombineMode.MAX
) -> Frictions:
    """Frictions of the materials in use.

    Args:
        descriptors: parsed columns.
        findings: takes materials with two coefficients, and those that combine in another way where it matters.
        combine: how the engine makes one friction of two.
    """
    used = {path for path in descriptors.shapes.array("material").to_pylist() if path is not None}
    rows = [row for row in descriptors.materials.arrow.to_pylist() if row["path"] in used]
    found = {row["path"]: float(row["dynamic_friction"]) for row in rows}
    bare = descriptors.shapes.array("material").null_count > 0
    different = len({*found.values(), *([_DEFAULT] if bare else [])}) > 1
    for row in rows:
        if row["static_friction"] != row["dynamic_friction"]:
            findings.add("two_frictions", row["path"], value=row["static_friction"])
        if different and row["friction_combine_mode"] != combine:
            findings.add("friction_combination", row["path"], value=row["friction_combine_mode"])
    return Frictions(found)
