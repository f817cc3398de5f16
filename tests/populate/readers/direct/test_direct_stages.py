"""Stages made for what the direct reader works out itself: hierarchy, bindings, collections, instancers, paths."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pxr import Sdf, Usd

from tests.populate.readers.direct.reader_equality import assert_readers_agree, decline, layer_file

HIERARCHY = """
over "Over" { def Xform "Below" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {} }
class "Class" { def Xform "Below" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {} }
def Xform "Off" (active = false) { def Xform "Below" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {} }
def Xform "On" {
    def Xform "b10" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {
        rel physics:simulationOwner = [
            </Over>, </Over/Below>, </Class>, </Class/Below>, </Off>, </Off/Below>, </Off/Below/deeper>, </On>,
            </On/gone>, </gone/gone>, </On.size>, </gone.size>, </On/b9>, </On/deep>
        ]
    }
    def Cube "b9" { double size = 3 }
    def Scope "deep" { def Scope "é" { def Xform "名" (prepend apiSchemas = ["PhysicsMassAPI"]) {} } }
}
"""

MATERIALS = """
def Material "M1" (prepend apiSchemas = ["PhysicsMaterialAPI"]) {}
def Material "M2" (prepend apiSchemas = ["PhysicsMaterialAPI"]) {}
def Material "Look" {}
def Scope "NoMaterial" (prepend apiSchemas = ["PhysicsMaterialAPI"]) {}
def Xform "r" (prepend apiSchemas = ["MaterialBindingAPI"]) {
    %s
    def Cube "c" (prepend apiSchemas = ["PhysicsCollisionAPI", "MaterialBindingAPI"]) {
        %s
        def Sphere "s" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {}
    }
}
"""
STRONG = '(bindMaterialAs = "strongerThanDescendants")'
BINDINGS = {
    "physics": "rel material:binding:physics = </M1>",
    "all purposes": "rel material:binding = </M2>",
    "both": "rel material:binding:physics = </M2>\n    rel material:binding = </M1>",
    "strong": f"rel material:binding:physics = </M1> {STRONG}",
    "strong for all purposes": f"rel material:binding = </M1> {STRONG}",
    "missing": "rel material:binding:physics = </gone>",
    "missing beside one": "rel material:binding:physics = </gone>\n    rel material:binding = </M2>",
    "none": "rel material:binding:physics = []",
    "two": "rel material:binding:physics = [</M1>, </M2>]",
    "a look": "rel material:binding:physics = </Look>",
    "no material": "rel material:binding:physics = </NoMaterial>",
    "declared": "rel material:binding:physics",
    "nothing": "",
}

COLLISION_GROUPS = """
def Scope "w" {
    def Cube "a" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {
        def Cube "in" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {}
        def Scope "plain" { def Cube "deep" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {} }
    }
    over "over" { def Cube "hidden" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {} }
}
def PhysicsCollisionGroup "g" { %s }
"""
COLLECTION = "collection:colliders"
MEMBERSHIPS = {
    "expanded": f"rel {COLLECTION}:includes = </w>",
    "with an exclusion": f"rel {COLLECTION}:includes = </w>\nrel {COLLECTION}:excludes = </w/a>",
    "included again": f"rel {COLLECTION}:includes = [</w>, </w/a/plain>]\nrel {COLLECTION}:excludes = </w/a>",
    "both at once": f"rel {COLLECTION}:includes = </w/a>\nrel {COLLECTION}:excludes = </w/a>",
    "explicit only": f'rel {COLLECTION}:includes = [</w>, </w/a>]\ntoken {COLLECTION}:expansionRule = "explicitOnly"',
    "another rule": f'rel {COLLECTION}:includes = </w>\nuniform token {COLLECTION}:expansionRule = "acme"',
    "the root": f"uniform bool {COLLECTION}:includeRoot = true",
    "the root but one": f"uniform bool {COLLECTION}:includeRoot = true\nrel {COLLECTION}:excludes = </w/a/in>",
    "missing": f"rel {COLLECTION}:includes = [</gone>, </w/over>, </w/a/plain>]",
    "nothing": "",
}

INSTANCER = """
def PointInstancer "i" (%s) {
    int[] protoIndices = [0, 0]
    point3f[] positions = [(0, 0, 0), (1, 0, 0)]
    rel prototypes = [%s]
    int64[] ids = [4, 5]
    def Xform "p" { def Cube "c" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {} }
    def Xform "q" {}
}
"""

WEAK = """#usda 1.0
def Xform "a" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{
    double physics:mass = 0.1
    int physics:density = 3
    double physics:other = 1e300
}
def Xform "b" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{
    int physics:mass = 7
    bool physics:density = 1
    half physics:other = 0.1
}
"""
DECLARED = "float physics:mass\n    float physics:density\n    float physics:other"
AS_FLOATS = f"""#usda 1.0
over "a"
{{
    {DECLARED}
}}
over "b"
{{
    {DECLARED}
}}
"""


@pytest.mark.parametrize(
    "text", ["", HIERARCHY, 'def "a" {}', 'def PhysicsScene "s" {}'], ids=["empty", "all", "a", "s"]
)
def test_hierarchies(text: str, tmp_path: Path) -> None:
    assert_readers_agree(layer_file(text, tmp_path / "layer.usdc"))


@pytest.mark.parametrize("above", BINDINGS)
def test_bound_materials(above: str, tmp_path: Path) -> None:
    for below in BINDINGS.values():
        file = layer_file(MATERIALS % (BINDINGS[above], below), tmp_path / "layer.usdc")
        assert decline(file) == ""
        assert_readers_agree(file)


@pytest.mark.parametrize("what", MEMBERSHIPS)
def test_members_of_groups(what: str, tmp_path: Path) -> None:
    file = layer_file(COLLISION_GROUPS % MEMBERSHIPS[what], tmp_path / "layer.usdc")
    assert decline(file) == ""
    assert_readers_agree(file)


@pytest.mark.parametrize("apis", ["", 'prepend apiSchemas = ["PhysicsRigidBodyAPI"]'])
@pytest.mark.parametrize("prototypes", ["</i/p>", "</i/q>", "</i/q>, </i/p>", "</gone>", ""])
def test_point_instancers(apis: str, prototypes: str, tmp_path: Path) -> None:
    assert_readers_agree(layer_file(INSTANCER % (apis, prototypes), tmp_path / "layer.usdc"))


def test_inactive_instances(tmp_path: Path) -> None:
    text = INSTANCER % ("inactiveIds = [5, 9]", "</i/p>")
    assert_readers_agree(layer_file(text, tmp_path / "layer.usdc"))


def test_flattened_stages_may_hold_numbers_of_another_type_than_authored(tmp_path: Path) -> None:
    weak = Sdf.Layer.CreateAnonymous(".usda")
    weak.ImportFromString(WEAK)
    strong = Sdf.Layer.CreateAnonymous(".usda")
    strong.ImportFromString(AS_FLOATS)
    strong.subLayerPaths = [weak.identifier]
    file = tmp_path / "flat.usdc"
    Usd.Stage.Open(strong).Flatten(addSourceFileComment=False).Export(str(file))
    assert assert_readers_agree(file).table("PhysicsMassAPI")["physics:mass"].to_pylist() == [np.float32(0.1), 7.0]


def deep(depth: int, file: Path) -> Path:
    return layer_file('def Xform "a" {' * depth + 'def PhysicsScene "s" {}' + "}" * depth, file)


def test_deep_hierarchies(tmp_path: Path) -> None:
    assert_readers_agree(deep(400, tmp_path / "layer.usdc"))


def test_hierarchies_deeper_than_any_stage_are_declined(tmp_path: Path) -> None:
    assert "more than 1000 elements" in decline(deep(1100, tmp_path / "layer.usdc"))
