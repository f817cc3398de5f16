"""Descriptors from plain rows: sorted, checked, and the same however they are given."""

import math
from typing import Any

import pytest

from columnar.descriptors import Units, descriptors_from_rows
from schemas.descriptors import DESCRIPTOR_TABLES, JointLimit, LimitAxis, arrow_schema

LIMIT: dict[str, Any] = {
    "joint": "/J",
    "enabled": True,
    "locked": False,
    "lower": -math.inf,
    "upper": 1.5,
    "restitution": 0.0,
    "bounce_threshold": 0.0,
    "stiffness": 0.0,
    "damping": 0.0,
}


def _limits(*rows: Any) -> Any:
    return descriptors_from_rows({"limits": rows}, profile="openusd", units=Units()).limits


def test_nothing_makes_empty_tables() -> None:
    found = descriptors_from_rows({}, profile="openusd", units=Units())
    for name, row in DESCRIPTOR_TABLES.items():
        assert len(found.table(name)) == 0
        assert found.table(name).schema.equals(arrow_schema(row), check_metadata=True)


def test_rows_are_sorted_by_path_and_axis() -> None:
    found = _limits(
        LIMIT | {"axis": "rotX"},
        LIMIT | {"axis": "transZ"},
        LIMIT | {"axis": "distance", "joint": "/Jz"},
        LIMIT | {"axis": "rotX", "joint": "/J/a"},
        LIMIT | {"axis": "rotX", "joint": "/J_"},
    )
    assert [(row.joint, row.axis) for row in found] == [
        ("/J", LimitAxis.TRANS_Z),
        ("/J", LimitAxis.ROT_X),
        ("/J/a", LimitAxis.ROT_X),
        ("/J_", LimitAxis.ROT_X),
        ("/Jz", LimitAxis.DISTANCE),
    ]


def test_row_objects_and_mappings_give_the_same() -> None:
    mapping = LIMIT | {"axis": "angular"}
    assert _limits(mapping).arrow.equals(_limits(JointLimit(**mapping)).arrow)


def test_json_keeps_what_json_has_no_numbers_for() -> None:
    found = descriptors_from_rows({"limits": [LIMIT | {"axis": "angular"}]}, profile="openusd", units=Units())
    (row,) = found.to_json()["limits"]
    assert (row["lower"], row["upper"], row["axis"]) == ("-inf", 1.5, "angular")


def test_unknown_tables_are_refused() -> None:
    with pytest.raises(KeyError, match="no descriptor table 'limit'; there are: joints, limits"):
        descriptors_from_rows({"limit": []}, profile="openusd", units=Units())


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(KeyError, match="table 'limits' has no field 'stiff'"):
        _limits(LIMIT | {"axis": "angular", "stiff": 1.0})


def test_fields_that_cannot_be_null_must_be_given() -> None:
    with pytest.raises(KeyError, match="lower"):
        _limits({name: value for name, value in LIMIT.items() if name != "lower"} | {"axis": "angular"})


def test_tokens_outside_their_set_are_refused() -> None:
    with pytest.raises((KeyError, ValueError), match="sideways"):
        _limits(LIMIT | {"axis": "sideways"})
