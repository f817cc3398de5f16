"""Types, formulas and defaults of contract columns in words."""

from __future__ import annotations

from typing import Any

from columnar.reports import value_text
from schemas.contract import FLT_MAX, Column, Formula, ProducerRule

__all__ = ["column_type", "default_text", "formula_text", "producer_text"]

_RULES = {
    ProducerRule.RESOLVED: "authored, else the fallback",
    ProducerRule.AUTHORED_ONLY: "authored only",
    ProducerRule.DERIVED: "derived",
}


def column_type(column: Column) -> str:
    """Element type with lanes and array brackets: `float32[3]`, `float32[3][]`, `token`, `path[]`."""
    element = "path" if column.relationship else "token" if column.token else str(column.dtype)
    return element + (f"[{column.lanes}]" if column.lanes > 1 else "") + ("[]" if column.array else "")


def producer_text(column: Column) -> str:
    """What a producer writes where nothing is authored."""
    rule = _RULES[column.producer]
    if column.when_unauthored is not None:
        rule = f"authored, else {formula_text(column.when_unauthored)}"
    return f"{rule}; also without the API" if column.created_without_api else rule


def default_text(value: Any, formula: Formula | None) -> str:
    """A default: a value, or a formula of the stage units; "-" for none."""
    if formula is not None:
        return formula_text(formula)
    if isinstance(value, float) and abs(value) == FLT_MAX:
        return "FLT_MAX" if value > 0 else "-FLT_MAX"
    return value_text(value)


def formula_text(formula: Formula) -> str:
    """A producer formula as arithmetic, in the order in which it is rounded: `0.04 * (1.0 / metersPerUnit)`."""
    if formula.coefficient is None:
        text = "the negative up axis"
    else:
        text = default_text(formula.coefficient, None)
        if formula.base is not None:
            text += f" * ({formula.base!r} / metersPerUnit)" * -formula.meters_per_unit
        else:
            text += _factors("metersPerUnit", formula.meters_per_unit)
        text += _factors("kilogramsPerUnit", formula.kilograms_per_unit)
    return f"{text} (on {', '.join(formula.prim_types)})" if formula.prim_types else text


def _factors(unit: str, power: int) -> str:
    return f" {'*' if power > 0 else '/'} {unit}" * abs(power)
