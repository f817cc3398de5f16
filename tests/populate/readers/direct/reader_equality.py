"""The scene that each reader makes of a file, as the bytes it would be saved with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
from pxr import Sdf, Usd

from columnar.assembly import StageOpinions, assemble
from columnar.scene import Scene, cells
from populate.readers import ComposedReader, PopulateOptions, StageInput
from populate.readers.declined import Declined
from populate.readers.direct import DirectReader
from schemas.contract import load_contract

__all__ = ["assert_readers_agree", "composed", "decline", "direct", "layer_file"]


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
    source = StageInput(Usd.Stage.Open(str(file)), options or PopulateOptions(), load_contract())
    return ComposedReader().read(source)


def decline(file: Path, options: PopulateOptions | None = None) -> str:
    """Why the direct reader declines a file, "" if it reads it."""
    try:
        direct(file, options)
    except Declined as declined:
        return declined.reason
    return ""


def assert_readers_agree(file: Path, options: PopulateOptions | None = None) -> Scene:
    """Both readers give the same bytes: values, masks, rows, paths, reports and facts; the scene."""
    contract = load_contract()
    found, expected = direct(file, options), composed(file, options)
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
