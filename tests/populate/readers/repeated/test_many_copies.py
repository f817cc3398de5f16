"""Copies by the hundred, placed together: names of every length, rows between them, transforms of their own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pxr import Sdf

from columnar.scene import cells, numpy_values
from tests.populate.readers.repeated.drawn_fields import draw_field
from tests.populate.readers.repeated.repeated_equality import assert_repeated_agrees, repeated_decline

ROBOT = """#usda 1.0
(
    defaultPrim = "Robot"
)
def Xform "Robot" (prepend apiSchemas = ["PhysicsArticulationRootAPI"])
{
    double3 xformOp:translate = (0, 0, 1)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Scope "links"
    {
        def Cube "base" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
        {
            float physics:mass = 2
            double3 xformOp:translate = (0.5, -0.0, 0)
            uniform token[] xformOpOrder = ["xformOp:translate"]
        }
    }
    def PhysicsRevoluteJoint "hinge"
    {
        rel physics:body1 = </Robot/links/base>
    }
}
"""

COUNT = 150


def field(folder: Path, *, every: int = 1) -> Path:
    """A hundred and fifty robots, one in `every` in a place of its own; others are moved, reset or heavier."""
    (folder / "robot.usda").write_text(ROBOT)
    lines = ["#usda 1.0", 'def Xform "World"', "{"]
    for number in range(COUNT):
        said = [f"double3 xformOp:translate = ({number}, 0, 0)"] if number % 2 else []
        if number % 7 == 3:
            said.append('uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:translate"]')
        mass = f'over "links"\n{{\nover "base"\n{{\nfloat physics:mass = {number}\n}}\n}}' if number % 5 == 4 else ""
        robot = f'def Xform "robot_é{number}" (\nreferences = @./robot.usda@\n)'
        body = "\n".join(["{", *said, mass, "}"])
        if number % every:
            lines += [f"{robot}\n{body}"]
        else:
            moved = f"double3 xformOp:translate = (0, {number}, 0)"
            order = 'uniform token[] xformOpOrder = ["xformOp:translate"]'
            lines += [f'def Xform "place{number}"\n{{\n{moved}\n{order}\n{robot}\n{body}\n}}']
    layer = Sdf.Layer.CreateAnonymous(".usda")
    layer.ImportFromString("\n".join([*lines, "}"]))
    layer.Export(str(folder / "field.usdc"))
    return folder / "field.usdc"


@pytest.mark.parametrize("every", [1, 3, COUNT])
def test_many_robots(every: int, tmp_path: Path) -> None:
    file = field(tmp_path, every=every)
    assert repeated_decline(file) == ""
    scene = assert_repeated_agrees(file)
    found, table = cells(scene), scene.table("prim")
    worlds = numpy_values(table.column("omni:fabric:worldMatrix").combine_chunks()).reshape(-1, 4, 4)
    row = {path: number for number, path in enumerate(table.column("prim").to_pylist())}
    for number in range(COUNT):
        above = "" if number % every else f"/place{number}"
        base = f"/World{above}/robot_é{number}/links/base"
        place = 0 if number % every or number % 7 == 3 else number
        expected = [number + 0.5, place, 0] if number % 2 else [0.5, place, 1]
        assert worlds[row[scene.paths.index(base)], 3, :3].tolist() == expected
        assert found[base]["physics:mass"] == (number if number % 5 == 4 else 2)
        assert found[f"/World{above}/robot_é{number}/hinge"]["physics:body1"] == [base]


def test_what_is_placed_together_is_what_is_placed_row_by_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("populate.readers.repeated.copied_worlds._MANY", 1)
    read = [seed for seed in range(12) if repeated_decline(draw_field(tmp_path, seed)) == ""]
    assert read
    for seed in read:
        assert_repeated_agrees(tmp_path / f"field{seed}.usdc")


def test_copies_of_unlike_rows(tmp_path: Path) -> None:
    """Worlds of non-finite and negative zero transforms, bit for bit."""
    file = field(tmp_path)
    layer = Sdf.Layer.FindOrOpen(str(tmp_path / "robot.usda"))
    layer.GetAttributeAtPath("/Robot/links/base.xformOp:translate").default = (float("inf"), -0.0, float("nan"))
    layer.Save()
    scene = assert_repeated_agrees(file)
    worlds = numpy_values(scene.table("prim").column("omni:fabric:worldMatrix").combine_chunks())
    assert np.isnan(worlds).any()
