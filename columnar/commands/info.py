"""`info`: what a scene file is, and whether the layers it came from have changed since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from columnar.commands.opener import ScenesOpener
from columnar.file import Problem, SceneFileError, changed_layers
from columnar.reports import Block, CommandResult, Facts, Grid, value_text
from columnar.scene import FORMAT_KEY, SCENE_TABLES, Scene

__all__ = ["file_info"]

_AUTHORED = {
    "usd-metadata:metersPerUnit": "meters_per_unit_authored",
    "usd-metadata:kilogramsPerUnit": "kilograms_per_unit_authored",
    "usd-metadata:upAxis": "up_axis_authored",
}


def file_info(file: Path, *, opener: ScenesOpener, row: int = 0, stage: Path | None = None) -> CommandResult:
    """Versions, units, options, layers, row counts and report counts of a scene of a file.

    Args:
        file: a scene file.
        opener: opens all scenes of the file.
        row: which of them to describe.
        stage: where the root layer is now, to say which layers have changed; by default the file of the root layer's
            name beside `file`, if there is one.

    Raises:
        SceneFileError: the file has no such scene, or `stage` is no file.
    """
    scenes = opener(file)
    if not 0 <= row < len(scenes):
        raise SceneFileError(file, Problem("", f"has no scene {row}", f"a number from 0 to {len(scenes) - 1}"))
    if stage is not None and not stage.is_file():
        raise SceneFileError(stage, Problem("", "no such file", "the root layer of the stage"))
    data = _data(file, scenes, row, stage or _beside(file, scenes[row]))
    return CommandResult(lambda: data, lambda: _blocks(data, scenes))


def _beside(file: Path, scene: Scene) -> Path | None:
    """The root layer beside the file; a recorded name that leads elsewhere is not followed."""
    name = scene.info["root_layer"]
    found = file.parent / name
    return found if Path(name).name == name and found.is_file() else None


def _data(file: Path, scenes: Sequence[Scene], row: int, stage: Path | None) -> dict[str, Any]:
    scene = scenes[row]
    metadata = scene.batch.schema.metadata or {}
    counts = {name: len(scene.rows(name)) for name in scene.tables}
    return {
        "file": str(file),
        "bytes": file.stat().st_size,
        "format_version": int(metadata[FORMAT_KEY]),
        "contract_version": scene.info["contract_version"],
        "scenes": len(scenes),
        "row": row,
        "root_layer": scene.info["root_layer"],
        "default_prim": scene.info["default_prim"],
        "time_code": scene.info["time_code"],
        "units": {
            name.partition(":")[2]: {"value": scene.info[name], "authored": scene.info[flag]}
            for name, flag in _AUTHORED.items()
        },
        "options": scene.info["options"],
        "layers": scene.info["layers"],
        "compared_with": None if stage is None else str(stage),
        "changed_layers": None if stage is None else changed_layers(scene, stage),
        "rows": {name: count for name, count in counts.items() if count},
        "reports": dict(sorted(Counter(scene.table("report")["code"].to_pylist()).items())),
    }


def _blocks(data: Mapping[str, Any], scenes: Sequence[Scene]) -> Sequence[Block]:
    blocks: list[Block] = [_facts(data)]
    if len(scenes) > 1:
        rows = [(row, s.info["root_layer"], len(s.rows("prim"))) for row, s in enumerate(scenes)]
        blocks.append(
            Grid("scenes of the file", ("row", "root layer", "prims"), rows, note="--row N describes another")
        )
    layers = [(layer["identity"], layer["sha256"]) for layer in data["layers"]]
    blocks.append(Grid("layers", ("layer", "sha256 of its content"), layers))
    others = [(name, count) for name, count in data["rows"].items() if name in SCENE_TABLES]
    components = [(name, count) for name, count in data["rows"].items() if name not in SCENE_TABLES]
    blocks.append(Grid("rows", ("table", "rows"), [*others, *components]))
    if data["reports"]:
        note = f"arrowstage show {data['file']} report lists them"
        blocks.append(Grid("reports", ("code", "reports"), list(data["reports"].items()), note=note))
    return blocks


def _facts(data: Mapping[str, Any]) -> Facts:
    units = [
        (name, f"{value_text(unit['value'])}{'' if unit['authored'] else ' (not authored)'}")
        for name, unit in data["units"].items()
    ]
    options = ", ".join(f"{option['name']}={option['value']}" for option in data["options"])
    time = data["time_code"]
    return Facts(
        data["file"],
        [
            ("kind", f"scene file, format {data['format_version']}, contract {data['contract_version']}"),
            ("size", f"{data['bytes']} bytes"),
            ("scene", f"{data['row']} of {data['scenes']}" if data["scenes"] > 1 else ""),
            ("root layer", data["root_layer"]),
            ("default prim", data["default_prim"] or "none"),
            *units,
            ("time", "default values" if time is None else f"time code {value_text(time)}"),
            ("options", options or "the defaults"),
            ("changed since", _changes(data)),
        ],
    )


def _changes(data: Mapping[str, Any]) -> str:
    if data["compared_with"] is None:
        return f"unknown: no {data['root_layer']} beside the file; --stage PATH says where the stage is"
    changed = data["changed_layers"]
    return f"{', '.join(changed)} (changed or gone)" if changed else "nothing, every layer is as it was"
