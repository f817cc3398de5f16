"""Stages written as text in a test, and what populate makes of them."""

from __future__ import annotations

from typing import Any

from pxr import Usd

from columnar import Scene
from populate import populate

__all__ = ["report_codes", "scene_of", "stage_of"]

HEADER = """#usda 1.0
(
    metersPerUnit = 0.5
    upAxis = "Y"
)
"""


def stage_of(body: str) -> Usd.Stage:
    """A stage in memory, half a metre the unit and Y up, whose root layer holds `body`."""
    stage = Usd.Stage.CreateInMemory()
    text = body if body.startswith("#usda") else HEADER + body
    if not stage.GetRootLayer().ImportFromString(text):
        raise ValueError(f"not a USD layer:\n{text}")
    return stage


def scene_of(body: str, **options: Any) -> Scene:
    """What populate makes of `stage_of(body)`, with keyword arguments of `populate`."""
    return populate(stage_of(body), **options).scene


def report_codes(scene: Scene) -> list[tuple[str, str | None, str]]:
    """(prim, column, code) of every report."""
    return [(scene.paths[row["prim"]], row["column"], row["code"]) for row in scene.table("report").to_pylist()]
