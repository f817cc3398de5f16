"""The scene that the layered reader makes of a stage, beside the composed reader's."""

from __future__ import annotations

from pathlib import Path

from columnar.scene import Scene
from populate.readers import PopulateOptions
from populate.readers.layered import LayeredReader
from populate.stage_input import open_stage
from schemas.contract import load_contract
from tests.populate.readers.direct.reader_equality import assert_equal_opinions, composed

__all__ = ["assert_layered_agrees"]


def assert_layered_agrees(file: Path, options: PopulateOptions | None = None) -> Scene:
    """The layered and the composed reader give the same bytes; the scene."""
    asked = options or PopulateOptions()
    found = LayeredReader().read(lambda: open_stage(file, asked, load_contract()), asked)
    return assert_equal_opinions(file, found, composed(file, asked))
