"""Arrow schemas of the descriptor tables: one definition, with meaning and units in the field metadata."""

import json
from typing import Annotated

import pyarrow as pa
import pytest

from schemas.descriptors import (
    DESCRIPTOR_TABLES,
    PATH,
    TABLE_KEYS,
    DescriptorRow,
    Joint,
    JointLimit,
    LimitAxis,
    RigidBody,
    arrow_schema,
)

TABLES = sorted(DESCRIPTOR_TABLES)


@pytest.mark.parametrize("table", TABLES)
def test_every_field_says_what_it_means(table: str) -> None:
    row = DESCRIPTOR_TABLES[table]
    for field in arrow_schema(row):
        assert field.metadata[b"meaning"].endswith(b"."), field.name
    assert row.__doc__


@pytest.mark.parametrize("table", TABLES)
def test_columns_are_the_fields_of_the_row_class(table: str) -> None:
    row = DESCRIPTOR_TABLES[table]
    assert arrow_schema(row).names == list(row.model_fields)


@pytest.mark.parametrize("table", TABLES)
def test_keys_are_columns(table: str) -> None:
    schema = arrow_schema(DESCRIPTOR_TABLES[table])
    keys = TABLE_KEYS.get(table, ("path",))
    assert set(keys) <= set(schema.names)


def test_units_are_metadata() -> None:
    schema = arrow_schema(JointLimit)
    assert schema.field("lower").metadata[b"units"] == b"rad or length"
    assert b"units" not in schema.field("enabled").metadata


def test_closed_sets_are_metadata_in_code_order() -> None:
    field = arrow_schema(JointLimit).field("axis")
    assert json.loads(field.metadata[b"tokens"]) == [str(axis) for axis in LimitAxis]
    assert pa.types.is_dictionary(field.type)


def test_types_follow_the_python_types() -> None:
    joints = arrow_schema(Joint)
    assert joints.field("path").type == PATH
    assert not joints.field("path").nullable
    assert joints.field("body0").nullable
    velocity = arrow_schema(RigidBody).field("velocity").type
    assert pa.types.is_fixed_size_list(velocity)
    assert (velocity.list_size, velocity.value_type) == (3, pa.float32())


def test_a_field_without_an_arrow_type_is_refused() -> None:
    class Wrong(DescriptorRow):
        count: Annotated[int, "plain"]

    with pytest.raises(TypeError, match="has no Arrow type"):
        arrow_schema(Wrong)
