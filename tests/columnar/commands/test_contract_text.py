"""Types and formulas of the contract in words."""

from __future__ import annotations

import pytest

from columnar.commands.contract_text import column_type, default_text, formula_text
from schemas.contract import Formula, load_contract


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (Formula(coefficient=0.04, base=1.0, meters_per_unit=-1), "0.04 * (1.0 / metersPerUnit)"),
        (
            Formula(coefficient=5e-05, base=10.0, meters_per_unit=-2),
            "5e-05 * (10.0 / metersPerUnit) * (10.0 / metersPerUnit)",
        ),
        (Formula(coefficient=0.02, meters_per_unit=-1), "0.02 / metersPerUnit"),
        (
            Formula(coefficient=1000.0, meters_per_unit=3, kilograms_per_unit=-1),
            "1000.0 * metersPerUnit * metersPerUnit * metersPerUnit / kilogramsPerUnit",
        ),
        (Formula(negative_up_axis=True), "the negative up axis"),
        (Formula(coefficient=3.4028234663852886e38, prim_types=("Cube",)), "FLT_MAX (on Cube)"),
    ],
)
def test_formulas_read_as_they_are_evaluated(formula: Formula, text: str) -> None:
    assert formula_text(formula) == text


def test_formulas_are_worth_what_they_say() -> None:
    formula = Formula(coefficient=1000.0, meters_per_unit=3, kilograms_per_unit=-1)
    units = {"metersPerUnit": 0.5, "kilogramsPerUnit": 2.0}
    said = eval(formula_text(formula), {}, units)
    assert said == formula.evaluate(meters_per_unit=0.5, kilograms_per_unit=2.0, up_axis="Y")


@pytest.mark.parametrize(
    ("component", "column", "text"),
    [
        ("PhysicsJoint", "physics:body0", "path[]"),
        ("PhysicsJoint", "physics:localPos0", "float32[3]"),
        ("PhysicsDriveAPI", "physics:type", "token"),
        ("Mesh", "points", "float32[3][]"),
        ("prim", "omni:xform", "float64[16]"),
    ],
)
def test_column_types(component: str, column: str, text: str) -> None:
    assert column_type(load_contract().component(component).column_by_name[column]) == text


def test_no_default_is_a_dash() -> None:
    assert default_text(None, None) == "-"
    assert default_text(-3.4028234663852886e38, None) == "-FLT_MAX"
