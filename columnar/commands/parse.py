"""`parse`: the descriptors a consumer makes of a scene."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from columnar.commands.opener import Opener
from columnar.commands.outputs import check_outputs
from columnar.descriptors import Descriptors
from columnar.file import save_descriptors
from columnar.parsing import load_profile, parse
from columnar.reports import Block, CommandResult, Facts, Grid
from schemas.descriptors import DESCRIPTOR_TABLES

__all__ = ["parse_file"]

_SHOWN = 50
"""Joints shown on a terminal."""


_JOINT_HEADS = ("joint", "type", "body 0", "body 1")
_ARTICULATION_HEADS = ("articulation", "root", "fixed base", "links", "joints", "loop joints")


def parse_file(file: Path, *, opener: Opener, profile: str, output: Path | None = None) -> CommandResult:
    """The descriptor tables of a scene.

    Args:
        file: what the user named.
        opener: opens it.
        profile: the consumer whose rules apply.
        output: where to save the tables; nothing is written without it.

    Raises:
        CommandError: the output is the input.
        ProfileError: no such profile.
        SceneFileError: the file cannot be opened, or the output not written.
    """
    check_outputs(file, output)
    chosen = load_profile(profile)
    descriptors = parse(opener(file), chosen)
    if output is not None:
        save_descriptors(descriptors, output)
    return CommandResult(lambda: _data(descriptors), lambda: _blocks(file, descriptors, output))


def _data(descriptors: Descriptors) -> dict[str, Any]:
    units = descriptors.units
    return {
        "profile": descriptors.profile,
        "units": {
            "metersPerUnit": units.meters_per_unit,
            "kilogramsPerUnit": units.kilograms_per_unit,
            "upAxis": units.up_axis,
        },
        **descriptors.to_json(),
    }


def _blocks(file: Path, descriptors: Descriptors, output: Path | None) -> Sequence[Block]:
    facts = [("profile", descriptors.profile), ("output", "" if output is None else str(output))]
    counts = [(name, len(descriptors.table(name))) for name in DESCRIPTOR_TABLES]
    blocks: list[Block] = [
        Facts(str(file), facts),
        Grid("descriptors", ("table", "rows"), [(name, count) for name, count in counts if count]),
    ]
    if len(descriptors.joints):
        note = "--json gives everything"
        blocks.append(Grid("joints", _JOINT_HEADS, _joints(descriptors), terminal_rows=_SHOWN, note=note))
    if len(descriptors.articulations):
        blocks.append(Grid("articulations", _ARTICULATION_HEADS, _articulations(descriptors), terminal_rows=_SHOWN))
    return blocks


def _joints(descriptors: Descriptors) -> list[tuple[str, ...]]:
    rows = descriptors.joints.arrow.select(["path", "type", "body0", "body1"]).to_pylist()
    return [(row["path"], row["type"], row["body0"] or "world", row["body1"] or "world") for row in rows]


def _articulations(descriptors: Descriptors) -> list[tuple[str | int, ...]]:
    lists = ("links", "joints", "loop_joints")
    rows = descriptors.articulations.arrow.select(["path", "root", "fixed_base", *lists]).to_pylist()
    return [
        (row["path"], row["root"], "yes" if row["fixed_base"] else "no", *(len(row[name]) for name in lists))
        for row in rows
    ]
