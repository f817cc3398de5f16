"""Scenes from tables alone: the same rules as for a stage, and every mistake found at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from columnar.assembly import TablesError, scene_from_tables
from columnar.scene import Scene, cells, numpy_values
from schemas.contract import FLT_MAX, Column, load_contract

IDENTITY = [1.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
MOVED = [1.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]


def structure(scene: Scene) -> dict[str, Any]:
    return {path: cell.get("usd-prim-type") for path, cell in cells(scene).items()}


def test_nothing() -> None:
    units = {"usd-metadata:metersPerUnit": 1.0, "usd-metadata:kilogramsPerUnit": 1.0, "usd-metadata:upAxis": "Z"}
    assert cells(scene_from_tables({})) == {"/": units}


def test_rows_types_and_schemas() -> None:
    scene = scene_from_tables(
        {
            "PhysicsRevoluteJoint": {"prim": ["/World/arm/hinge"]},
            "PhysicsJoint": {"prim": ["/World/arm/hinge", "/World/d6"]},
            "PhysicsDriveAPI": {"prim": ["/World/arm/hinge"], "instance": ["angular"]},
            "PhysicsMassAPI": {"path": ["/World/arm/link"]},
            "MjcJointAPI": {"prim": ["/World/d6"]},
        }
    )
    found = cells(scene)
    assert structure(scene) == {
        "/": None,
        "/World": "Xform",
        "/World/arm": "Xform",
        "/World/arm/hinge": "PhysicsRevoluteJoint",
        "/World/arm/link": "Xform",
        "/World/d6": "PhysicsJoint",
    }
    assert found["/World/arm/hinge"]["usd-schemas"] == ["PhysicsDriveAPI", "PhysicsDriveAPI:angular"]
    assert found["/World/arm/link"]["usd-schemas"] == ["PhysicsMassAPI"]
    assert found["/World/d6"]["unregistered"] == ["MjcJointAPI"]
    assert "omni:xform" not in found["/World/d6"]
    assert found["/World/arm"]["omni:fabric:worldMatrix"] == IDENTITY


def test_fallbacks_and_producer_rules() -> None:
    """As measured on the reference producer: gravity 9.81 m/s2 and 0.02 m contact offset in stage units."""
    scene = scene_from_tables(
        {
            "PhysicsScene": {"prim": ["/scene"], "physics:gravityDirection": [[0, 0, 0]]},
            "PhysicsRigidBodyAPI": {"prim": ["/body"]},
            "PhysicsRevoluteJoint": {"prim": ["/joint"], "physics:lowerLimit": [-90]},
        },
        meters_per_unit=0.01,
        up_axis="Y",
    )
    found = cells(scene)
    assert found["/scene"]["physics:gravityMagnitude"] == pytest.approx(981.0)
    assert found["/scene"]["physics:gravityDirection"] == [0.0, 0.0, 0.0]
    assert found["/body"]["physxRigidBody:maxDepenetrationVelocity"] == pytest.approx(300.0)
    assert found["/joint"]["physics:localRot0"] == [0.0, 0.0, 0.0, 1.0]
    assert found["/joint"]["physics:lowerLimit"] == -90.0
    assert found["/joint"]["physics:upperLimit"] == "inf"
    assert found["/joint"]["physxJoint:maxJointVelocity"] == FLT_MAX


def test_without_filling() -> None:
    tables = {
        "PhysicsRigidBodyAPI": {"prim": ["/body"], "physics:startsAsleep": [True]},
        "PhysicsRevoluteJoint": {"prim": ["/joint"]},
    }
    bare = scene_from_tables(tables, fill=False)
    physics = {
        path: {name: value for name, value in cell.items() if name.startswith("phys")}
        for path, cell in cells(bare).items()
    }
    assert physics == {"/": {}, "/body": {"physics:startsAsleep": True}, "/joint": {}}
    assert bare.contract is load_contract()
    assert bare.batch.schema.equals(scene_from_tables(tables).batch.schema, check_metadata=True)


def test_masks() -> None:
    scene = scene_from_tables({"PhysicsMassAPI": {"prim": ["/a", "/b"], "physics:mass": [2.0, None]}})
    rows = scene.rows("PhysicsMassAPI")
    bit = scene.contract.component("PhysicsMassAPI").column_by_name["physics:mass"].bit
    assert numpy_values(rows.field("authored")).tolist() == [1 << bit, 0]
    assert numpy_values(rows.field("blocked")).tolist() == [0, 0]
    assert numpy_values(rows.field("listed")).tolist() == [True, True]


def test_rows_come_in_any_order() -> None:
    scene = scene_from_tables(
        {
            "PhysicsDriveAPI": {
                "prim": ["/b", "/a", "/a"],
                "instance": ["linear", "rotY", "rotX"],
                "physics:damping": [1.0, 2.0, 3.0],
            },
            "PhysicsJoint": {"prim": ["/b", "/a"]},
        }
    )
    drives = scene.table("PhysicsDriveAPI")
    assert drives.column("instance").to_pylist() == ["rotX", "rotY", "linear"]
    assert drives.column("physics:damping").to_pylist() == [3.0, 2.0, 1.0]


def test_relationships_and_path_kinds() -> None:
    scene = scene_from_tables(
        {
            "PhysicsJoint": {
                "prim": ["/j", "/k"],
                "physics:body0": [["/body"], []],
                "physics:body1": [None, ["/gone", "/body.size", "/body"]],
            },
            "PhysicsRigidBodyAPI": {"prim": ["/body"]},
        }
    )
    found = cells(scene)
    assert found["/j"]["physics:body0"] == ["/body"]
    assert "physics:body1" not in found["/j"]
    assert found["/k"]["physics:body0"] == []
    assert found["/k"]["physics:body1"] == ["/gone", "/body.size", "/body"]
    kinds = {row["name"]: row["kind"] for row in scene.rows("path").to_pylist()}
    assert kinds == {"/": "row", "/body": "row", "/body.size": "property", "/gone": "missing", "/j": "row", "/k": "row"}


def test_prim_table() -> None:
    scene = scene_from_tables(
        {
            "prim": {
                "prim": ["/World", "/World/box", "/World/scope", "/World/plain"],
                "usd-prim-type": [None, "Cube", "Scope", ""],
                "usd-schemas": [None, ["PhysicsDriveAPI", "PhysicsDriveAPI:rotX", "PhysicsCollisionAPI"], None, None],
                "unregistered": [None, ["CompanyAPI"], None, None],
                "omni:xform": [MOVED, MOVED, None, None],
                "omni:resetXformStack": [False, None, None, None],
            }
        }
    )
    found = cells(scene)
    assert structure(scene) == {
        "/": None,
        "/World": "Xform",
        "/World/box": "Cube",
        "/World/plain": None,
        "/World/scope": "Scope",
    }
    box = found["/World/box"]
    assert box["usd-schemas"] == ["PhysicsCollisionAPI", "PhysicsDriveAPI", "PhysicsDriveAPI:rotX"]
    assert box["unregistered"] == ["CompanyAPI"]
    assert box["size"] == 2.0
    assert box["omni:xform"] == MOVED
    assert box["omni:fabric:worldMatrix"][12:15] == [10.0, 12.0, 14.0]


def test_reset_of_the_transform_stack() -> None:
    prims = {"prim": ["/a", "/a/b"], "omni:xform": [MOVED, MOVED], "omni:resetXformStack": [None, True]}
    assert cells(scene_from_tables({"prim": prims}))["/a/b"]["omni:fabric:worldMatrix"] == MOVED


@pytest.mark.parametrize(
    "values",
    [
        [[1, 2, 3], None],
        [(1.0, 2.0, 3.0), None],
        [np.array([1, 2, 3]), None],
        pa.array([[1.0, 2.0, 3.0], None], pa.list_(pa.float64(), 3)),
        pa.array([[1, 2, 3], None]),
        pa.chunked_array([[[1, 2, 3]], [None]]),
    ],
)
def test_vectors_in_many_forms(values: Any) -> None:
    scene = scene_from_tables({"PhysicsMassAPI": {"prim": ["/a", "/b"], "physics:centerOfMass": values}}, fill=False)
    column = scene.column("PhysicsMassAPI", "physics:centerOfMass")
    assert column.values.dtype == np.float32
    assert column.values.tolist() == [[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]]
    assert column.valid.tolist() == [True, False]


def test_arrow_tables_and_numpy() -> None:
    table = pa.table({"prim": ["/a"], "physics:mass": pa.array([2.5], pa.float64())})
    scene = scene_from_tables(
        {
            "PhysicsMassAPI": table,
            "PhysicsRigidBodyAPI": table.select(["prim"]).to_batches()[0],
            "Mesh": {"prim": np.array(["/m"]), "points": [np.arange(6.0).reshape(2, 3).tolist()]},
            "Cube": {"prim": pa.array(["/c"]).dictionary_encode(), "size": np.array([3])},
            "prim": {"prim": ["/m"], "omni:xform": np.array([np.eye(4)])},
        }
    )
    found = cells(scene)
    assert found["/a"]["physics:mass"] == 2.5
    assert found["/m"]["points"] == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    assert found["/c"]["size"] == 3.0


MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"PhysicsJiont": {"prim": []}}, "PhysicsJiont: no table 'PhysicsJiont'; did you mean 'PhysicsJoint'"),
    ({"Cube": {"size": [1.0]}}, "Cube: needs one column of prim paths, named 'prim' or 'path'; it has neither"),
    ({"Cube": {"prim": ["/a"], "path": ["/a"]}}, "named 'prim' or 'path'; it has ['prim', 'path']"),
    ({"Cube": {"prim": ["/a"], "sise": [1.0]}}, "Cube: no column 'sise'; did you mean 'size'?"),
    ({"PhysicsFixedJoint": {"prim": ["/a"], "x": [1]}}, "PhysicsFixedJoint: no column 'x'; it has only 'prim'"),
    (
        {"Cube": {"prim": ["/a"], "authored": [1]}},
        "Cube: column 'authored' is worked out from the others; leave it out",
    ),
    ({"Cube": {"prim": ["/a"], "instance": ["x"]}}, "Cube: no column 'instance'"),
    ({"Cube": {"prim": ["/a", "/b"], "size": [1]}}, "Cube: columns differ in length: 'prim' 2, 'size' 1"),
    ({"Cube": {"prim": ["/a", "b"]}}, "Cube: row 1 ('b'): 'prim' must be a prim path: an absolute path such as"),
    ({"Cube": {"prim": ["/a", "/a.b", "/"]}}, "Cube: rows 1 ('/a.b'), 2 ('/'): 'prim' must be a prim path"),
    ({"Cube": {"prim": ["/a", None, 3]}}, "Cube: rows 1 (None), 2 (3): 'prim' must be a text"),
    ({"Cube": {"prim": ["/a", "/b", "/a"]}}, "Cube: row 2 ('/a'): the same prim (and instance) has an earlier row"),
    ({"Cube": {"prim": ["/a", "/b"], "size": [1, "2"]}}, "Cube: row 1 ('2'): 'size' must be a number or None"),
    ({"PhysicsDriveAPI": {"prim": ["/a"]}}, "PhysicsDriveAPI: is a multiple-apply schema; give each row's name in a"),
    ({"PhysicsDriveAPI": {"prim": ["/a"], "instance": ["a b"]}}, "row 0 ('a b'): 'instance' must be a name without"),
    (
        {"PhysicsDriveAPI": {"prim": ["/a", "/a"], "instance": ["x", "x"]}},
        "PhysicsDriveAPI: row 1 (('/a', 'x')): the same prim (and instance) has an earlier row",
    ),
    (
        {"PhysicsMassAPI": {"prim": ["/a", "/b"], "physics:centerOfMass": [[1, 2], [1, None, 3]]}},
        "PhysicsMassAPI: rows 0 ([1, 2]), 1 ([1, None, 3]): 'physics:centerOfMass' must be 3 numbers or None",
    ),
    (
        {"PhysicsRigidBodyAPI": {"prim": ["/a"], "physics:startsAsleep": [1]}},
        "PhysicsRigidBodyAPI: row 0 (1): 'physics:startsAsleep' must be true or false or None",
    ),
    (
        {"PhysicsRevoluteJoint": {"prim": ["/a"], "physics:axis": [0]}},
        "PhysicsRevoluteJoint: row 0 (0): 'physics:axis' must be a text or None",
    ),
    (
        {"PhysicsJoint": {"prim": ["/a"], "physics:body0": ["/b"]}},
        "PhysicsJoint: row 0 ('/b'): 'physics:body0' must be a list of texts or None",
    ),
    (
        {"PhysicsJoint": {"prim": ["/a", "/b"], "physics:body0": [None, ["/c", "d", "/e/"]]}},
        "PhysicsJoint: rows 1 ('d'), 1 ('/e/'): 'physics:body0' must name absolute paths such as '/World/Body'",
    ),
    (
        {"Cube": {"prim": ["/a"]}, "Sphere": {"prim": ["/a"]}},
        "/a: stands in the prim-type tables Cube, Sphere, of which none derives from the others; a prim has one type",
    ),
    (
        {"Cube": {"prim": ["/a"]}, "prim": {"prim": ["/a"], "usd-prim-type": ["Sphere"]}},
        "/a: stands in the prim-type tables Cube, but the prim table says 'Sphere'; a prim has one type",
    ),
    (
        {"PhysicsFixedJoint": {"prim": ["/j"]}, "prim": {"prim": ["/j"], "omni:xform": [IDENTITY]}},
        "prim: row 0 ('/j'): 'omni:xform' on a prim whose type is not Xformable",
    ),
    ({"prim": {"prim": ["/a"], "parent": ["/"]}}, "prim: column 'parent' is worked out from the others; leave it out"),
]


@pytest.mark.parametrize(("tables", "expected"), MISTAKES, ids=[mistake[1][:60] for mistake in MISTAKES])
def test_mistake(tables: dict[str, Any], expected: str) -> None:
    with pytest.raises(TablesError) as caught:
        scene_from_tables(tables)
    assert expected in str(caught.value)
    assert len(caught.value.problems) == 1


def test_every_column_takes_a_value() -> None:
    """One value of each column's type, tokens and lists of them included, comes back as it was given."""
    tables: dict[str, Any] = {}
    expected = {}
    for component in load_contract().tables:
        values = {column.name: example(column) for column in component.columns}
        keys = {"prim": [f"/{component.name}"]} | ({"instance": ["one"]} if component.multiple_apply else {})
        tables[component.name] = {**keys, **{name: [value] for name, value in values.items()}}
        expected[f"/{component.name}"] = {component.full_name(name, "one"): value for name, value in values.items()}
    found = cells(scene_from_tables(tables, fill=False))
    for path, values in expected.items():
        assert {name: found[path][name] for name in values} == values


