"""The case stages, and fields of repeated prims: the layered reader makes the composed reader's scene of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from pxr import Sdf

from populate.readers import Instancing, PopulateOptions
from tests.populate.readers.layered.layered_equality import assert_layered_agrees
from tests.populate.readers.repeated.drawn_fields import draw_field

CASES = sorted((Path(__file__).parents[3] / "data" / "cases").glob("*.usda"))
SHARED = PopulateOptions(instancing=Instancing.SHARE)

STRONG = """#usda 1.0
(
    subLayers = [@./weak.usda@]
)
over "World"
{
    over "joint"
    {
        rel physics:body0 = </World/a>
        float physics:breakForce = None
        delete rel physics:body1 = </World/b>
    }
    over "a"
    {
        double physics:mass = 2.5
        float physics:density
        double3 xformOp:translate = (1, 2, 3)
    }
}
"""

WEAK = """#usda 1.0
def Xform "World"
{
    def PhysicsFixedJoint "joint"
    {
        rel physics:body0 = </World/b>
        rel physics:body1 = [</World/a>, </World/b>]
        float physics:breakForce = 4
    }
    def Xform "a" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
    {
        float physics:mass = 1
        float physics:density = 7
        float physics:density.timeSamples = { 1: 8 }
        double3 xformOp:translate = (9, 9, 9)
        float xformOp:rotateX = 90
        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateX"]
    }
    def Xform "b" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {}
}
"""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_case_is_read_alike(case: Path) -> None:
    assert_layered_agrees(case)
    assert_layered_agrees(case, SHARED)


@pytest.mark.parametrize("seed", range(100, 106))
def test_a_drawn_field_is_read_alike(seed: int, tmp_path: Path) -> None:
    assert_layered_agrees(draw_field(tmp_path, seed))


@pytest.mark.parametrize("suffix", ["usda", "usdc"])
def test_the_strongest_opinion_wins(suffix: str, tmp_path: Path) -> None:
    for name, text in (("strong", STRONG), ("weak", WEAK)):
        layer = Sdf.Layer.CreateAnonymous(".usda")
        layer.ImportFromString(text.replace("weak.usda", f"weak.{suffix}"))
        layer.Export(str(tmp_path / f"{name}.{suffix}"))
    scene = assert_layered_agrees(tmp_path / f"strong.{suffix}")
    mass = scene.table("PhysicsMassAPI")
    assert mass["physics:mass"].to_pylist() == [2.5]
    assert mass["physics:density"].to_pylist() == [7.0]
    joint = scene.table("PhysicsJoint")
    targets = [
        [scene.paths[target] for target in joint[name][0].as_py()] for name in ("physics:body0", "physics:body1")
    ]
    assert targets == [["/World/a"], ["/World/a"]]
    assert joint["physics:breakForce"].to_pylist() == [None]
