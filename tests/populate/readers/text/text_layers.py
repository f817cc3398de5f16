"""usda files for the text reader, and what it makes of them."""

from __future__ import annotations

from pathlib import Path

from pxr import Sdf

from columnar.assembly import StageOpinions
from columnar.scene import Scene
from populate.readers import PopulateOptions
from populate.readers.declined import Declined
from populate.readers.text import TextReader
from schemas.contract import load_contract
from tests.populate.readers.direct.drawn_layers import draw_layer
from tests.populate.readers.direct.reader_equality import assert_equal_opinions, composed

__all__ = ["assert_text_is_read_alike", "decline_text", "drawn_text", "read_text", "written"]


def read_text(file: Path, options: PopulateOptions | None = None) -> StageOpinions:
    """What the text reader reads."""
    return TextReader().read(file, options or PopulateOptions(), load_contract())


def decline_text(file: Path, options: PopulateOptions | None = None) -> str:
    """Why the text reader declines a file, "" if it reads it."""
    try:
        read_text(file, options)
    except Declined as declined:
        return declined.reason
    return ""


def assert_text_is_read_alike(file: Path, options: PopulateOptions | None = None) -> Scene:
    """The text and the composed reader give the same bytes; the scene."""
    return assert_equal_opinions(file, read_text(file, options), composed(file, options))


def written(body: str, file: Path, *, header: str = "") -> Path:
    """A usda file with these lines, as they are."""
    file.write_text(f"#usda 1.0\n{header}\n{body}\n", encoding="utf-8")
    return file


def drawn_text(file: Path, seed: int, *, prims: int = 25) -> Path:
    """A drawn layer as USD writes it, without what the text reader declines: samples and customData."""
    layer = Sdf.Layer.OpenAsAnonymous(str(draw_layer(file.with_suffix(".usdc"), seed, prims=prims)))
    paths: list[Sdf.Path] = []
    layer.Traverse("/", paths.append)
    for path in paths:
        if path.IsPrimPath():
            layer.GetPrimAtPath(path).ClearInfo("customData")
        for time in layer.ListTimeSamplesForPath(path):
            layer.EraseTimeSample(path, time)
    layer.Export(str(file))
    return file
