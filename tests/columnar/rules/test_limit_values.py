"""Findings show what the file says: degrees where it has degrees."""

from __future__ import annotations

import pytest

from columnar.rules import RuleSelection, validate
from tests.stage_text import scene_of

HINGE = """
def Xform "Arm" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {{
}}
def Physics{kind}Joint "Joint" {{
    rel physics:body1 = </Arm>
    {bounds}
}}
"""

LOWER, UPPER = "float physics:lowerLimit = 40", "float physics:upperLimit = 30"


@pytest.mark.parametrize(
    ("kind", "bounds", "rule", "value"),
    [
        ("Revolute", f"{LOWER}\n    {UPPER}", "strict.limit-inverted", [40.0, 30.0]),
        ("Prismatic", f"{LOWER}\n    {UPPER}", "strict.limit-inverted", [40.0, 30.0]),
        ("Revolute", LOWER, "strict.limit-half-open", [40.0, float("inf")]),
        ("Revolute", UPPER, "strict.limit-half-open", [float("-inf"), 30.0]),
    ],
)
def test_bounds_are_those_of_the_file(kind: str, bounds: str, rule: str, value: list[float]) -> None:
    scene = scene_of(HINGE.format(kind=kind, bounds=bounds))
    (found,) = validate(scene, RuleSelection(select=[rule]))
    assert found.value == value
