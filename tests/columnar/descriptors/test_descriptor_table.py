"""Descriptor tables: typed rows, numpy columns, and Arrow as it is."""

from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from pydantic import ValidationError

from columnar.descriptors import Descriptors, Units, descriptors_from_rows
from schemas.descriptors import CollisionGroup

GROUPS: list[dict[str, Any]] = [
    {"path": "/B", "members": ("/c/2",), "filtered_groups": (), "inverted": False, "merged_groups": ()},
    {"path": "/A", "members": ("/c/1", "/c/3"), "filtered_groups": ("/B",), "inverted": True, "merged_groups": ()},
]
MIMIC: dict[str, Any] = {
    "joint": "/J",
    "leader_axis": "rotX",
    "coef0": 0.5,
    "coef1": 2.0,
    "enabled": True,
    "natural_frequency": 0.0,
    "damping_ratio": 0.0,
}
MATERIAL: dict[str, Any] = {
    "static_friction": 0.5,
    "dynamic_friction": 0.25,
    "restitution": 0.0,
    "friction_combine_mode": "average",
    "restitution_combine_mode": "max",
    "damping_combine_mode": "average",
    "compliant_stiffness": 0.0,
    "compliant_damping": 0.0,
    "compliant_acceleration": False,
}


@pytest.fixture
def found() -> Descriptors:
    tables = {
        "groups": GROUPS,
        "mimics": [MIMIC | {"axis": "rotY"}, MIMIC | {"axis": "rotX", "leader": "/K"}],
        "materials": [MATERIAL | {"path": "/M0"}, MATERIAL | {"path": "/M1", "density": 7.0}],
    }
    return descriptors_from_rows(tables, profile="openusd", units=Units())


def test_rows_are_objects(found: Descriptors) -> None:
    first = found.groups[0]
    assert isinstance(first, CollisionGroup)
    assert (first.path, first.members, first.filtered_groups, first.inverted) == ("/A", ("/c/1", "/c/3"), ("/B",), True)
    assert [row.path for row in found.groups] == ["/A", "/B"]


def test_negative_indices_count_from_the_end(found: Descriptors) -> None:
    assert found.groups[-1] == found.groups[1]
    assert found.groups[-2] == found.groups[0]


@pytest.mark.parametrize("index", [2, -3])
def test_an_index_outside_the_table_is_refused(found: Descriptors, index: int) -> None:
    with pytest.raises(IndexError, match=f"row {index} of a table with 2 rows"):
        found.groups[index]


def test_rows_cannot_be_changed(found: Descriptors) -> None:
    with pytest.raises(ValidationError, match="frozen"):
        found.groups[0].path = "/Other"


def test_a_table_is_an_arrow_stream(found: Descriptors) -> None:
    assert pa.table(found.groups).equals(found.groups.arrow)


def test_path_columns_are_ids_into_the_paths(found: Descriptors) -> None:
    names = list(found.paths)
    assert names == sorted(names)
    assert [names[code] for code in found.groups.values("path")] == ["/A", "/B"]
    assert found.mimics.values("leader").tolist() == [names.index("/K"), -1]


def test_path_lists_are_offsets_and_ids(found: Descriptors) -> None:
    offsets, ids = found.groups.members("members")
    names = list(found.paths)
    assert offsets.tolist() == [0, 2, 3]
    assert [names[code] for code in ids] == ["/c/1", "/c/3", "/c/2"]


def test_token_columns_are_codes_into_the_closed_set(found: Descriptors) -> None:
    tokens = found.mimics.tokens("axis")
    assert [tokens[code] for code in found.mimics.values("axis")] == ["rotX", "rotY"]


def test_missing_numbers_are_nan_and_columns_read_only(found: Descriptors) -> None:
    density = found.materials.values("density")
    assert np.isnan(density[0])
    assert density[1] == 7.0
    assert not density.flags.writeable


def test_tables_are_found_by_name(found: Descriptors) -> None:
    assert found.table("groups") is found.groups
    with pytest.raises(KeyError, match="no descriptor table 'joint'; there are: joints, limits"):
        found.table("joint")


def test_the_summary_names_the_tables_with_rows(found: Descriptors) -> None:
    assert repr(found) == "<Descriptors (openusd): mimics 2, materials 2, groups 2>"
    assert repr(found.groups) == "<CollisionGroup table: 2 rows>"


@pytest.mark.parametrize("name", ["groups", "mimics", "materials"])
def test_rows_and_cells_are_what_arrow_gives(found, name):
    table = found.table(name)
    expected = table.arrow.to_pylist()
    assert expected
    assert table.rows() == expected
    for column in table.names:
        assert table.cells(column) == [row[column] for row in expected]
    first, last = table.names[0], table.names[-1]
    assert table.rows(last, first) == [{last: row[last], first: row[first]} for row in expected]
