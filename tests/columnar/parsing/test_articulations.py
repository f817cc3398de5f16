"""Articulations: roots, fixed bases, trees and left-over joints, as the engine was seen to build them.

Every expectation was read off native articulations of the same bodies and joints; those of `openusd` off its parser.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest
from parsed_tables import parsed

ROOT = "/Rob"


class Joint(NamedTuple):
    """A joint by name, its two bodies (None for the world), its type and its flags."""

    name: str
    first: str | None
    second: str | None
    kind: str = "Revolute"
    excluded: bool = False
    enabled: bool = True


def scene(
    names: Iterable[str], joints: Iterable[Joint], *, root: str = ROOT, disabled: str = "", kinematic: str = ""
) -> dict[str, Any]:
    """Tables of bodies and joints below /Rob, with the root API on some prim."""
    joints, paths = list(joints), [f"{ROOT}/{name}" for name in names]
    tables: dict[str, Any] = {
        "PhysicsRigidBodyAPI": {
            "prim": paths,
            "physics:rigidBodyEnabled": [name not in disabled.split() for name in names],
            "physics:kinematicEnabled": [name in kinematic.split() for name in names],
        },
        "PhysicsArticulationRootAPI": {"prim": [root]},
        "PhysicsJoint": {
            "prim": [f"{ROOT}/{joint.name}" for joint in joints],
            "physics:body0": [None if joint.first is None else [f"{ROOT}/{joint.first}"] for joint in joints],
            "physics:body1": [None if joint.second is None else [f"{ROOT}/{joint.second}"] for joint in joints],
            "physics:excludeFromArticulation": [joint.excluded for joint in joints],
            "physics:jointEnabled": [joint.enabled for joint in joints],
        },
    }
    for joint in joints:
        tables.setdefault(f"Physics{joint.kind}Joint", {"prim": []})
        if joint.kind:
            tables[f"Physics{joint.kind}Joint"]["prim"].append(f"{ROOT}/{joint.name}")
    return tables


def outline(tables: dict[str, Any], profile: str = "ovphysx") -> list[tuple[str, bool, str, str, str]]:
    """Root, fixed base, links, tree joints and left-over joints of each articulation, names only."""

    def names(paths: Iterable[str]) -> str:
        return " ".join(path.removeprefix(f"{ROOT}/") for path in paths)

    return [
        (names([row.root]), row.fixed_base, names(row.links), names(row.joints), names(row.loop_joints))
        for row in parsed(tables, profile=profile).articulations
    ]


CHAIN = [Joint("j0", "b0", "b1"), Joint("j1", "b1", "b2"), Joint("j2", "b2", "b3")]
FOUR_BAR = [("g", "a"), ("g", "b"), ("a", "c"), ("b", "c")]
WELD = Joint("fix", None, "g", "Fixed")

CASES: dict[str, tuple[dict[str, Any], list[tuple[str, bool, str, str, str]]]] = {
    "the centre of a chain, the earlier of two": (
        scene(("b0", "b1", "b2", "b3"), CHAIN),
        [("b1", False, "b0 b1 b2 b3", "j0 j1 j2", "")],
    ),
    "an anchor": (
        scene(("a", "g"), [WELD, Joint("j", "g", "a")]),
        [("fix", True, "a g", "fix j", "")],
    ),
    "a loop is walked depth first": (
        scene("abcg", [WELD, *(Joint(f"j{i}", *ends) for i, ends in enumerate(FOUR_BAR))]),
        [("fix", True, "a b c g", "fix j0 j2 j3", "j1")],
    ),
    "the same loop in another order of paths": (
        scene("abcg", [WELD, *(Joint(f"j{3 - i}", *ends) for i, ends in enumerate(FOUR_BAR))]),
        [("fix", True, "a b c g", "fix j0 j1 j2", "j3")],
    ),
    "fixed joints are followed before hinges": (
        scene("abg", [WELD, Joint("j0", "g", "a"), Joint("j1", "g", "b", "Fixed"), Joint("j2", "a", "b")]),
        [("fix", True, "a b g", "fix j1 j2", "j0")],
    ),
    "two parts make two articulations": (
        scene(("a0", "a1", "b0", "b1"), [Joint("ja", "a0", "a1"), Joint("jb", "b0", "b1")]),
        [("a0", False, "a0 a1", "ja", ""), ("b0", False, "b0 b1", "jb", "")],
    ),
    "a distance joint counts in the election and carries nothing": (
        scene(("a0", "a1", "a2"), [Joint("ja", "a0", "a1"), Joint("jd", "a1", "a2", "Distance")]),
        [("a1", False, "a0 a1", "ja", "jd")],
    ),
    "an excluded joint counts as a way and carries nothing": (
        scene(
            ("a0", "a1", "a2"),
            [Joint("ja", "a0", "a1"), Joint("jb", "a1", "a2"), Joint("jx", "a0", "a2", excluded=True)],
        ),
        [("a0", False, "a0 a1 a2", "ja jb", "jx")],
    ),
    "an excluded joint cuts": (
        scene(("a0", "a1", "a2"), [Joint("ja", "a0", "a1"), Joint("jx", "a1", "a2", excluded=True)]),
        [("a1", False, "a0 a1", "ja", "jx"), ("a2", False, "a2", "", "jx")],
    ),
    "an excluded anchor does not fix": (
        scene(("a0", "a1"), [Joint("ja", "a0", "a1"), Joint("jw", None, "a1", "Fixed", excluded=True)]),
        [("a1", False, "a0 a1", "ja", "jw")],
    ),
    "bodies without joints make none": (scene(("a0", "a1"), []), []),
    "a disabled joint is none": (
        scene(("a0", "a1"), [Joint("ja", "a0", "a1", enabled=False)]),
        [],
    ),
    "the root API on a body": (
        scene(("a0", "a1", "a2"), [Joint("ja", "a0", "a1"), Joint("jb", "a1", "a2")], root="/Rob/a0"),
        [("a0", False, "a0 a1 a2", "ja jb", "")],
    ),
    "the root API on a body floats whatever is anchored": (
        scene(("a0", "a1"), [Joint("ja", "a0", "a1"), Joint("jw", None, "a1", "Fixed")], root="/Rob/a0"),
        [("a0", False, "a0 a1", "ja", "jw")],
    ),
    "the root API on an anchoring joint, excluded or not": (
        scene(("a0", "a1"), [Joint("ja", "a0", "a1"), Joint("jz", None, "a1", excluded=True)], root="/Rob/jz"),
        [("jz", True, "a0 a1", "ja jz", "")],
    ),
    "the root API on a joint of two bodies": (
        scene(("a0", "a1"), [Joint("ja", "a0", "a1")], root="/Rob/ja"),
        [],
    ),
    "the root API on a disabled body": (
        scene(("a0", "a1"), [Joint("ja", "a0", "a1")], root="/Rob/a0", disabled="a0"),
        [],
    ),
    "the root API on a kinematic body": (
        scene(("a0", "a1"), [Joint("ja", "a0", "a1")], root="/Rob/a0", kinematic="a0"),
        [],
    ),
    "a body that is nested in the first one": (
        scene(
            ("top", "top/mid", "top/mid/leaf"), [Joint("j1", "top", "top/mid"), Joint("j2", "top/mid", "top/mid/leaf")]
        ),
        [("top", False, "top top/mid top/mid/leaf", "j1 j2", "")],
    ),
    "the second of two parallel joints is left over": (
        scene(("a0", "a1"), [Joint("ja", "a0", "a1"), Joint("jb", "a0", "a1")]),
        [("a0", False, "a0 a1", "ja", "jb")],
    ),
    "a disabled body anchors": (
        scene(("a0", "a1", "k"), [Joint("ja", "a0", "a1"), Joint("jk", "a1", "k")], disabled="k"),
        [("jk", True, "a0 a1", "ja jk", "")],
    ),
    "an anchor to a kinematic body gives the articulation up": (
        scene(("a0", "a1", "k"), [Joint("ja", "a0", "a1"), Joint("jk", "a1", "k")], kinematic="k"),
        [],
    ),
    "a kinematic body elsewhere becomes a link": (
        scene(
            ("a", "b", "k"),
            [Joint("fix", None, "a", "Fixed"), Joint("ja", "a", "b"), Joint("jk", "b", "k")],
            kinematic="k",
        ),
        [("fix", True, "a b k", "fix ja jk", "")],
    ),
    "an excluded kinematic body is left alone": (
        scene(("a0", "a1", "k"), [Joint("ja", "a0", "a1"), Joint("jk", "a1", "k", excluded=True)], kinematic="k"),
        [("a1", False, "a0 a1", "ja", "jk")],
    ),
    "the last anchor of a body in the order of types": (
        scene(("a0", "a1"), [Joint("ja", "a0", "a1"), Joint("w0", None, "a0", "Fixed"), Joint("w1", "a0", None)]),
        [("w1", True, "a0 a1", "ja w1", "w0")],
    ),
    "of two anchored bodies the one met first": (
        scene(
            ("a", "m", "z"),
            [
                Joint("jma", "m", "a"),
                Joint("jmz", "m", "z"),
                Joint("wz", None, "z", "Fixed"),
                Joint("wa", None, "a", "Fixed"),
            ],
        ),
        [("wa", True, "a m z", "jma jmz wa", "wz")],
    ),
}


@pytest.mark.parametrize(("tables", "expected"), CASES.values(), ids=CASES)
def test_what_the_engine_builds(tables: dict[str, Any], expected: list[tuple[str, bool, str, str, str]]) -> None:
    assert sorted(outline(tables)) == sorted(expected)


def test_nested_roots_are_refused_by_ovphysx_and_kept_by_openusd() -> None:
    tables = scene(("a0", "a1"), [Joint("ja", "a0", "a1")])
    tables["PhysicsArticulationRootAPI"]["prim"] += [f"{ROOT}/a0"]

    assert [row.path for row in parsed(tables).articulations] == [ROOT]
    assert [row.path for row in parsed(tables, profile="openusd").articulations] == [ROOT, f"{ROOT}/a0"]


def test_openusd_makes_lone_bodies_articulations_and_kinematic_ones_links() -> None:
    tables = scene(("a0", "k", "lone"), [Joint("jk", "a0", "k")], kinematic="k")

    assert outline(tables, "openusd") == [("a0", False, "a0 k", "jk", ""), ("lone", False, "lone", "", "")]


def test_openusd_takes_a_joint_without_bodies_for_a_root() -> None:
    tables = scene((), [Joint("j", None, None)], root=f"{ROOT}/j")

    (row,) = parsed(tables, profile="openusd").articulations

    assert (row.root, row.base, row.fixed_base) == (f"{ROOT}/j", None, True)
    assert (row.links, row.joints, row.loop_joints) == ((), (f"{ROOT}/j",), ())
    assert len(parsed(tables).articulations) == 0


def test_every_root_of_a_loop_walks_it_from_its_own_base() -> None:
    tables = scene(("a0", "a1", "a2"), [Joint("j01", "a0", "a1"), Joint("j12", "a1", "a2"), Joint("j20", "a2", "a0")])
    tables["PhysicsArticulationRootAPI"]["prim"] = [f"{ROOT}/{name}" for name in ("a0", "a1", "a2")]

    assert outline(tables, "openusd") == [
        ("a0", False, "a0 a1 a2", "j01 j12", "j20"),
        ("a1", False, "a0 a1 a2", "j01 j20", "j12"),
        ("a2", False, "a0 a1 a2", "j01 j12", "j20"),
    ]


@pytest.mark.parametrize(
    ("names", "joints", "roots"),
    [
        # b is taken in before the search comes to it: nothing is looked for below.
        (("a", "b", "b/m", "b/n"), [Joint("ab", "a", "b"), Joint("mn", "b/m", "b/n")], ["a"]),
        # b is where the search begins: it looks below.
        (("b", "b/m", "b/n", "c"), [Joint("bc", "b", "c"), Joint("mn", "b/m", "b/n")], ["b", "b/m"]),
        # m is hidden below b, but joined to z, which is not; what stands below z is.
        (
            ("a", "b", "b/m", "z", "z/q"),
            [Joint("ab", "a", "b"), Joint("mz", "b/m", "z"), Joint("qa", "z/q", None)],
            ["a", "qa", "z"],
        ),
        # c belongs to the component of a, which begins before b.
        (("a", "b", "b/m", "c", "c/n"), [Joint("ac", "a", "c"), Joint("bm", "b", "b/m")], ["a", "b"]),
        (("a", "b", "b/m", "b/m/k"), [Joint("ab", "a", "b"), Joint("mk", "b/m", "b/m/k")], ["a"]),
    ],
)
def test_openusd_does_not_look_below_a_link(names: tuple[str, ...], joints: list[Joint], roots: list[str]) -> None:
    assert [root for root, *_ in outline(scene(names, joints), "openusd")] == roots


@pytest.mark.parametrize(("profile", "count"), [("ovphysx", 0), ("openusd", 1)])
def test_physx_can_switch_an_articulation_off(profile: str, count: int) -> None:
    tables = scene(("a0", "a1"), [Joint("ja", "a0", "a1")])
    tables["PhysxArticulationAPI"] = {"prim": [ROOT], "physxArticulation:articulationEnabled": [False]}

    assert len(parsed(tables, profile=profile).articulations) == count


@pytest.mark.parametrize("meters", [1.0, 0.01])
def test_settings_without_the_api_scale_with_the_stage_unit(meters: float) -> None:
    (row,) = parsed(scene(("a0", "a1"), [Joint("ja", "a0", "a1")]), meters_per_unit=meters).articulations

    assert row.sleep_threshold == pytest.approx(5e-5 * (10 / meters) ** 2)
    assert row.stabilization_threshold == pytest.approx(1e-2 * (10 / meters) ** 2)
    assert (row.solver_position_iterations, row.solver_velocity_iterations, row.self_collisions) == (32, 1, True)


@pytest.mark.parametrize(
    ("physx", "newton", "expected"),
    [(None, None, True), (None, False, False), (True, False, True), (False, True, False)],
)
def test_self_collision_is_physx_before_newton(physx: bool | None, newton: bool | None, expected: bool) -> None:
    tables = scene(("a0", "a1"), [Joint("ja", "a0", "a1")])
    if physx is not None:
        tables["PhysxArticulationAPI"] = {"prim": [ROOT], "physxArticulation:enabledSelfCollisions": [physx]}
    if newton is not None:
        tables["NewtonArticulationRootAPI"] = {"prim": [ROOT], "newton:selfCollisionEnabled": [newton]}

    (row,) = parsed(tables).articulations

    assert row.self_collisions is expected


def test_ten_thousand_joints_in_one_articulation() -> None:
    count = 10_000
    names = [f"b{i:05}" for i in range(count + 1)]
    chain = [Joint(f"j{i:05}", names[i], names[i + 1]) for i in range(count)]

    (row,) = parsed(scene(names, chain)).articulations

    assert (row.root, row.fixed_base) == (f"{ROOT}/b05000", False)
    assert (len(row.links), len(row.joints), row.loop_joints) == (count + 1, count, ())
