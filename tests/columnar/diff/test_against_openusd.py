"""Columns and OpenUSD's parser part as the findings say, with both values; nothing else differs."""

from __future__ import annotations

from typing import Any

import pytest
from difference_cases import Expected, values_equal
from edited import with_value
from stage_cases import STAGES

from columnar.diff import Difference, diff
from populate import compare_stage, populate
from schemas.descriptors import DESCRIPTOR_TABLES
from tests.releases import seen_here
from tests.stage_text import stage_of


@pytest.mark.parametrize("name", STAGES)
def test_both_values_are_predicted(name: str) -> None:
    text, known = STAGES[name]
    expected = [e for e in known if seen_here(e.finding)]

    found = compare_stage(stage_of(text)).differences

    assert [(d.table, d.path, d.field, d.finding) for d in found] == [
        (e.table, e.path, e.field, e.finding) for e in sorted(expected, key=_place)
    ]
    for difference, wanted in zip(found, sorted(expected, key=_place), strict=True):
        assert _holds(difference.a, wanted.a)
        assert _holds(difference.b, wanted.b)


def _place(expected: Expected) -> tuple[str, int]:
    fields = list(DESCRIPTOR_TABLES[expected.table].model_fields)
    return expected.table, fields.index(expected.field) if expected.field in fields else -1


def _holds(own: Any, wanted: Any) -> bool:
    return own is not None if wanted is ... else values_equal(own, wanted)


@pytest.mark.parametrize("name", [name for name, (_, expected) in STAGES.items() if expected[0].field != "row"])
def test_another_value_is_not_predicted(name: str) -> None:
    """Either side's value shifted by a little is a difference that no finding claims."""
    stage = stage_of(STAGES[name][0])
    scene, compared = populate(stage).scene, compare_stage(stage)
    for difference in compared.differences:
        if isinstance(difference.a, bool):
            continue  # a flag has no third value
        for side in "ab":
            changed = _changed(getattr(difference, side), difference)
            both = [compared.columns, compared.usd]
            row = _row(both["ab".index(side)], difference)
            both["ab".index(side)] = with_value(
                both["ab".index(side)], difference.table, row, difference.field, changed
            )
            again = [d for d in diff(*both, scene=scene) if _same_place(d, difference)]
            assert [d.finding for d in again] == [None]


def _same_place(one: Difference, other: Difference) -> bool:
    return (one.table, one.path, one.keys, one.field) == (other.table, other.path, other.keys, other.field)


def _row(descriptors: Any, difference: Difference) -> int:
    rows = descriptors.table(difference.table).arrow.to_pylist()
    key = {"limits": "joint", "drives": "joint"}.get(difference.table, "path")
    return next(
        i
        for i, row in enumerate(rows)
        if row[key] == difference.path and all(row[name] == value for name, value in difference.keys.items())
    )


def _changed(value: Any, difference: Difference) -> Any:
    """A value that neither side has."""
    if isinstance(value, list):
        return [lane + 0.37 if lane == lane else 0.37 for lane in value]
    if isinstance(value, float | int):
        if value in (float("inf"), float("-inf")):
            return 0.37
        return value / 2 if abs(value) > 1e6 else type(value)(value + 1)
    tokens = {"axis": "Y", "approximation": "sdf"}
    return tokens.get(difference.field, "/elsewhere")
