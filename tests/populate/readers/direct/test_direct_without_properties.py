"""Layers whose prims have no properties at all, and layers with hardly more than a header."""

from __future__ import annotations

from pathlib import Path

import pytest
from pxr import Sdf

from columnar import open_scene
from populate import populate
from populate.readers import Instancing, LoadPayloads, PopulateOptions
from tests.populate.readers.direct.drawn_layers import draw_layer
from tests.populate.readers.direct.reader_equality import assert_readers_agree, layer_file

LAYERS = {
    "nothing": "",
    "units": '#usda 1.0\n(\n    upAxis = "Y"\n    metersPerUnit = 0.01\n)\n',
    "an untyped prim": 'def "a" {}',
    "an over": 'over "a" {}',
    "a class": 'class "a" { def PhysicsScene "s" {} }',
    "a scene": 'def PhysicsScene "s" {}',
    "a joint": 'def PhysicsRevoluteJoint "j" {}',
    "an unknown type": 'def AcmeRobot "a" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "AcmeAPI"]) {}',
    "a body that moves in its own frame": """def Xform "a" (
    customData = { dictionary physics = { bool localSpaceVelocities = 1 } }
    prepend apiSchemas = ["PhysicsRigidBodyAPI"]
) {}""",
    "a collider and a material": """def Material "m" (prepend apiSchemas = ["PhysicsMaterialAPI"]) {}
def Mesh "c" (prepend apiSchemas = ["PhysicsCollisionAPI", "PhysicsDriveAPI:rotX"]) { def GeomSubset "s" {} }""",
    "a group": 'def PhysicsCollisionGroup "g" {}\ndef Cube "c" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {}',
    "an instancer": 'def PointInstancer "i" (inactiveIds = [1]) { def Cube "c" {} }',
}
SHARED = PopulateOptions(instancing=Instancing.SHARE, load=LoadPayloads.NONE)


@pytest.mark.parametrize("what", LAYERS)
def test_layers_without_properties(what: str, tmp_path: Path) -> None:
    file = layer_file(LAYERS[what], tmp_path / "layer.usdc")
    assert_readers_agree(file)
    assert_readers_agree(file, SHARED)
    output = tmp_path / "layer.arrow"
    population = populate(file, output)
    assert population.reader == "direct"
    assert open_scene(output).batch.equals(population.scene.batch)


def test_drawn_layers_that_lost_their_properties(tmp_path: Path) -> None:
    for seed in range(40):
        layer = Sdf.Layer.OpenAsAnonymous(str(draw_layer(tmp_path / "drawn.usdc", seed, prims=12)))
        paths: list[Sdf.Path] = []
        layer.Traverse("/", paths.append)
        for path in paths:
            if path.IsPrimPropertyPath() and layer.GetPropertyAtPath(path):
                prim = layer.GetPrimAtPath(path.GetPrimPath())
                prim.RemoveProperty(layer.GetPropertyAtPath(path))
        layer.Export(str(tmp_path / "bare.usdc"))
        assert_readers_agree(tmp_path / "bare.usdc")


def test_a_layer_that_was_saved_empty(tmp_path: Path) -> None:
    Sdf.Layer.CreateNew(str(tmp_path / "empty.usdc")).Save()
    assert len(assert_readers_agree(tmp_path / "empty.usdc").paths) == 1
