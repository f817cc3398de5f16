"""The truth table of the file format: cell, mask bits and report for every kind of opinion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mask_rows import NO_ROW, PRIMS, ROWS

from columnar import Scene
from populate import populate
from tests.stage_text import report_codes, scene_of


@pytest.mark.parametrize("name", ROWS)
def test_an_opinion_leaves_this_cell_and_these_marks(name: str) -> None:
    row = ROWS[name]
    scene = scene_of(stage_text(row.prim, row.opinion))
    authored, blocked, code = row.marks

    found = cell(scene, f"/{row.prim}", row.column)

    assert found == (row.cell, authored, blocked)
    assert type(found[0]) is type(row.cell)
    assert [reported for _, _, reported in report_codes(scene)] == ([code] if code else [])


def test_a_report_names_prim_and_full_column() -> None:
    scene = scene_of(stage_text("hinge", "int drive:angular:physics:maxForce = 40"))
    assert report_codes(scene) == [("/hinge", "drive:angular:physics:maxForce", "mistyped")]


def test_a_mistyped_value_without_the_api_keeps_its_own_type() -> None:
    """No typed column takes it, so it stands in the property table as it was authored."""
    scene = scene_of(stage_text("body", "double physics:mass = 0.1"))
    (kept,) = scene.table("property").to_pylist()
    assert (scene.paths[kept["prim"]], kept["name"], kept["usd_type"]) == ("/body", "physics:mass", "double")
    assert (kept["number"], kept["authored"], kept["blocked"]) == ([0.1], True, False)
    assert cell(scene, "/body", "PhysicsMassAPI physics:mass") == (NO_ROW, False, False)


def test_a_target_that_cannot_be_mapped_leaves_an_empty_list_and_a_report(tmp_path: Path) -> None:
    """A reference maps only what lies below the prim it brings in."""
    (tmp_path / "asset.usda").write_text(
        '#usda 1.0\ndef "cart"\n{\n    def PhysicsFixedJoint "weld"\n    {\n'
        "        rel physics:body0 = </rail>\n    }\n}\n"
    )
    (tmp_path / "stage.usda").write_text('#usda 1.0\ndef "a" (references = @./asset.usda@</cart>)\n{\n}\n')

    scene = populate(tmp_path / "stage.usda").scene

    assert cell(scene, "/a/weld", "PhysicsJoint physics:body0") == ([], True, False)
    assert ("/a/weld", "physics:body0", "target_unmapped") in report_codes(scene)


def test_a_target_among_others_that_cannot_be_mapped_is_reported_too(tmp_path: Path) -> None:
    (tmp_path / "asset.usda").write_text(
        '#usda 1.0\ndef "cart"\n{\n    def PhysicsFixedJoint "weld"\n    {\n'
        "        rel physics:body0 = [</rail>, </cart/body>]\n    }\n}\n"
    )
    (tmp_path / "stage.usda").write_text('#usda 1.0\ndef "a" (references = @./asset.usda@</cart>)\n{\n}\n')

    scene = populate(tmp_path / "stage.usda").scene

    assert cell(scene, "/a/weld", "PhysicsJoint physics:body0") == (["/a/body"], True, False)
    assert report_codes(scene) == [("/a/weld", "physics:body0", "target_unmapped")]


BINDING = "MaterialBindingAPI material:binding:physics"

BOUND = """
def Material "ice" (prepend apiSchemas = ["PhysicsMaterialAPI"])
{
}

def Material "tar" (prepend apiSchemas = ["PhysicsMaterialAPI"])
{
}

def Xform "room" (prepend apiSchemas = ["MaterialBindingAPI"])
{
    rel material:binding:physics = </ice>

    def Cube "bare" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
    }

    def Cube "own" (prepend apiSchemas = ["PhysicsCollisionAPI", "MaterialBindingAPI"])
    {
        rel material:binding:physics = </tar>
    }
}
"""


def test_an_inherited_binding_is_a_cell_that_nobody_authored() -> None:
    scene = scene_of(BOUND)
    assert cell(scene, "/room/bare", BINDING) == (["/ice"], False, False)
    assert cell(scene, "/room/own", BINDING) == (["/tar"], True, False)
    assert cell(scene, "/room", BINDING) == (["/ice"], True, False)


def test_a_binding_that_wins_over_the_authored_one_is_not_authored() -> None:
    stronger = 'rel material:binding:physics = </ice> (bindMaterialAs = "strongerThanDescendants")'
    scene = scene_of(BOUND.replace("rel material:binding:physics = </ice>", stronger))
    assert cell(scene, "/room/own", BINDING) == (["/ice"], False, False)


def stage_text(prim: str, opinion: str) -> str:
    """The stage of `PRIMS` with these property lines on one of them."""
    return "".join(f"\ndef {head}\n{{\n{opinion if name == prim else ''}\n}}\n" for name, head in PRIMS.items())


def cell(scene: Scene, prim: str, column: str) -> tuple[Any, bool, bool]:
    """A prim's cell (targets as paths) and its bits of `authored` and `blocked`."""
    table, _, name = column.partition(" ")
    declared = scene.contract.component(table).column_by_name[name]
    for row in scene.table(table).to_pylist():
        if scene.paths[row["prim"]] == prim:
            value = row[name]
            if declared.relationship and value is not None:
                value = [scene.paths[path] for path in value]
            return value, *(bool(row[mask] >> declared.bit & 1) for mask in ("authored", "blocked"))
    return NO_ROW, False, False
