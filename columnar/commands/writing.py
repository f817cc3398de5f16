"""`concat`, `export` and `pack`: scene files made into other files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from columnar.commands.opener import Opener, ScenesOpener
from columnar.commands.outputs import check_outputs
from columnar.file import concat_scenes, export_tables, pack_scene
from columnar.reports import CommandResult, Facts, Grid

__all__ = ["concat_files", "export_file", "pack_file"]


def concat_files(files: Sequence[Path], output: Path, *, opener: ScenesOpener) -> CommandResult:
    """Write the scenes of several files as the rows of one, in the order of the files.

    Raises:
        CommandError: the output is one of the files.
        SceneFileError: a file cannot be opened, or the output not written.
    """
    check_outputs(files, output)
    scenes = [scene for file in files for scene in opener(file)]
    concat_scenes(scenes, output)
    data = {"output": str(output), "scenes": len(scenes)}
    return CommandResult(lambda: data, lambda: [Facts(str(output), [("scenes", str(len(scenes)))])])


def export_file(file: Path, folder: Path, *, opener: Opener, format: str) -> CommandResult:
    """Write every table that has rows to a file of its own.

    Args:
        file: a scene file.
        folder: where to; it is created if need be.
        opener: opens the file.
        format: "parquet" or "arrow".

    Raises:
        SceneFileError: the file cannot be opened, or the folder not written.
    """
    scene = opener(file)
    written = export_tables(scene, folder, format=format)
    rows = [(path.name, 1 if path.stem == "scene" else len(scene.rows(path.stem))) for path in written]
    return CommandResult(
        lambda: {"folder": str(folder), "files": [{"file": name, "rows": count} for name, count in rows]},
        lambda: [Grid(str(folder), ("file", "rows"), rows)],
    )


def pack_file(file: Path, output: Path) -> CommandResult:
    """Write a file's scenes compressed.

    Raises:
        CommandError: the output is the file.
        SceneFileError: the file cannot be opened, or the output not written.
    """
    check_outputs(file, output)
    before = file.stat().st_size if file.is_file() else 0
    pack_scene(file, output)
    after = output.stat().st_size
    return CommandResult(
        lambda: {"output": str(output), "bytes": after, "bytes_before": before},
        lambda: [Facts(str(output), [("bytes", str(after)), ("before", str(before))])],
    )
