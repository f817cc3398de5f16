"""Writing scene files."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pyarrow as pa

from columnar.file.canonical import scene_batch
from columnar.file.opening import open_scenes
from columnar.file.problems import Problem, SceneFileError
from columnar.file.replacing import replacing
from columnar.file.source import SIZE_LIMIT
from columnar.file.validation import scene_problems
from columnar.scene import Scene, numbered_by_path
from schemas.contract import Contract

__all__ = ["concat_scenes", "pack_scene", "save_scene"]


def save_scene(scene: Scene | Sequence[Scene], path: str | os.PathLike[str]) -> None:
    """Write a scene, or several as the rows of one file, uncompressed and ready to be mapped.

    Equal scenes give equal bytes. The file is written beside the target and moved over it when it is complete and on
    the disk; until then, and whenever anything fails, an existing target stays as it was.

    Args:
        scene: a scene, or at least one of them under the same contract.
        path: the target; its folder must exist.

    Raises:
        SceneFileError: the target cannot be written, or a scene breaks a rule of the format, so that it could not be
            opened again.
    """
    _write([scene] if isinstance(scene, Scene) else list(scene), path, compression=None)


def concat_scenes(
    sources: Sequence[Scene | str | os.PathLike[str]],
    path: str | os.PathLike[str],
    *,
    trusted: bool = False,
    size_limit: int = SIZE_LIMIT,
    contract: Contract | None = None,
) -> None:
    """Write all scenes of several files (or scenes at hand) as the rows of one file, in order.

    Each scene keeps its own stage units, layers and options. `open_scene(path, row=k)` gives it back.

    Args:
        sources: files and scenes.
        path: the target; it may be one of the sources.
        trusted: how to open the files, as in `open_scene`.
        size_limit: as in `open_scene`, for each file.
        contract: as in `open_scene`.

    Raises:
        SceneFileError: a source cannot be opened, or the target not written.
    """
    scenes: list[Scene] = []
    for source in sources:
        if isinstance(source, Scene):
            scenes.append(source)
        else:
            scenes += open_scenes(source, trusted=trusted, size_limit=size_limit, contract=contract)
    _write(scenes, path, compression=None)


def pack_scene(
    source: str | os.PathLike[str],
    path: str | os.PathLike[str],
    *,
    trusted: bool = False,
    size_limit: int = SIZE_LIMIT,
    contract: Contract | None = None,
) -> None:
    """Write a file's scenes compressed (zstd), for archives and transport.

    A packed file opens like any other, but into memory instead of by mapping; `concat_scenes([packed], path)` unpacks
    it to the bytes it had.

    Args:
        source: the file to pack.
        path: the target; it may be the source.
        trusted: how to open the source, as in `open_scene`.
        size_limit: as in `open_scene`.
        contract: as in `open_scene`.

    Raises:
        SceneFileError: the source cannot be opened, or the target not written.
    """
    scenes = open_scenes(source, trusted=trusted, size_limit=size_limit, contract=contract)
    _write(scenes, path, compression="zstd")


def _write(scenes: Sequence[Scene], path: str | os.PathLike[str], *, compression: str | None) -> None:
    _require_one_contract(scenes, path)
    scenes = [numbered_by_path(scene) for scene in scenes]
    batch = scene_batch(scenes)
    problems = scene_problems(batch, scenes[0].contract)
    if problems:
        raise SceneFileError(path, [Problem(p.where, f"cannot be written: {p.found}", p.expected) for p in problems])
    options = pa.ipc.IpcWriteOptions(compression=compression, use_threads=False)
    with replacing(path) as stream, pa.ipc.new_file(stream, batch.schema, options=options) as writer:
        writer.write_batch(batch)


def _require_one_contract(scenes: Sequence[Scene], path: str | os.PathLike[str]) -> None:
    if not scenes:
        raise SceneFileError(path, Problem("", "cannot be written: there is no scene", "at least one"))
    first = scenes[0].contract
    for number, scene in enumerate(scenes):
        if scene.contract is not first and scene.batch.schema != scenes[0].batch.schema:
            found = f"cannot be written: it follows another contract ({scene.contract.version})"
            raise SceneFileError(path, Problem(f"scene {number}", found, f"that of scene 0 ({first.version})"))
