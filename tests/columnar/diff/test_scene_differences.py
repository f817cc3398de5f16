"""Two scenes cell by cell: by path, exactly, whatever their ids and the order of their rows."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from columnar import open_scene, save_scene
from columnar.assembly import scene_from_tables
from columnar.diff import SceneDifferences, diff_scenes
from columnar.scene import Scene, cells
from populate import populate
from tests.stage_text import scene_of

CASES = Path(__file__).parents[2] / "data" / "cases"

TABLES: dict[str, dict[str, list[Any]]] = {
    "PhysicsRigidBodyAPI": {"prim": ["/B", "/C"], "physics:velocity": [[0.0, 0.0, 1.0], None]},
    "PhysicsRevoluteJoint": {"prim": ["/J"], "physics:axis": ["Y"], "physics:lowerLimit": [-1.0]},
    "PhysicsJoint": {"prim": ["/J"], "physics:body0": [["/B"]], "physics:body1": [["/C"]]},
    "PhysicsDriveAPI": {"prim": ["/J", "/J"], "instance": ["angular", "linear"], "physics:damping": [1.0, 2.0]},
}


def changed(**tables: dict[str, list[Any]]) -> Scene:
    return scene_from_tables({**TABLES, **tables})


def places(found: SceneDifferences) -> list[tuple[Any, ...]]:
    return [(d.table, d.path, d.field, d.a, d.b) for d in found]


def test_a_scene_does_not_differ_from_itself_or_its_file(tmp_path: Path) -> None:
    scene = changed()
    save_scene(scene, tmp_path / "scene.arrow")
    assert len(diff_scenes(scene, scene)) == 0
    assert len(diff_scenes(scene, open_scene(tmp_path / "scene.arrow"))) == 0


def test_paths_count_and_not_ids() -> None:
    more = changed(PhysicsRigidBodyAPI={"prim": ["/A", "/B", "/C"], "physics:velocity": [None, [0, 0, 1], None]})
    found = diff_scenes(changed(), more)
    assert {d.path for d in found} == {"/A"}
    assert {d.field for d in found} == {"row"}
    assert {d.table for d in found} == {"prim", "Xform", "PhysicsRigidBodyAPI", "PhysxRigidBodyAPI"}
    assert all(d.a is None and d.b is not None for d in found)
    assert {d.b is None for d in diff_scenes(more, changed())} == {True}


@pytest.mark.parametrize(
    ("table", "column", "value", "place"),
    [
        ("PhysicsRevoluteJoint", "physics:axis", ["Z"], ("/J", "physics:axis", "Y", "Z")),
        ("PhysicsRevoluteJoint", "physics:lowerLimit", [-1.0000001], ("/J", "physics:lowerLimit", -1.0, -1.0000001)),
        ("PhysicsRevoluteJoint", "physics:lowerLimit", [math.nan], ("/J", "physics:lowerLimit", -1.0, "nan")),
        ("PhysicsJoint", "physics:body0", [["/C"]], ("/J", "physics:body0", ["/B"], ["/C"])),
        ("PhysicsJoint", "physics:body0", [["/B", "/C"]], ("/J", "physics:body0", ["/B"], ["/B", "/C"])),
        (
            "PhysicsDriveAPI",
            "physics:damping",
            [1.0, 3.0],
            ("/J", "drive:linear:physics:damping", 2.0, 3.0),
        ),
        (
            "PhysicsRigidBodyAPI",
            "physics:velocity",
            [[0.0, 0.0, 2.0], None],
            ("/B", "physics:velocity", [0.0, 0.0, 1.0], [0.0, 0.0, 2.0]),
        ),
    ],
)
def test_a_changed_cell(table: str, column: str, value: list[Any], place: tuple[Any, ...]) -> None:
    found = diff_scenes(changed(), changed(**{table: {**TABLES[table], column: value}})).to_json()

    (difference,) = found["differences"]
    path, field, a, b = place
    assert difference == {
        "table": table,
        "path": path,
        "field": field,
        "a": a,
        "b": pytest.approx(b) if isinstance(b, float) else b,
        "finding": None,
    }
    assert found["unexplained"] == 1


def test_nan_equals_nan() -> None:
    one, two = (changed(PhysicsRevoluteJoint={"prim": ["/J"], "physics:lowerLimit": [math.nan]}) for _ in range(2))
    assert len(diff_scenes(one, two)) == 0


def test_units_and_transforms() -> None:
    one = scene_of('def Xform "A" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])\n{\n}\n')
    two = scene_of(
        '#usda 1.0\n(\n    metersPerUnit = 1\n    upAxis = "Y"\n)\n'
        'def Xform "A" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])\n{\n'
        '    double3 xformOp:translate = (1, 2, 3)\n    uniform token[] xformOpOrder = ["xformOp:translate"]\n}\n'
    )
    found = {(d.table, d.field) for d in diff_scenes(one, two)}
    assert {
        ("scene", "usd-metadata:metersPerUnit"),
        ("prim", "omni:xform"),
        ("prim", "omni:fabric:worldMatrix"),
    } <= found


def test_an_api_that_is_listed_no_more() -> None:
    body = 'def PhysicsRevoluteJoint "J" {}\n{{\n    float drive:angular:physics:damping = 1\n}}\n'
    with_api, without = (
        scene_of(body.format(apis)) for apis in ('(prepend apiSchemas = ["PhysicsDriveAPI:angular"])', "")
    )
    found = {(d.table, d.field): (d.a, d.b) for d in diff_scenes(with_api, without)}
    assert found["PhysicsDriveAPI", "listed"] == (True, False)
    assert found["prim", "usd-schemas"] == (["PhysicsDriveAPI", "PhysicsDriveAPI:angular"], [])


@pytest.mark.parametrize("numbers", [("001", "002"), ("104", "103"), ("064", "065")])
def test_differing_cells_are_those_of_the_scenes_as_plain_cells(numbers: tuple[str, str]) -> None:
    one, two = (populate(next(CASES.glob(f"{number}_*.usda"))).scene for number in numbers)
    found = diff_scenes(one, two)
    plain = [cells(scene) for scene in (one, two)]

    for difference in found:
        if difference.field == "row":
            side = plain[0 if difference.b is None else 1]
            assert difference.path in side
        elif difference.field not in ("listed", "blocked"):
            values = [cell[difference.path].get(difference.field) for cell in plain if difference.path in cell]
            if difference.table not in ("scene", "property"):
                assert values[0] != values[1]
    lonely = set(plain[0]) ^ set(plain[1])
    assert {d.path for d in found if d.table == "prim" and d.field == "row"} == lonely
