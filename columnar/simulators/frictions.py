"""Friction of shapes, for engines that have one coefficient."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from columnar.descriptors import Descriptors
from columnar.simulators.findings import Findings
from schemas.descriptors import CombineMode

__all__ = ["Frictions", "read_frictions"]


@dataclass(frozen=True)
class Frictions:
    """Dynamic friction by path of the material.

    Attributes:
        by_material: the coefficients.
        bare: of shapes without a material.
    """

    by_material: Mapping[str, float]
    bare: float

    def of(self, material: str | None) -> float:
        """Friction of a shape with this material."""
        return self.by_material.get(material or "", self.bare)


def read_frictions(descriptors: Descriptors, findings: Findings, *, bare: float, combine: CombineMode) -> Frictions:
    """Frictions of the materials in use.

    Args:
        descriptors: parsed columns.
        findings: takes materials with two coefficients, and those that combine in another way where it matters.
        bare: friction of shapes without a material.
        combine: how the engine makes one friction of two.
    """
    used = {path for path in descriptors.shapes.cells("material") if path is not None}
    rows = [row for row in descriptors.materials.rows() if row["path"] in used]
    found = {row["path"]: float(row["dynamic_friction"]) for row in rows}
    different = len({*found.values(), *([bare] if descriptors.shapes.array("material").null_count else [])}) > 1
    for row in rows:
        if row["static_friction"] != row["dynamic_friction"]:
            findings.add("two_frictions", row["path"], value=row["static_friction"])
        if different and row["friction_combine_mode"] != combine:
            findings.add("friction_combination", row["path"], value=row["friction_combine_mode"])
    return Frictions(found, bare)
