"""The stage the parser is given: the caller's own is never changed, and instances are no obstacle."""

from __future__ import annotations

from pathlib import Path

import pytest
from pxr import Usd
from walked_stages import rows

from populate import PopulateError
from populate.walker import walk
from populate.walker.working_stage import working_stage
from tests.stage_text import stage_of

GEARED = """
class Xform "Box"
{
    def Xform "wheel" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
    {
    }
    def PhysxPhysicsGearJoint "gear"
    {
        rel physics:body0 = </Box/wheel>
        float physics:gearRatio = 4
    }
    def Sphere "ball" (prepend apiSchemas = ["NewtonCollisionAPI"])
    {
        double radius = None
    }
}
class Xform "Pair"
{
    def "left" (
        instanceable = true
        prepend references = </Box>
    )
    {
    }
}
def "one" (
    instanceable = true
    prepend references = </Pair>
)
{
}
def "two" (
    instanceable = true
    prepend references = </Pair>
)
{
}
def Xform "lone" (
    instanceable = true
    prepend references = </Box>
)
{
    over "wheel" (active = true)
    {
    }
}
"""


def test_prims_of_nested_instances_are_found_at_their_proxy_paths() -> None:
    found = walk(stage_of(GEARED))

    boxes = ("/lone", "/one/left", "/two/left")
    assert list(rows(found, "joints")) == [f"{box}/gear" for box in boxes]
    assert [row["body0"] for row in rows(found, "joints").values()] == [f"{box}/wheel" for box in boxes]
    assert {row["ratio"] for row in rows(found, "joints").values()} == {4}
    assert {path: row["radius"] for path, row in rows(found, "shapes").items()} == {f"{box}/ball": 1 for box in boxes}


def test_the_callers_stage_is_left_as_it_is() -> None:
    stage = stage_of(GEARED)
    layers = [layer.ExportToString() for layer in stage.GetLayerStack()]

    working = working_stage(stage)

    assert working.stage != stage
    assert [layer.ExportToString() for layer in stage.GetLayerStack()] == layers
    assert stage.GetPrimAtPath("/one").IsInstance()
    assert set(map(str, working.types)) == {"/lone/gear", "/one/left/gear", "/two/left/gear"}


def test_a_stage_that_openusd_understands_is_used_as_it_is() -> None:
    stage = stage_of('def PhysicsRevoluteJoint "j"\n{\n}\n')

    assert working_stage(stage).stage == stage


def test_session_opinions_load_rules_and_muting_carry_over(tmp_path: Path) -> None:
    payload = tmp_path / "payload.usda"
    payload.write_text('#usda 1.0\ndef "p"\n{\n def PhysxPhysicsGearJoint "j"\n {\n }\n}\n', encoding="utf-8")
    text = f'def "on" (\n payload = @{payload}@</p>\n)\n{{\n}}\ndef "off" (\n payload = @{payload}@</p>\n)\n{{\n}}\n'
    stage = stage_of(text + 'def PhysxPhysicsGearJoint "k"\n{\n}\n')
    with Usd.EditContext(stage, stage.GetSessionLayer()):
        stage.GetPrimAtPath("/k").SetActive(False)
    stage.Unload("/off")

    assert list(rows(walk(stage), "joints")) == ["/on/j"]
    assert list(rows(walk(stage, load="none"), "joints")) == []


def test_only_the_root_and_what_is_below_it_is_walked() -> None:
    stage = stage_of('def Xform "a"\n{\n def PhysicsFixedJoint "j"\n {\n }\n}\ndef PhysicsFixedJoint "k"\n{\n}\n')

    assert list(rows(walk(stage, root="/a"), "joints")) == ["/a/j"]


def test_bad_input_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(PopulateError, match="no such file"):
        walk(tmp_path / "gone.usda")
    with pytest.raises(PopulateError, match="--root /gone: no such prim"):
        walk(stage_of('def "a"\n{\n}\n'), root="/gone")


def test_a_relationship_written_as_an_attribute_is_named() -> None:
    with pytest.raises(PopulateError, match=r"/j\.physics:body0"):
        walk(stage_of('def PhysicsFixedJoint "j"\n{\n token physics:body0 = "/a"\n}\n'))
