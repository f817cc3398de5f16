"""Scenes drawn over the whole contract come back from a file as they went in."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from columnar.assembly import scene_from_tables
from columnar.file import concat_scenes, open_scene, pack_scene, save_scene, validate_file
from columnar.scene import cells
from schemas.contract import Column, Component, load_contract

CONTRACT = load_contract()
NAMES = st.sampled_from(["a", "Z", "link_1", "größe", "_", "b.c", "x:y"])
PATHS = st.sampled_from(["/", "/World", "/World/Körper", "/gone", "/World.rel", "/World/a.physics:axis"])
INTEGERS = {
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
    "int64": (-(2**63), 2**63 - 1),
    "uint64": (0, 2**64 - 1),
    "uint8": (0, 255),
}
WIDTHS = {"float16": 16, "float32": 32, "float64": 64}


def elements(column: Column) -> st.SearchStrategy[Any]:
    """One lane."""
    if column.relationship:
        return PATHS
    if column.token or column.dtype in ("string", "asset"):
        return NAMES | st.sampled_from(column.tokens or ("",))
    if column.dtype == "bool8":
        return st.booleans()
    if column.dtype in INTEGERS:
        return st.integers(*INTEGERS[column.dtype])
    return st.floats(width=WIDTHS[column.dtype])


def values(column: Column) -> st.SearchStrategy[Any]:
    """A cell, or None."""
    cell = elements(column)
    if column.lanes > 1:
        cell = st.lists(cell, min_size=column.lanes, max_size=column.lanes)
    return st.none() | (st.lists(cell, max_size=3) if column.array else cell)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """Tables of a few components, on prims of their own."""
    found = {}
    for component in draw(st.lists(st.sampled_from(CONTRACT.tables), max_size=4, unique_by=lambda c: c.name)):
        count = draw(st.integers(0, 3))
        found[component.name] = keys(component, count) | {
            column.name: draw(st.lists(values(column), min_size=count, max_size=count))
            for column in component.columns
            if draw(st.booleans())
        }
    return found


def keys(component: Component, count: int) -> dict[str, list[str]]:
    prims = [f"/World/{component.name}/{'ab'[row % 2]}" for row in range(count)]
    if component.multiple_apply:
        return {"prim": prims, "instance": [f"x{row}" for row in range(count)]}
    return {"prim": [f"{path}{row}" for row, path in enumerate(prims)]}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(tables(), tables(), st.booleans())
def test_any_scene(first: dict[str, Any], second: dict[str, Any], fill: bool) -> None:
    scenes = [scene_from_tables(drawn, fill=fill) for drawn in (first, second)]
    with tempfile.TemporaryDirectory() as folder:
        for number, scene in enumerate(scenes):
            path = Path(folder) / f"{number}.arrow"
            save_scene(scene, path)
            assert cells(open_scene(path)) == cells(open_scene(path, trusted=True)) == cells(scene)
        both = Path(folder) / "both.arrow"
        concat_scenes([Path(folder) / "0.arrow", Path(folder) / "1.arrow"], both)
        assert validate_file(both) == []
        pack_scene(both, Path(folder) / "packed.arrow")
        for number, scene in enumerate(scenes):
            opened = open_scene(Path(folder) / "packed.arrow", row=number)
            assert cells(opened) == cells(scene)
            save_scene(opened, Path(folder) / "again.arrow")
            assert (Path(folder) / "again.arrow").read_bytes() == (Path(folder) / f"{number}.arrow").read_bytes()
