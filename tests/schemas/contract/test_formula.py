"""Producer formulas, to the last float32 bit what the reference producer published."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from schemas.contract import FLT_MAX, Formula, load_contract

MEASURED: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "contract" / "producer_formulas.toml").read_text(encoding="utf-8")
)


def evaluate(formula: Formula, *, meters: float = 1.0, kilograms: float = 1.0, up_axis: str = "Y") -> Any:
    """The formula's value on a stage with these units."""
    return formula.evaluate(meters_per_unit=meters, kilograms_per_unit=kilograms, up_axis=up_axis)


@pytest.mark.parametrize("column", MEASURED["columns"], ids=lambda column: column["name"])
def test_a_formula_has_the_measured_bits(column: dict[str, Any]) -> None:
    formula = load_contract().component(column["component"]).column_by_name[column["name"]].when_unauthored
    assert formula is not None

    values = [evaluate(formula, meters=meters) for meters in MEASURED["meters_per_unit"]]

    assert values == [float(np.float32(value)) for value in column["values"]]


def test_every_formula_that_depends_on_the_units_was_measured() -> None:
    measured = {(column["component"], column["name"]) for column in MEASURED["columns"]}
    depending = {
        (component.name, column.name)
        for component in load_contract().components.values()
        for column in component.columns
        if column.when_unauthored is not None and column.when_unauthored.meters_per_unit
    }
    assert depending <= measured


def test_gravity_on_an_inch_stage() -> None:
    """The quotient of doubles rounds to another float32; the producer divides in float32."""
    gravity = load_contract().component("PhysicsScene").column_by_name["physics:gravityMagnitude"].when_unauthored
    assert gravity is not None
    assert np.float32(evaluate(gravity, meters=0.0254)) == np.float32(386.22049)
    assert np.float32(9.81 / 0.0254) != np.float32(386.22049)


@pytest.mark.parametrize(
    ("up_axis", "down"), [("Y", (0.0, -1.0, 0.0)), ("Z", (0.0, 0.0, -1.0)), ("X", (0.0, 0.0, -1.0))]
)
def test_down_is_against_the_up_axis_and_every_axis_but_y_is_z(up_axis: str, down: tuple[float, ...]) -> None:
    assert evaluate(Formula(negative_up_axis=True), up_axis=up_axis) == down


@pytest.mark.parametrize(
    ("formula", "kilograms", "expected"),
    [
        (Formula(coefficient=6.0, kilograms_per_unit=-1), 4.0, 1.5),
        (Formula(coefficient=6.0, kilograms_per_unit=2), 4.0, 96.0),
        (Formula(coefficient=1000.0, meters_per_unit=3, kilograms_per_unit=-1), 2.0, 4000.0),
        (Formula(coefficient=FLT_MAX), 4.0, FLT_MAX),
    ],
)
def test_powers_of_both_units(formula: Formula, kilograms: float, expected: float) -> None:
    assert evaluate(formula, meters=2.0, kilograms=kilograms) == expected


def test_a_unit_of_nothing_gives_infinity_without_a_warning() -> None:
    with np.errstate(all="raise"):
        assert evaluate(Formula(coefficient=0.02, meters_per_unit=-1), meters=0.0) == np.inf


def test_flt_max_is_the_largest_float32() -> None:
    assert float(np.finfo(np.float32).max) == FLT_MAX


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({}, "either 'coefficient' or 'negative_up_axis"),
        ({"coefficient": 1.0, "negative_up_axis": True}, "either 'coefficient' or 'negative_up_axis"),
        ({"coefficient": 1.0, "base": 10.0}, "'base' goes with a negative power"),
        ({"coefficient": 1.0, "expression": "9.81 / metersPerUnit"}, "Extra inputs are not permitted"),
    ],
)
def test_a_formula_has_one_form(keys: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Formula.model_validate(keys)
