"""Copies that name paths inside one of them: what is true of that one is not copied to the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from columnar.scene import cells
from tests.populate.readers.direct.reader_equality import layer_file
from tests.populate.readers.repeated.repeated_equality import EVERY_OPTION, assert_repeated_agrees, repeated_decline

ROBOT = """#usda 1.0
(
    defaultPrim = "Robot"
)
def Xform "Robot"
{
    def Xform "frame" {
    }
    def Xform "arm" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {
        rel physics:note = </Robot/hand>
        def Material "paint" {
        }
    }
    def Xform "hand" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {
    }
    def PhysicsFixedJoint "weld" {
        rel physics:body0 = </Robot/arm>
        rel physics:body1 = </Robot/hand>
    }
}
"""

NAMES_A = {
    "target": 'over "weld" { rel physics:body0 = </a/hand> }',
    "root": 'over "weld" { rel physics:body0 = </a> }',
    "property": 'over "weld" { rel physics:body0 = </a/arm.physics:note> }',
    "missing": 'over "weld" { rel physics:body0 = </a/gone> }',
    "frame": 'over "weld" { rel physics:body0 = </a/frame> }',
    "appended": 'over "weld" { append rel physics:body0 = </a/hand> }',
    "deleted": 'over "weld" { delete rel physics:body0 = </a/arm> }',
    "filtered": (
        'over "arm" (prepend apiSchemas = ["PhysicsFilteredPairsAPI"])\n'
        "{ rel physics:filteredPairs = [</a/hand>, </b/hand>] }"
    ),
    "material": 'over "hand" { rel material:binding:physics = </a/arm/paint> }',
    "inherits": 'def Xform "third" (prepend inherits = </a/arm>) { }',
    "specializes": 'def Xform "third" (prepend specializes = </a/arm>) { }',
    "references": 'def Xform "third" (prepend references = </a/arm>) { }',
    "payload": 'def Xform "third" (prepend payload = </a/arm>) { }',
}
"""What `a` and others say alike, each naming something of `a`."""


def _stage(folder: Path, arc: str, said: str, speakers: str) -> Path:
    (folder / "robot.usda").write_text(ROBOT)
    copies = [f'def Xform "{name}" ({arc}) {{ {said if name in speakers else ""} }}' for name in "abcdef"]
    return layer_file("\n".join(copies), folder / "stage.usdc")


ROWLESS = {
    "property": "/a/arm.physics:note",
    "missing": "/a/gone",
    "frame": "/a/frame",
    "material": "/a/arm/paint",
}
"""What has no row but where somebody targets it; copies of `a` that nobody targets have no such row."""


def _assert_same_or_declined(file: Path, rowless: str | None) -> None:
    if rowless is None:
        assert_repeated_agrees(file)
    else:
        assert repeated_decline(file) == f"what is brought in targets {rowless}, which has no row of its own"


@pytest.mark.parametrize("what", NAMES_A)
def test_named_by_itself_and_others(what: str, tmp_path: Path) -> None:
    _assert_same_or_declined(
        _stage(tmp_path, "references = @./robot.usda@", NAMES_A[what], "abcdef"), ROWLESS.get(what)
    )


@pytest.mark.parametrize("what", NAMES_A)
def test_named_by_others(what: str, tmp_path: Path) -> None:
    rowless = {**ROWLESS, "filtered": "/b/hand"}.get(what)
    _assert_same_or_declined(_stage(tmp_path, "references = @./robot.usda@", NAMES_A[what], "cd"), rowless)


@pytest.mark.parametrize("what", NAMES_A)
def test_nothing_is_named_below_instances(what: str, tmp_path: Path) -> None:
    """OpenUSD ignores what stands below an instance."""
    assert_repeated_agrees(_stage(tmp_path, "instanceable = true\npayload = @./robot.usda@", NAMES_A[what], "abcdef"))


def test_targets_stay_where_they_are(tmp_path: Path) -> None:
    """OpenUSD takes the joint of every copy to the hand of `a`."""
    file = _stage(tmp_path, "references = @./robot.usda@", NAMES_A["target"], "abcdef")
    for options in EVERY_OPTION:
        scene = assert_repeated_agrees(file, options)
        joints = [f"/{name}/weld" for name in "abcdef"]
        assert [cells(scene)[joint]["physics:body0"] for joint in joints] == [["/a/hand"]] * 6
