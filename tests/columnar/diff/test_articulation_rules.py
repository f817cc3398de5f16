"""Articulations as both sides have them, where a rule of the PhysX consumer makes the difference."""

from __future__ import annotations

from typing import Any

import pytest
from stage_cases import BODY, SCENE, prim

from populate import compare_stage
from tests.stage_text import stage_of

ROOT = "PhysicsArticulationRootAPI"


def joint(kind: str, name: str, first: str, second: str, *lines: str) -> str:
    return prim(kind, name, f"rel physics:body0 = <{first}>", f"rel physics:body1 = <{second}>", *lines)


def bodies(*names: str) -> str:
    return "".join(prim("Xform", name, apis=BODY) for name in names)


STAGES: dict[str, tuple[str, list[tuple[str, Any, Any, str]]]] = {
    "an inner root is refused": (
        prim(
            "Xform",
            "R",
            bodies("A", "B"),
            joint("PhysicsFixedJoint", "J", "/R/A", "/R/B"),
            prim(
                "Xform",
                "I",
                bodies("C", "D"),
                joint("PhysicsFixedJoint", "K", "/R/I/C", "/R/I/D"),
                apis=ROOT,
            ),
            apis=ROOT,
        ),
        [("row", None, ["/R/I/C", "/R/I/D"], "OVP-052")],
    ),
    "a switched-off articulation": (
        prim(
            "Xform",
            "R",
            bodies("A", "B"),
            joint("PhysicsFixedJoint", "J", "/R/A", "/R/B"),
            "bool physxArticulation:articulationEnabled = 0",
            apis=f"{ROOT} PhysxArticulationAPI",
        ),
        [("row", None, ["/R/A", "/R/B"], "ART-002")],
    ),
    "a body that nothing joins": (
        prim("Xform", "R", bodies("A", "B", "C"), joint("PhysicsFixedJoint", "J", "/R/A", "/R/B"), apis=ROOT),
        [("row", None, ["/R/C"], "ART-001")],
    ),
    "a kinematic link": (
        prim(
            "Xform",
            "R",
            prim("Xform", "A", "bool physics:kinematicEnabled = 1", apis=BODY),
            bodies("B"),
            joint("PhysicsFixedJoint", "J", "/R/A", "/R/B"),
            apis=ROOT,
        ),
        [("row", None, ["/R/A", "/R/B"], "ART-003")],
    ),
    # B and C are joined to the world alike. The walk from A comes to C first, and the engine's base is C.
    "of equal anchors the first one of the walk": (
        prim(
            "Xform",
            "R",
            bodies("A", "B", "C"),
            joint("PhysicsRevoluteJoint", "a", "/R/A", "/R/C"),
            joint("PhysicsRevoluteJoint", "b", "/R/A", "/R/B"),
            prim("PhysicsRevoluteJoint", "v", "rel physics:body1 = </R/B>"),
            prim("PhysicsRevoluteJoint", "w", "rel physics:body1 = </R/C>"),
            apis=ROOT,
        ),
        [("row", None, ["/R/A", "/R/B", "/R/C"], "ART-004"), ("row", ["/R/A", "/R/B", "/R/C"], None, "ART-004")],
    ),
    # The engine makes two articulations of it.
    "bodies below a link": (
        prim(
            "Xform",
            "R",
            bodies("a"),
            prim("Xform", "b", bodies("m", "n"), apis=BODY),
            joint("PhysicsRevoluteJoint", "ab", "/R/a", "/R/b"),
            joint("PhysicsRevoluteJoint", "mn", "/R/b/m", "/R/b/n"),
            apis=ROOT,
        ),
        [("row", ["/R/b/m", "/R/b/n"], None, "ART-007")],
    ),
    "of parallel joints the fixed one comes first": (
        prim(
            "Xform",
            "R",
            bodies("A", "B"),
            joint("PhysicsRevoluteJoint", "a", "/R/A", "/R/B"),
            joint("PhysicsFixedJoint", "z", "/R/A", "/R/B"),
            apis=ROOT,
        ),
        [("joints", ["/R/z"], ["/R/a"], "ART-005"), ("loop_joints", ["/R/a"], ["/R/z"], "ART-005")],
    ),
    "Newton's self collision without its API": (
        prim(
            "Xform",
            "R",
            bodies("A", "B"),
            joint("PhysicsFixedJoint", "J", "/R/A", "/R/B"),
            "bool newton:selfCollisionEnabled = 0",
            apis=ROOT,
        ),
        [("self_collisions", False, True, "USD-026")],
    ),
    "the first root by name": (
        prim("Xform", "R", bodies("Z", "A"), joint("PhysicsFixedJoint", "J", "/R/A", "/R/Z"), apis=ROOT),
        [("row", ["/R/A", "/R/Z"], None, "COL-014"), ("row", None, ["/R/A", "/R/Z"], "COL-014")],
    ),
}


@pytest.mark.parametrize("name", STAGES)
def test_both_sides_are_predicted(name: str) -> None:
    text, expected = STAGES[name]

    found = compare_stage(stage_of(SCENE + text)).differences

    assert [(d.field, _links(d.a), _links(d.b), d.finding) for d in found if d.table == "articulations"] == expected
    assert found.unexplained == 0


def _links(value: Any) -> Any:
    return value["links"] if isinstance(value, dict) else value


def test_a_distance_joint_hangs_no_link() -> None:
    text = prim("Xform", "R", bodies("A", "B"), joint("PhysicsDistanceJoint", "J", "/R/A", "/R/B"), apis=ROOT)

    compared = compare_stage(stage_of(SCENE + text))

    (usd,) = compared.usd.articulations
    assert (usd.links, usd.joints) == (("/R/A", "/R/B"), ("/R/J",))
    assert all("/R/J" not in row.joints and len(row.links) == 1 for row in compared.columns.articulations)
    assert set(compared.differences.counts) == {"ART-006"}
    assert compared.differences.unexplained == 0


def test_instances_of_a_point_instancer_are_columns_only() -> None:
    text = prim(
        "PointInstancer",
        "I",
        "point3f[] positions = [(0, 0, 0), (1, 0, 0)]",
        "int[] protoIndices = [0, 0]",
        "rel prototypes = </I/P>",
        prim("Cube", "P", apis=f"{BODY} PhysicsCollisionAPI"),
    )

    found = compare_stage(stage_of(SCENE + text)).differences

    assert {(d.table, d.field, d.b, d.finding) for d in found} == {
        ("bodies", "row", None, "COL-013"),
        ("shapes", "row", None, "COL-013"),
    }
    assert len(found) == 4
