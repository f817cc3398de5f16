"""Joints: bodies, frames and axes as OpenUSD resolves them, and the couplings it knows no type for."""

from __future__ import annotations

import math

import pytest
from walked_stages import rows, two_bodies, walked

from schemas.contract import FLT_MAX
from tests.releases import seen_here


def test_unauthored_values_are_openusds_and_blocked_ones_the_parsers_own() -> None:
    found = rows(
        walked(
            'def PhysicsFixedJoint "a"\n{\n}\ndef PhysicsFixedJoint "b"\n'
            "{\n float physics:breakForce = None\n bool physics:collisionEnabled = None\n}\n"
            'def PhysicsFixedJoint "c"\n{\n bool physics:collisionEnabled = true\n}\n'
        ),
        "joints",
    )

    assert found["/a"]["enabled"]
    assert [found[f"/{name}"]["collision_enabled"] for name in "abc"] == [False, False, True]
    assert not found["/a"]["exclude_from_articulation"]
    assert found["/a"]["break_force"] == found["/a"]["break_torque"] == math.inf
    assert found["/b"]["break_force"] == pytest.approx(FLT_MAX)
    assert found["/a"]["local_rot0"] == [0, 0, 0, 1]
    assert found["/a"]["axis"] is found["/a"]["ratio"] is found["/a"]["rel0"] is None


@pytest.mark.parametrize(("token", "axis"), [("Y", "Y"), ("Z", "Z"), ("y", "X"), ("Q", "X")])
def test_an_unknown_axis_is_x(token: str, axis: str) -> None:
    found = rows(walked(f'def PhysicsRevoluteJoint "j"\n{{\n uniform token physics:axis = "{token}"\n}}\n'), "joints")

    assert found["/j"]["axis"] == axis


def test_the_scale_of_a_body_goes_into_the_position() -> None:
    body = """
def Xform "a" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{
    float3 xformOp:scale = (2, 3, 4)
    uniform token[] xformOpOrder = ["xformOp:scale"]

    def Xform "site"
    {
        double3 xformOp:translate = (1, 1, 1)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
}
def PhysicsFixedJoint "joint"
{
    rel physics:body0 = </a>
    point3f physics:localPos0 = (1, 1, 1)
    rel physics:body1 = </a/site>
    point3f physics:localPos1 = (1, 1, 1)
    quatf physics:localRot1 = (3, 0, 0, 3)
}
"""
    row = rows(walked(body), "joints")["/joint"]

    assert (row["rel1"], row["body1"]) == ("/a/site", "/a")
    assert row["local_pos0"] == [2, 3, 4]
    assert row["local_pos1"] == pytest.approx([4, 6, 8])
    assert row["local_rot1"] == pytest.approx([0, 0, math.sqrt(0.5), math.sqrt(0.5)])


def test_a_target_without_a_body_is_lifted_to_the_world_and_a_missing_one_is_not() -> None:
    body = """
def Xform "plain"
{
    double3 xformOp:translate = (10, 0, 3)
    float3 xformOp:scale = (2, 2, 2)
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]
}
def PhysicsFixedJoint "joint"
{
    rel physics:body0 = </plain>
    point3f physics:localPos0 = (1, 1, 1)
    rel physics:body1 = </nowhere>
    point3f physics:localPos1 = (1, 1, 1)
}
"""
    row = rows(walked(body), "joints")["/joint"]

    assert row["local_pos0"] == pytest.approx([12, 2, 5])
    assert (row["rel1"], row["body1"], row["local_pos1"]) == ("/nowhere", None, [1, 1, 1])


def test_the_outermost_collider_stands_in_for_a_body() -> None:
    body = """
def Xform "wall" (prepend apiSchemas = ["PhysicsCollisionAPI"])
{
    def Cube "brick" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
        bool physics:collisionEnabled = false
    }
}
def PhysicsFixedJoint "joint"
{
    rel physics:body0 = </wall/brick>
}
"""
    assert rows(walked(body), "joints")["/joint"]["body0"] == "/wall"


def test_a_disabled_body_is_passed_over_or_ends_the_search() -> None:
    body = """
def Xform "a" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{
    def Xform "b" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
    {
        bool physics:rigidBodyEnabled = false
    }
}
def PhysicsFixedJoint "joint"
{
    rel physics:body0 = </a/b>
}
"""
    assert rows(walked(body), "joints")["/joint"]["body0"] == ("/a" if seen_here("USD-001") else "/a/b")


def test_gears_and_racks_are_joints_without_their_schemas() -> None:
    found = rows(
        walked(
            two_bodies(
                'def PhysxPhysicsGearJoint "gear"\n{\n rel physics:body0 = </a>\n rel physics:body1 = </b>\n'
                " float physics:gearRatio = -2\n rel physics:hinge0 = </h>\n rel physics:hinge1 = [</i>, </j>]\n}\n"
                'def PhysxPhysicsRackAndPinionJoint "rack"\n{\n float physics:ratio = 180\n'
                " rel physics:hinge = </h>\n rel physics:prismatic = </p>\n}\n"
                'def PhysxPhysicsGearJoint "bare"\n{\n}\n'
            )
        ),
        "joints",
    )

    assert (found["/gear"]["type"], found["/gear"]["body0"], found["/gear"]["body1"]) == ("gear", "/a", "/b")
    assert (found["/gear"]["ratio"], found["/gear"]["hinge0"], found["/gear"]["hinge1"]) == (-2, "/h", "/i")
    assert found["/rack"]["type"] == "rack_and_pinion"
    assert found["/rack"]["ratio"] == pytest.approx(math.pi)
    assert (found["/rack"]["hinge0"], found["/rack"]["prismatic"]) == ("/h", "/p")
    assert found["/bare"]["ratio"] == 1


def test_a_joint_of_an_unknown_type_is_none() -> None:
    assert len(walked('def AcmeSpringJoint "spring"\n{\n}\n').joints) == 0
