"""Relationship targets: rows for those that carry a transform, and what the other paths are."""

from __future__ import annotations

import pytest

from columnar import Scene, cells
from tests.stage_text import report_codes, scene_of

STAGE = """
def Xform "frame"
{
    double3 xformOp:translate = (1, 2, 3)
    uniform token[] xformOpOrder = ["xformOp:translate"]

    def Xform "site"
    {
        double xformOp:rotateZ = 90
        uniform token[] xformOpOrder = ["xformOp:rotateZ"]
        rel physics:body0 = </far>
        float physics:mass = 3
    }

    def Cube "shape"
    {
        double size = 4
        token purpose = "guide"
    }

    def Scope "scope"
    {
    }

    def "typeless"
    {
    }

    def "off" (active = false)
    {
        def Xform "below"
        {
        }
    }
}

def Xform "far"
{
}

class Xform "abstract"
{
}

over "only"
{
}

def PhysicsFixedJoint "joint"
{
    rel physics:body0 = [%s]
    float physics:breakForce = 1
}
"""


def scene(*targets: str) -> Scene:
    """The stage with a joint that targets these paths."""
    return scene_of(STAGE % ", ".join(f"<{target}>" for target in targets))


def kind(found: Scene, path: str) -> str:
    """What the path table calls a path."""
    return {row["name"]: row["kind"] for row in found.table("path").to_pylist()}[path]


def test_a_target_gets_a_row_with_its_transforms_and_so_do_its_ancestors() -> None:
    found = cells(scene("/frame/site"))
    assert set(found) == {"/", "/frame", "/frame/site", "/joint"}
    assert found["/frame"]["omni:xform"][12:15] == [1.0, 2.0, 3.0]
    assert found["/frame/site"]["omni:fabric:worldMatrix"] == pytest.approx(
        [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1], abs=1e-15
    )


def test_targets_of_targets_get_no_row() -> None:
    found = scene("/frame/site")
    assert "/far" not in cells(found)


def test_a_shape_that_is_a_target_has_its_geometry() -> None:
    found = scene("/frame/shape")
    assert cells(found)["/frame/shape"]["size"] == 4.0
    assert [found.paths[row["prim"]] for row in found.table("Cube").to_pylist()] == ["/frame/shape"]
    assert "physics:collisionEnabled" not in cells(found)["/frame/shape"]


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("/frame/site", "row"),
        ("/frame/shape", "row"),
        ("/joint", "row"),
        ("/frame/scope", "prim"),
        ("/frame/typeless", "prim"),
        ("/gone", "missing"),
        ("/frame/gone/below", "missing"),
        ("/frame/off", "inactive"),
        ("/frame/off/below", "inactive"),
        ("/abstract", "prim"),
        ("/only", "missing"),
        ("/frame/site.physics:mass", "property"),
        ("/frame/gone.physics:mass", "property"),
    ],
)
def test_every_target_is_kept_and_its_path_says_what_it_is(target: str, expected: str) -> None:
    found = scene(target)
    assert cells(found)["/joint"]["physics:body0"] == [target]
    assert kind(found, target) == expected
    assert (target in cells(found)) == (expected == "row")


def test_targets_keep_their_order() -> None:
    targets = ["/gone", "/frame/site", "/far", "/frame/scope"]
    assert cells(scene(*targets))["/joint"]["physics:body0"] == targets


def test_targets_without_a_row_are_nothing_to_report() -> None:
    assert report_codes(scene("/gone", "/frame/off", "/only", "/frame/scope")) == []


def test_relationships_are_not_forwarded() -> None:
    body = """
def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{
    rel acme:alias = </body>
}

def PhysicsFixedJoint "joint"
{
    rel physics:body0 = </body.acme:alias>
}
"""
    assert cells(scene_of(body))["/joint"]["physics:body0"] == ["/body.acme:alias"]


def test_targets_of_kept_properties_get_rows_too() -> None:
    body = 'def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])\n{\n    rel newton:anchor = </frame>\n}\n'
    found = scene_of('def Xform "frame"\n{\n}\n' + body)
    (row,) = found.table("property").to_pylist()
    assert [found.paths[path] for path in row["targets"]] == ["/frame"]
    assert "/frame" in cells(found)


LISTS = """#usda 1.0
(
    metersPerUnit = 1
)

def Xform "a"
{
}

def Xform "b"
{
}

def Xform "c"
{
}

def PhysicsFixedJoint "base"
{
    rel physics:body0 = [</a>, </b>]
    prepend rel physics:body1 = </a>
}

def PhysicsFixedJoint "joint" (references = </base>)
{
    delete rel physics:body0 = </a>
    append rel physics:body1 = </c>
}

def PhysicsFixedJoint "emptied" (references = </base>)
{
    delete rel physics:body0 = [</a>, </b>]
    rel physics:body1 = None
}
"""


def test_list_edits_compose_over_the_specs() -> None:
    found = cells(scene_of(LISTS))
    assert found["/joint"]["physics:body0"] == ["/b"]
    assert found["/joint"]["physics:body1"] == ["/a", "/c"]
    assert found["/emptied"]["physics:body0"] == []
    assert found["/emptied"]["physics:body1"] == []
