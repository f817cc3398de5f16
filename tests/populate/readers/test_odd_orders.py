"""An xformOpOrder that is no list of tokens: OpenUSD finds no ops, so the prim is not moved, and that is reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from pxr import Usd, UsdGeom

from populate import populate

STAGE = """#usda 1.0
def Xform "a" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
{{
    double3 xformOp:translate = (1, 2, 3)
    {order}
}}
"""


@pytest.mark.parametrize("reader", ["composed", "layered"])
@pytest.mark.parametrize(
    "order", ["int xformOpOrder = 7", 'string[] xformOpOrder = ["xformOp:translate"]', 'token xformOpOrder = "x"']
)
def test_an_order_of_another_type(order: str, reader: str, tmp_path: Path) -> None:
    file = tmp_path / "stage.usda"
    file.write_text(STAGE.format(order=order))
    stage = Usd.Stage.Open(str(file))
    expected = UsdGeom.Xformable(stage.GetPrimAtPath("/a")).GetLocalTransformation()
    scene = populate(file, reader=reader).scene
    row = scene.table("prim").column("prim").to_pylist().index(scene.paths.index("/a"))
    local = scene.table("prim").column("omni:xform")[row].as_py()
    assert local == [number for lane in expected for number in lane]
    (report,) = scene.table("report").to_pylist()
    assert (report["column"], report["code"]) == ("xformOpOrder", "mistyped")
