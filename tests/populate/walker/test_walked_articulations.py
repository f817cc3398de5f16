"""Articulations: OpenUSD elects the roots, the walker tells what hangs on each."""

from __future__ import annotations

from typing import Any

import pytest
from walked_stages import rows, walked


def robot(bodies: str, joints: str, *, root: str = "PhysicsArticulationRootAPI", values: str = "") -> str:
    """A root /r with bodies, and joints as `name:first-second`, where `w` is the world and `!` excludes a joint."""
    text = f'def Xform "r" (prepend apiSchemas = ["{root}"])\n{{\n{values}'
    for name in bodies:
        text += f'def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])\n{{\n}}\n'
    for joint in joints.split():
        name, ends = joint.split(":")
        sides = [
            f" rel physics:body{side} = </r/{end}>\n"
            for side, end in enumerate(ends.rstrip("!").split("-"))
            if end != "w"
        ]
        excluded = " bool physics:excludeFromArticulation = true\n" if ends.endswith("!") else ""
        kind = "PhysxPhysicsGearJoint" if name.startswith("gear") else "PhysicsRevoluteJoint"
        text += f'def {kind} "{name}"\n{{\n{"".join(sides)}{excluded}}}\n'
    return text + "}\n"


def only(text: str) -> dict[str, Any]:
    """The one articulation of a stage."""
    (row,) = walked(text).articulations.arrow.to_pylist()
    return row


@pytest.mark.parametrize(
    ("bodies", "joints", "root"),
    [
        ("abcd", "i:a-b j:b-c k:c-d", "b"),
        ("abcde", "i:a-b j:b-c k:c-d l:d-e", "c"),
        ("abcd", "i:d-a j:d-b k:d-c", "d"),
        ("a", "", "a"),
    ],
)
def test_a_floating_robot_has_its_centre_as_root(bodies: str, joints: str, root: str) -> None:
    row = only(robot(bodies, joints))

    assert (row["path"], row["root"], row["base"], row["fixed_base"]) == ("/r", f"/r/{root}", f"/r/{root}", False)
    assert row["links"] == [f"/r/{body}" for body in bodies]
    assert row["joints"] == [f"/r/{joint[0]}" for joint in joints.split()]


def test_a_joint_to_the_world_fixes_the_base_and_belongs_to_the_tree() -> None:
    row = only(robot("ab", "j:a-b z:w-b"))

    assert (row["root"], row["base"], row["fixed_base"]) == ("/r/z", "/r/b", True)
    assert (row["links"], row["joints"], row["loop_joints"]) == (["/r/a", "/r/b"], ["/r/j", "/r/z"], [])


def test_left_over_joints_close_loops_are_excluded_or_anchor_once_more() -> None:
    row = only(robot("abcd", "anchor:w-a e:a-d! j:a-b k:b-c l:c-a gear:a-c m:c-d second:c-w!"))

    assert row["root"] == "/r/anchor"
    assert row["joints"] == ["/r/anchor", "/r/j", "/r/k", "/r/m"]
    assert row["loop_joints"] == ["/r/e", "/r/gear", "/r/l", "/r/second"]


def test_every_component_has_a_root_of_its_own() -> None:
    found = walked(robot("abcd", "i:a-b j:c-d k:w-d")).articulations.arrow.to_pylist()

    assert [(row["path"], row["root"], row["links"]) for row in found] == [
        ("/r", "/r/a", ["/r/a", "/r/b"]),
        ("/r", "/r/k", ["/r/c", "/r/d"]),
    ]


def test_a_joint_without_a_body_is_a_root_without_a_base() -> None:
    row = only('def PhysicsFixedJoint "j" (prepend apiSchemas = ["PhysicsArticulationRootAPI"])\n{\n}\n')

    assert (row["root"], row["base"], row["fixed_base"]) == ("/j", None, True)
    assert (row["links"], row["joints"], row["loop_joints"]) == ([], ["/j"], [])


def test_a_root_without_bodies_and_one_on_a_joint_of_two_bodies_are_none() -> None:
    text = robot("ab", "j:a-b", root="MaterialBindingAPI").replace(
        'PhysicsRevoluteJoint "j"', 'PhysicsRevoluteJoint "j" (prepend apiSchemas = ["PhysicsArticulationRootAPI"])'
    )

    assert len(walked(text).articulations) == 0
    assert len(walked(robot("", "")).articulations) == 0


def test_a_newton_root_is_a_root_and_says_whether_links_collide() -> None:
    found = rows(
        walked(robot("a", "", root="NewtonArticulationRootAPI", values=" bool newton:selfCollisionEnabled = false\n")),
        "articulations",
    )

    assert not found["/r"]["self_collisions"]


@pytest.mark.parametrize(
    ("apis", "sleep", "stabilization"), [("", 5e-3 * 4, 1.0 * 4), ("PhysxArticulationAPI", 5e-5, 1e-5)]
)
def test_applying_the_physx_api_changes_the_thresholds(apis: str, sleep: float, stabilization: float) -> None:
    root = '", "'.join(["PhysicsArticulationRootAPI", *apis.split()])
    row = only(robot("a", "", root=root))

    assert (row["sleep_threshold"], row["stabilization_threshold"]) == (
        pytest.approx(sleep),
        pytest.approx(stabilization),
    )
    assert (row["solver_position_iterations"], row["solver_velocity_iterations"], row["self_collisions"]) == (
        32,
        1,
        True,
    )


def test_the_base_on_a_root_joint_is_the_body_that_moves() -> None:
    """Before OpenUSD 26.11 a disabled body stood for the world; since then it is passed over."""
    body = 'def Xform "off" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])'
    off = body + "\n{\n bool physics:rigidBodyEnabled = false\n}\n"
    text = off + robot("a", "i:a-w").replace("rel physics:body0", "rel physics:body0 = </off>\n rel physics:body1")

    row = only(text)

    assert (row["root"], row["fixed_base"], row["base"], row["links"]) == ("/r/i", True, "/r/a", ["/r/a"])
