"""Stages made for what the repeated reader works out itself: overs, blocks, instances, arcs above and below arcs."""

from __future__ import annotations

from pathlib import Path

import pytest
from pxr import Sdf

from columnar.scene import Scene, cells
from populate.readers import Instancing, PopulateOptions
from tests.populate.readers.repeated.repeated_equality import EVERY_OPTION, assert_repeated_agrees, repeated_decline

ROBOT = """#usda 1.0
(
    defaultPrim = "Robot"
)
def Xform "Robot" (prepend apiSchemas = ["PhysicsArticulationRootAPI"])
{
    double3 xformOp:translate = (0, 0, 1)
    float xformOp:rotateZ = 90
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateZ"]
    def Cube "base" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsCollisionAPI"])
    {
        float physics:mass = 2
        float physics:density = 3
        custom double acme:note = 1
    }
    def Xform "frame" {}
    def PhysicsRevoluteJoint "hinge" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])
    {
        rel physics:body0 = </Robot/frame>
        rel physics:body1 = </Robot/base>
        float drive:angular:physics:stiffness = 5
    }
}
"""

FIELD = """#usda 1.0
def Xform "World"
{
    def Xform "a" (references = @./robot.usda@) {}
    def Xform "b" (references = @./robot.usda@)
    {
        double3 xformOp:translate = (5, 0, 0)
        over "base"
        {
            float physics:mass = 7
            float physics:density = None
            custom double acme:note = 4
        }
        over "hinge"
        {
            float drive:angular:physics:stiffness = 11
            float physics:lowerLimit = -1
        }
    }
    def Xform "c" (references = @./robot.usda@)
    {
        float xformOp:rotateX = 90
        uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:rotateX"]
        over "base" { double physics:mass = 0.5 }
        over "nothing" { float physics:mass = 1 }
    }
    def Xform "deep"
    {
        double3 xformOp:translate = (100, 0, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
        def Xform "d" (references = @./robot.usda@) {}
    }
}
"""

INSTANCES = """#usda 1.0
def Xform "World"
{
    def Xform "a" (references = @./robot.usda@
        instanceable = true) {}
    def Xform "b" (references = @./robot.usda@
        instanceable = true)
    {
        double3 xformOp:translate = (5, 0, 0)
        over "base" { float physics:mass = 7 }
    }
    def Xform "c" (references = @./robot.usda@
        instanceable = true) {}
}
"""

MIXED = """#usda 1.0
def Xform "World"
{
    def Xform "a" (references = @./robot.usda@) {}
    def Xform "b" (references = @./robot.usda@) { over "base" (active = false) {} }
    def Xform "c" (references = @./robot.usda@) { over "frame" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {} }
    def Xform "d" (references = @./robot.usda@)
    {
        def Sphere "ball" (prepend apiSchemas = ["PhysicsCollisionAPI"]) { double radius = 2 }
        over "hinge" { rel physics:body1 = </World/d/ball> }
    }
    def Xform "e" (references = @./robot.usda@) {}
}
"""

NESTED = """#usda 1.0
def Xform "World"
{
    def Xform "one" (references = @./cell.usda@) { over "left" { over "base" { float physics:mass = 9 } } }
    def Xform "two" (references = @./cell.usda@) {}
    def Xform "other" (payload = @./robot.usda@) {}
    def Xform "another" (payload = @./robot.usda@) {}
}
"""
CELL = """#usda 1.0
(
    defaultPrim = "Cell"
)
def Xform "Cell"
{
    def Xform "left" (references = @./robot.usda@) {}
    def Xform "right" (references = @./robot.usda@
        instanceable = true) {}
}
"""


def written(text: str, folder: Path, suffix: str = "usdc") -> Path:
    """The stage in a folder with what it refers to."""
    (folder / "robot.usda").write_text(ROBOT)
    (folder / "cell.usda").write_text(CELL)
    layer = Sdf.Layer.CreateAnonymous(".usda")
    layer.ImportFromString(text.replace("{ ", "{\n").replace(" }", "\n}"))
    layer.Export(str(folder / f"field.{suffix}"))
    return folder / f"field.{suffix}"


def position(scene: Scene, path: str) -> list[float]:
    """Where a prim is in the world."""
    row = scene.table("prim").column("prim").to_pylist().index(scene.paths.index(path))
    matrix: list[float] = scene.table("prim").column("omni:fabric:worldMatrix")[row].as_py()
    return [round(number, 9) for number in matrix[12:15]]


@pytest.mark.parametrize("suffix", ["usdc", "usda"])
def test_opinions_over_references(suffix: str, tmp_path: Path) -> None:
    file = written(FIELD, tmp_path, suffix)
    assert repeated_decline(file) == ""
    scene = assert_repeated_agrees(file)
    found = cells(scene)
    masses = [found[f"/World/{name}/base"]["physics:mass"] for name in ("a", "b", "c", "deep/d")]
    assert masses == [2.0, 7.0, 0.5, 2.0]
    assert [found[f"/World/{name}/base"].get("physics:density") for name in "abc"] == [3.0, None, 3.0]
    assert [found[f"/World/{name}/hinge"]["drive:angular:physics:stiffness"] for name in "abc"] == [5.0, 11.0, 5.0]
    for name in ("a", "b", "c", "deep/d"):
        assert found[f"/World/{name}/hinge"]["physics:body0"] == [f"/World/{name}/frame"]
    assert [position(scene, f"/World/{name}/base") for name in ("a", "b", "c", "deep/d")] == [
        [0, 0, 1],
        [5, 0, 0],
        [0, 0, 0],
        [100, 0, 1],
    ]


def test_opinions_below_instances_have_no_effect(tmp_path: Path) -> None:
    file = written(INSTANCES, tmp_path)
    assert repeated_decline(file) == ""
    scene = assert_repeated_agrees(file)
    assert [cells(scene)[f"/World/{name}/base"]["physics:mass"] for name in "abc"] == [2.0, 2.0, 2.0]
    assert position(scene, "/World/b/base") == [5, 0, 0]


def test_a_prototype_is_shared_by_all_its_instances(tmp_path: Path) -> None:
    scene = assert_repeated_agrees(written(INSTANCES, tmp_path), PopulateOptions(instancing=Instancing.SHARE))
    assert [path for path in scene.paths if path.endswith("/base")] == ["/__Prototype_1/base"]
    shared = scene.table("prim").column("prototype").to_pylist()
    assert shared.count(scene.paths.index("/__Prototype_1")) == 3


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
@pytest.mark.parametrize("text", [FIELD, INSTANCES, MIXED, NESTED], ids=["field", "instances", "mixed", "nested"])
def test_every_option(text: str, options: PopulateOptions, tmp_path: Path) -> None:
    file = written(text, tmp_path)
    assert repeated_decline(file, options) == ""
    assert_repeated_agrees(file, options)