def example(column: Column) -> Any:
    """A value other than zero."""
    one: Any = {"bool8": True, "float16": 0.5, "float32": 0.25, "float64": 0.1}.get(column.dtype, 7)
    if column.relationship:
        return ["/World/Body"]
    if column.token or column.dtype in ("string", "asset"):
        one = column.tokens[-1] if column.tokens else "text"
    cell = [one] * column.lanes if column.lanes > 1 else one
    return [cell, cell] if column.array else cell


def test_whole_numbers_are_not_rounded() -> None:
    component = next(
        c for c in load_contract().tables if any(col.dtype == "int32" and not col.array for col in c.columns)
    )
    column = next(c for c in component.columns if c.dtype == "int32" and not c.array)
    instance = {"instance": ["x"]} if component.multiple_apply else {}
    for value in (1.5, 2**40):
        with pytest.raises(TablesError, match=r"must be a whole number \(int32\) or None"):
            scene_from_tables({component.name: {"prim": ["/a"], **instance, column.name: [value]}})


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"meters_per_unit": 0.0}, "meters_per_unit: 0.0 must be a finite number above 0"),
        ({"kilograms_per_unit": float("nan")}, "kilograms_per_unit: nan must be a finite number above 0"),
        ({"up_axis": "X"}, "up_axis: 'X' must be 'Y' or 'Z'"),
    ],
)
def test_units(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(TablesError, match=expected):
        scene_from_tables({}, **options)


def test_all_mistakes_at_once() -> None:
    tables = {
        "PhysicsJiont": {},
        "Cube": {"prim": ["a", "/b"], "sise": [1, 2], "size": ["x", None]},
        "PhysicsMassAPI": {"prim": ["/b"] * 9, "physics:mass": ["no"] * 8},
    }
    with pytest.raises(TablesError) as caught:
        scene_from_tables(tables, up_axis="up")
    lines = str(caught.value).splitlines()
    assert lines[0] == "the tables do not make a scene:"
    assert [line.strip() for line in lines[1:]] == list(caught.value.problems)
    assert len(caught.value.problems) == 8
    assert (
        "PhysicsMassAPI: rows 0 ('no'), 1 ('no'), 2 ('no'), 3 ('no'), 4 ('no') and 3 more: 'physics:mass' must be"
        in str(caught.value)
    )
