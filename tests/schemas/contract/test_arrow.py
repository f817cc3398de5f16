"""Arrow types of contract columns: the file format's rules for lanes, arrays, tokens, relationships and metadata."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest

from schemas.contract import Component, arrow_type, column_field, component_struct, load_contract

TOKEN = pa.dictionary(pa.int32(), pa.string())


def of(item: pa.DataType, lanes: int = -1) -> pa.DataType:
    """A list whose items are never null, of a fixed size where `lanes` says so."""
    return pa.list_(pa.field("item", item, nullable=False), lanes)


EXPECTED = {
    ("PhysicsMassAPI", "physics:mass"): pa.float32(),
    ("PhysicsMassAPI", "physics:centerOfMass"): of(pa.float32(), 3),
    ("PhysicsJoint", "physics:localRot0"): of(pa.float32(), 4),
    ("PhysicsJoint", "physics:body0"): of(pa.uint64()),
    ("PhysicsJoint", "physics:jointEnabled"): pa.bool_(),
    ("PhysicsRevoluteJoint", "physics:axis"): TOKEN,
    ("Cube", "size"): pa.float64(),
    ("Mesh", "points"): of(of(pa.float32(), 3)),
    ("Mesh", "faceVertexCounts"): of(pa.int32()),
    ("PhysxSceneAPI", "physxScene:gpuMaxRigidContactCount"): pa.uint32(),
    ("PhysicsCollisionGroup", "physics:mergeGroup"): TOKEN,
}


@pytest.mark.parametrize(("component", "column"), EXPECTED)
def test_a_column_has_the_type_of_its_dtype_and_shape(component: str, column: str) -> None:
    found = arrow_type(load_contract().component(component).column_by_name[column])
    assert found == EXPECTED[component, column]


def test_only_the_cell_may_be_null() -> None:
    """Lanes and elements cannot be; the cell itself is null where the contract calls the column absent."""
    for component in load_contract().tables:
        for field in component_struct(component):
            assert field.nullable == (field.name in component.column_by_name)
            inner = field.type
            while pa.types.is_list(inner) or pa.types.is_fixed_size_list(inner):
                assert not inner.value_field.nullable
                inner = inner.value_type


def test_a_table_has_prim_listed_columns_and_masks() -> None:
    struct = component_struct(load_contract().component("PhysicsMassAPI"))
    columns = ["physics:mass", "physics:density", "physics:centerOfMass", "physics:diagonalInertia"]
    assert [field.name for field in struct] == [
        "prim",
        "listed",
        *columns,
        "physics:principalAxes",
        "authored",
        "blocked",
    ]
    types = {field.name: field.type for field in struct}
    assert types["prim"] == types["authored"] == types["blocked"] == pa.uint64()
    assert types["listed"] == pa.bool_()


def test_a_multiple_apply_table_names_the_instance() -> None:
    struct = component_struct(load_contract().component("PhysicsLimitAPI"))
    assert [field.name for field in struct][:3] == ["prim", "instance", "listed"]
    assert struct.field("instance").type == TOKEN


def test_columns_stand_in_the_order_of_their_bits() -> None:
    text = {"dtype": "float32", "usd_type": "float", "producer": "resolved"}
    columns = [{"name": name, "bit": bit, **text} for name, bit in (("b", 5), ("a", 2))]
    component = Component.model_validate({"name": "Acme", "kind": "prim_type", "source": "acme", "columns": columns})
    assert [field.name for field in component_struct(component)] == ["prim", "listed", "a", "b", "authored", "blocked"]


def test_the_metadata_says_what_a_reader_needs() -> None:
    drive = load_contract().component("PhysicsDriveAPI")
    field = column_field(drive, drive.column_by_name["physics:stiffness"])
    metadata = {key.decode(): value.decode() for key, value in field.metadata.items()}
    assert metadata["name"] == "drive:<inst>:physics:stiffness"
    assert metadata["dtype"] == "float32"
    assert metadata["usd_type"] == "float"
    assert metadata["units"] == "rot: torque/deg; trans: force/length"
    assert metadata["conversion"] == "per_deg_to_per_rad"
    assert json.loads(metadata["bit"]) == drive.column_by_name["physics:stiffness"].bit
    assert "semantic" not in metadata


def test_what_a_column_does_not_say_is_left_out_of_its_metadata() -> None:
    for component in load_contract().tables:
        for column in component.columns:
            metadata = column_field(component, column).metadata
            assert metadata[b"name"].decode() == component.full_name(column.name)
            assert json.loads(metadata[b"bit"]) == column.bit
            assert not {b"null", b"None"} & set(metadata.values())
