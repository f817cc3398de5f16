"""What the contract does not know: kept under its own names, and reported where it matters."""

from __future__ import annotations

from typing import Any

import pytest

from columnar import Scene, cells
from tests.stage_text import report_codes, scene_of

STAGE = """
def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "AcmeMagnetAPI", "AcmeCoilAPI:rear", "MjcSiteAPI"])
{
    float acme:strength = 4
    token acme:mode = "pull"
    token[] acme:modes = ["pull", "push"]
    asset acme:file = @./magnet.json@
    double3 acme:axis = (1, 2, 3)
    quatf acme:turn = (4, 1, 2, 3)
    matrix4d acme:frame = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (5, 6, 7, 1))
    int[] acme:counts = [1, 2]
    rel acme:pulls = [</body>, </gone>]
    rel acme:pushes = []
    float acme:blocked = None
    float acme:declared
    int mjc:group = 3
    float physics:custom = 8
    uniform token[] xformOpOrder = ["xformOp:translate"]
    double3 xformOp:translate = (1, 0, 0)
}

def Xform "plain" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{
    float acme:strength = 4
    float physics:custom = 8
    float physxAnything:speed = 9
    float newton:bogus = 10
    float drive:angular:custom = 11
    string userProperties:note = "hello"
}
"""


def kept(scene: Scene, prim: str) -> dict[str, Any]:
    """Rows of the property table of a prim, by name."""
    rows = scene.table("property").to_pylist()
    return {row["name"]: row for row in rows if scene.paths[row["prim"]] == prim}


def test_every_property_beside_an_unknown_schema_is_kept() -> None:
    names = {name for name in kept(scene_of(STAGE), "/body") if name.startswith("acme:")}
    values = {"strength", "mode", "modes", "file", "axis", "turn", "frame", "counts", "pulls", "pushes", "blocked"}
    assert names == {f"acme:{name}" for name in values}


@pytest.mark.parametrize(
    ("name", "usd_type", "column", "value"),
    [
        ("acme:strength", "float", "number", [4.0]),
        ("acme:mode", "token", "text", ["pull"]),
        ("acme:modes", "token[]", "text", ["pull", "push"]),
        ("acme:file", "asset", "text", ["./magnet.json"]),
        ("acme:axis", "double3", "number", [1.0, 2.0, 3.0]),
        ("acme:turn", "quatf", "number", [1.0, 2.0, 3.0, 4.0]),
        ("acme:frame", "matrix4d", "number", [1.0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]),
        ("acme:counts", "int[]", "number", [1.0, 2.0]),
        ("acme:blocked", "float", None, None),
        ("mjc:group", "int", "number", [3.0]),
        ("physics:custom", "float", "number", [8.0]),
    ],
)
def test_a_property_keeps_type_and_value(name: str, usd_type: str, column: str | None, value: Any) -> None:
    row = kept(scene_of(STAGE), "/body")[name]
    assert row["usd_type"] == usd_type
    assert {key: row[key] for key in ("number", "text", "targets") if row[key] is not None} == (
        {} if column is None else {column: value}
    )
    assert (row["authored"], row["blocked"]) == (column is not None, column is None)


def test_relationships_are_kept_with_their_targets() -> None:
    scene = scene_of(STAGE)
    found = {name: kept(scene, "/body")[name]["targets"] for name in ("acme:pulls", "acme:pushes")}
    assert {name: [scene.paths[path] for path in targets] for name, targets in found.items()} == {
        "acme:pulls": ["/body", "/gone"],
        "acme:pushes": [],
    }


def test_beside_known_schemas_alone_only_the_physics_namespaces_are_kept() -> None:
    names = {"physics:custom", "physxAnything:speed", "newton:bogus", "drive:angular:custom"}
    assert set(kept(scene_of(STAGE), "/plain")) == names


def test_transform_ops_are_not_kept_beside_the_matrix_they_make() -> None:
    assert not {"xformOp:translate", "xformOpOrder"} & set(kept(scene_of(STAGE), "/body"))


def test_unknown_schemas_are_listed_apart_and_reported() -> None:
    scene = scene_of(STAGE)
    names = ["AcmeCoilAPI:rear", "AcmeMagnetAPI", "MjcSiteAPI"]
    assert cells(scene)["/body"]["unregistered"] == names
    assert cells(scene)["/body"]["usd-schemas"] == ["PhysicsRigidBodyAPI"]
    texts = [row["text"] for row in scene.table("report").to_pylist() if row["code"] == "unknown_schema"]
    assert sorted(name for name in names for text in texts if f" {name}:" in text) == names


def test_a_known_extension_is_no_unknown_schema() -> None:
    """MjcJointAPI has a component of its own although no published package registers it."""
    scene = scene_of(
        'def PhysicsRevoluteJoint "joint" (prepend apiSchemas = ["MjcJointAPI"])\n{\n    double mjc:damping = 3\n}\n'
    )
    assert cells(scene)["/joint"]["unregistered"] == ["MjcJointAPI"]
    assert cells(scene)["/joint"]["mjc:damping"] == 3.0
    assert scene.table("MjcJointAPI").to_pylist()[0]["listed"] is True
    assert report_codes(scene) == []


TYPES = """
def AcmeRobot "robot"
{
    float physics:mass = 3

    def Xform "link" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
    {
    }
}

def AcmeJoint "joint" (prepend apiSchemas = ["PhysicsMassAPI", "PhysicsRigidBodyAPI"])
{
    float physics:mass = 4
    float acme:gain = 5
}

def PhysicsAcmeJoint "physical"
{
}

def AcmeLight "light"
{
    float acme:brightness = 6
}
"""


def test_an_unknown_type_alone_gets_no_row_but_a_report() -> None:
    scene = scene_of(TYPES)
    reported = [(path, code) for path, _, code in report_codes(scene)]
    assert reported == [("/joint", "unknown_type"), ("/physical", "unknown_type"), ("/robot", "unknown_type")]
    assert "/physical" not in cells(scene)
    assert "/light" not in cells(scene)


def test_an_ancestor_of_unknown_type_has_a_row_of_that_type() -> None:
    found = cells(scene_of(TYPES))
    assert found["/robot"]["usd-prim-type"] == "AcmeRobot"
    assert "omni:xform" not in found["/robot"]
    assert "physics:mass" not in found["/robot"]


def test_an_unknown_type_with_a_known_schema_is_populated_and_loses_nothing() -> None:
    scene = scene_of(TYPES)
    assert cells(scene)["/joint"]["usd-prim-type"] == "AcmeJoint"
    assert cells(scene)["/joint"]["physics:mass"] == 4.0
    assert kept(scene, "/joint")["acme:gain"]["number"] == [5.0]
