"""The scene that each reader makes of a file, as the bytes it would be saved with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
from pxr import Sdf

from columnar.assembly import StageOpinions, assemble
from columnar.scene import Scene, cells
from populate.readers import PopulateOptions
from populate.readers.composed import ComposedReader
from populate.readers.declined import Declined
from populate.readers.direct import DirectReader
from populate.stage_input import open_stage
from schemas.contract import load_contract

__all__ = ["assert_equal_opinions", "assert_readers_agree", "composed", "decline", "direct", "layer_file"]


def layer_file(text: str, file: Path) -> Path:
    """A crate file that holds the layer a usda text describes; header and line ends around braces may be left out."""
    layer = Sdf.Layer.CreateAnonymous(".usda")
    body = text.replace("{", "{\n").replace("}", "\n}\n")
    layer.ImportFromString(body if text.startswith("#usda") else f"#usda 1.0\n{body}")
    layer.Export(str(file))
    return file


def direct(file: Path, options: PopulateOptions | None = None) -> StageOpinions:
    """What the direct reader reads."""
    return DirectReader().read(file, options or PopulateOptions(), load_contract())


def composed(file: Path, options: PopulateOptions | None = None) -> StageOpinions:
    """What the composed reader reads."""
    return ComposedReader().read(open_stage(file, options or PopulateOptions(), load_contract()))


def decline(file: Path, options: PopulateOptions | None = None) -> str:
    """Why the direct reader declines a file, "" if it reads it."""
    try:
        direct(file, options)
    except Declined as declined:
        return declined.reason
    return ""


def assert_readers_agree(file: Path, options: PopulateOptions | None = None) -> Scene:
    """The direct and the composed reader give the same bytes: values, masks, rows, paths, reports, facts; the scene."""
    return assert_equal_opinions(file, direct(file, options), composed(file, options))


def assert_equal_opinions(file: Path, found: StageOpinions, expected: StageOpinions) -> Scene:
    """Opinions that two readers read from a file make scenes of the same bytes; the scene."""
    contract = load_contract()
    scene, reference = assemble(found, contract), assemble(expected, contract)
    assert found.target_rows == expected.target_rows
    if _bytes(scene) != _bytes(reference):
        assert _tables(scene) == _tables(reference)
        assert cells(scene) == cells(reference)
        raise AssertionError(f"{file}: equal values, but other bytes")
    return scene


def _bytes(scene: Scene) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, scene.batch.schema) as writer:
        writer.write_batch(scene.batch)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def _tables(scene: Scene) -> dict[str, Any]:
    return {name: repr(scene.batch.column(name).to_pylist()) for name in scene.batch.schema.names}
