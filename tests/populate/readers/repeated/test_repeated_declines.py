"""What the repeated reader leaves to others, with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from populate.readers import Instancing, PopulateOptions
from tests.populate.readers.direct.reader_equality import layer_file
from tests.populate.readers.repeated.repeated_equality import assert_repeated_agrees, repeated_decline

CLASS = """
class "c" {
    def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {}
    def Xform "frame" {}
    def PhysicsCollisionGroup "group" {}
}
class "acme" { def AcmeRobot "robot" { float physics:mass = 1 } }
"""
TWICE = 'def Xform "a" (inherits = </c>) { %s }\ndef Xform "b" (inherits = </c>) {}\n'
ALONE = CLASS.replace('def PhysicsCollisionGroup "group" {}', "")

DECLINED = {
    "no arcs": ('def Xform "a" {}', "no composition arcs"),
    "once": (ALONE + 'def Xform "a" (inherits = </c>) {}', "no two prims bring in the same"),
    "group brought in": (CLASS + TWICE % "", "PhysicsCollisionGroup below composition arcs"),
    "group": (ALONE + TWICE % "" + 'def PhysicsCollisionGroup "g" {}', "PhysicsCollisionGroup beside composition arcs"),
    "instancer": (ALONE + TWICE % "" + 'def PointInstancer "i" {}', "point instancers beside composition arcs"),
    "class": (ALONE + TWICE % 'over "body" { float physics:mass = 1 }', "where prims inherit from classes"),
    "variants": ('def Xform "a" (prepend variantSets = "v") { variantSet "v" = { "x" {} } }', "variant sets"),
    "target": (
        ALONE + TWICE % "" + 'def PhysicsFixedJoint "j" { rel physics:body0 = </a/frame> }',
        "a relationship targets /a/frame, which has no row for itself",
    ),
    "unknown type": (
        'def "s" { def AcmeRobot "robot" {} }\n'
        'def Xform "a" (references = </s>) { over "robot" { float physics:mass = 2 } }\n'
        'def Xform "b" (references = </s>) {}',
        "opinions on /b/robot, whose type is unknown",
    ),
    "collection": (ALONE + TWICE % "rel material:binding:collection:physics:x", "materials bound by collection"),
}


@pytest.mark.parametrize("what", DECLINED)
def test_declined(what: str, tmp_path: Path) -> None:
    text, reason = DECLINED[what]
    assert reason in repeated_decline(layer_file(text, tmp_path / "layer.usdc"))


def test_text_that_stands_alone(tmp_path: Path) -> None:
    (tmp_path / "layer.usda").write_text("#usda 1.0\n")
    assert repeated_decline(tmp_path / "layer.usda") == "a text layer that refers to no other"


def test_missing_reference(tmp_path: Path) -> None:
    text = 'def Xform "a" (references = @./gone.usda@) {}\ndef Xform "b" (references = @./gone.usda@) {}'
    assert repeated_decline(layer_file(text, tmp_path / "layer.usdc")) == "composition errors"


def test_options(tmp_path: Path) -> None:
    file = layer_file(ALONE + TWICE % "", tmp_path / "layer.usdc")
    assert repeated_decline(file) == ""
    assert repeated_decline(file, PopulateOptions(root="/a")) == "a root prim is asked for"
    assert repeated_decline(file, PopulateOptions(time=1.0)) == "a time code is asked for"


NESTED = """
def Xform "robot" { def Xform "wheel" (instanceable = true references = </wheel>) {} def Sphere "s" (%s) {} }
def Xform "wheel" { def Xform "rim" (instanceable = true references = </rim>) {} def Sphere "s" (%s) {} }
def Xform "rim" { def Sphere "s" (%s) {} }
""" % (('prepend apiSchemas = ["PhysicsCollisionAPI"]',) * 3)
ROBOTS = "\n".join(f'def Xform "{name}" (instanceable = true references = </robot>) {{}}' for name in "abc")


def test_prototypes_of_instances_inside_and_outside_others(tmp_path: Path) -> None:
    """`/wheel/rim` is an instance on its own and inside each wheel; one population mask gives them two prototypes."""
    text = (NESTED + ROBOTS).replace("instanceable = true ", "instanceable = true\n")
    file = layer_file(text, tmp_path / "layer.usdc")
    assert_repeated_agrees(file)
    share = PopulateOptions(instancing=Instancing.SHARE)
    assert repeated_decline(file, share) == "instances of what is instanced inside others too"
