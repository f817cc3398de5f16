"""Rows are matched by their keys and compared field by field; what is equal is not reported, everything else is."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from difference_cases import Expected, agree, only
from edited import edited, rows_of, with_value

from columnar.descriptors import Descriptors, Units, descriptors_from_rows
from columnar.diff import diff

JOINT = {
    "type": "revolute",
    "local_pos0": (0, 0, 0),
    "local_rot0": (0, 0, 0, 1),
    "local_pos1": (0, 0, 0),
    "local_rot1": (0, 0, 0, 1),
    "enabled": True,
    "collision_enabled": False,
    "break_force": math.inf,
    "break_torque": math.inf,
    "exclude_from_articulation": False,
}
LIMIT = {"restitution": 0, "bounce_threshold": 0, "stiffness": 0, "damping": 0, "locked": False, "enabled": True}
ROWS: dict[str, list[dict[str, Any]]] = {
    "joints": [{"path": f"/{name}", **JOINT, "axis": "X", "body1": "/B"} for name in "abc"],
    "limits": [
        {"joint": "/a", "axis": axis, "lower": -1.0, "upper": 1.0, **LIMIT} for axis in ("rotX", "rotY", "distance")
    ],
    "filtered_pairs": [{"path": "/a", "other": "/b"}, {"path": "/a", "other": "/c"}],
    "groups": [{"path": "/g", "members": ("/a", "/b"), "filtered_groups": (), "inverted": False, "merged_groups": ()}],
}


def made(rows: dict[str, list[dict[str, Any]]]) -> Descriptors:
    return descriptors_from_rows(rows, profile="openusd", units=Units())


@pytest.fixture
def plain() -> Descriptors:
    """Some rows in several tables."""
    return made(ROWS)


def test_equal_descriptors_have_no_differences(plain: Descriptors) -> None:
    found = diff(plain, made(ROWS))
    assert (len(found), found.unexplained, found.simulated) == (0, 0, False)
    assert found.to_json() == {"differences": [], "unexplained": 0}


def test_the_order_of_rows_and_other_paths_do_not_matter(plain: Descriptors) -> None:
    other = made({name: rows[::-1] for name, rows in ROWS.items()} | {"bodies": []})
    longer = made({**ROWS, "filtered_pairs": [*ROWS["filtered_pairs"], {"path": "/0", "other": "/zz"}]})

    assert len(diff(plain, other)) == 0
    (difference,) = diff(plain, longer)
    assert (difference.table, difference.path, difference.keys, difference.field) == (
        "filtered_pairs",
        "/0",
        {"other": "/zz"},
        "row",
    )
    assert difference.a is None
    assert difference.b == {"path": "/0", "other": "/zz"}


def test_missing_rows_are_told_by_their_keys(plain: Descriptors) -> None:
    def drop(rows: dict[str, list[dict[str, Any]]]) -> None:
        del rows["limits"][1], rows["joints"][2]

    found = list(diff(plain, edited(plain, drop)))

    assert [(d.table, d.path, d.keys) for d in found] == [("joints", "/c", {}), ("limits", "/a", {"axis": "rotY"})]
    assert all(d.b is None and d.a is not None for d in found)


@pytest.mark.parametrize(
    ("table", "field", "value"),
    [
        ("joints", "type", "fixed"),
        ("joints", "body1", "/C"),
        ("joints", "body1", None),
        ("joints", "body0", "/B"),
        ("joints", "axis", "Z"),
        ("joints", "axis", None),
        ("joints", "enabled", False),
        ("joints", "break_force", 5.0),
        ("joints", "break_force", math.nan),
        ("joints", "ratio", 0.0),
        ("joints", "local_pos0", [0.0, 0.0, 1e-5]),
        ("joints", "local_rot0", [0.0, 0.0, 1e-4, 1.0]),
        ("limits", "upper", float(np.float32(1.0001))),
        ("limits", "upper", math.inf),
        ("groups", "members", ["/b", "/a"]),
        ("groups", "members", ["/a"]),
        ("groups", "members", ["/a", "/c"]),
        ("groups", "merge_group", "one"),
    ],
)
def test_a_changed_value_is_found(plain: Descriptors, table: str, field: str, value: Any) -> None:
    other = with_value(plain, table, 0, field, value)
    path = rows_of(plain)[table][0].get("path", "/a")

    for a, b in ((plain, other), (other, plain)):
        (difference,) = diff(a, b)
        assert (difference.table, difference.path, difference.field) == (table, path, field)
        assert difference.finding is None


@pytest.mark.parametrize(
    ("table", "field", "value"),
    [
        ("joints", "local_pos0", [0.0, 0.0, 5e-7]),
        ("joints", "local_rot0", [0.0, 0.0, 0.0, -1.0]),
        ("limits", "upper", float(np.float32(1.000001))),
    ],
)
def test_rounding_is_no_difference(plain: Descriptors, table: str, field: str, value: Any) -> None:
    assert len(diff(plain, with_value(plain, table, 0, field, value))) == 0


def test_nan_equals_nan(plain: Descriptors) -> None:
    one, two = (with_value(plain, "limits", 0, "lower", math.nan) for _ in range(2))
    assert len(diff(one, two)) == 0
    assert len(diff(one, plain)) == 1


def test_the_same_row_twice_is_a_difference(plain: Descriptors) -> None:
    twice = made({**ROWS, "joints": [*ROWS["joints"], ROWS["joints"][0]]})
    assert [d.path for d in diff(twice, plain)] == ["/a"]
    assert len(diff(twice, twice)) == 0


def test_differences_are_in_the_order_of_tables_rows_and_fields(plain: Descriptors) -> None:
    def change(rows: dict[str, list[dict[str, Any]]]) -> None:
        rows["limits"][2]["upper"] = rows["limits"][0]["upper"] = 9.0
        rows["joints"][1]["enabled"] = False
        rows["joints"][0].update(enabled=False, axis="Y")

    found = list(diff(plain, edited(plain, change)))

    assert [(d.table, d.path, *d.keys.values(), d.field) for d in found] == [
        ("joints", "/a", "enabled"),
        ("joints", "/a", "axis"),
        ("joints", "/b", "enabled"),
        ("limits", "/a", "rotX", "upper"),
        ("limits", "/a", "distance", "upper"),
    ]


def test_json_has_the_stated_keys(plain: Descriptors) -> None:
    other = with_value(plain, "limits", 0, "upper", math.inf)
    assert diff(plain, other).to_json() == {
        "differences": [
            {"table": "limits", "path": "/a", "axis": "rotX", "field": "upper", "a": 1.0, "b": "inf", "finding": None}
        ],
        "unexplained": 1,
    }
    data = diff(plain, with_value(plain, "joints", 0, "enabled", False)).to_json()
    assert list(data["differences"][0]) == ["table", "path", "field", "a", "b", "finding"]


def test_what_no_finding_explains_counts_as_seen_by_a_simulation(plain: Descriptors) -> None:
    found = diff(plain, with_value(plain, "joints", 0, "enabled", False))
    assert (found.unexplained, found.simulated, found.counts) == (1, True, {})
    assert agree(only(found, "joints", "enabled"), [Expected("joints", "/a", "enabled", True, False, None)])
