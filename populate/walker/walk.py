"""`walk`: a USD stage becomes descriptors, as OpenUSD understands it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pxr import Usd

from columnar.descriptors import Descriptors, descriptors_from_rows
from populate.diagnostics import caught_warnings, usd_errors_named
from populate.openusd_release import running_profile
from populate.readers import LoadPayloads, PopulateOptions
from populate.stage_input import open_stage
from populate.walker.articulations import articulation_rows
from populate.walker.axes import axis_rows
from populate.walker.bodies import body_rows
from populate.walker.drives import drive_rows
from populate.walker.filtered_pairs import filtered_pair_rows
from populate.walker.groups import group_rows
from populate.walker.joints import joint_rows
from populate.walker.limits import limit_rows
from populate.walker.materials import material_rows
from populate.walker.mimics import mimic_rows
from populate.walker.parsed import ParsedStage, parse_stage
from populate.walker.scenes import scene_rows
from populate.walker.shapes import shape_rows
from populate.walker.states import state_rows
from populate.walker.working_stage import working_stage
from schemas.contract import load_contract

__all__ = ["walk"]

_TABLES: Final[Mapping[str, Callable[[ParsedStage], Iterable[dict[str, Any]]]]] = {
    "joints": joint_rows,
    "limits": limit_rows,
    "drives": drive_rows,
    "axes": axis_rows,
    "states": state_rows,
    "mimics": mimic_rows,
    "bodies": body_rows,
    "shapes": shape_rows,
    "materials": material_rows,
    "groups": group_rows,
    "filtered_pairs": filtered_pair_rows,
    "scenes": scene_rows,
    "articulations": articulation_rows,
}


def walk(
    stage: str | Path | Usd.Stage,
    *,
    root: str | None = None,
    variants: Sequence[str] = (),
    load: LoadPayloads | str = LoadPayloads.ALL,
    on_warning: Callable[[str], None] | None = None,
) -> Descriptors:
    """What a stage means to OpenUSD: descriptors made without columns.

    OpenUSD's parser gives what it covers: joints, their frames, limits and drives, bodies, shapes, materials, groups,
    filtered pairs, scenes and articulation roots. The rest is read off the stage. Only default values count, and
    opinions of a wrong type do not; whether the PhysX and Newton schema packages are registered makes no difference.
    Native instances are read through their proxies; point instancers and what stands below them are not, as OpenUSD
    has it.

    Args:
        stage: a file, or an open stage, which is left as it is.
        root: prim path below which to look, by default the whole stage.
        variants: selections made on top of the authored ones, each `PRIM{SET=NAME}`.
        load: "all" or "none": whether payloads are loaded.
        on_warning: called with each warning of OpenUSD's parser, which is not printed.

    Raises:
        PopulateError: the stage cannot be opened or read, in one sentence.
    """
    options = PopulateOptions(root=root, variants=tuple(variants), load=LoadPayloads(load))
    opened = open_stage(stage, options, load_contract()).stage
    with usd_errors_named("the open stage" if isinstance(stage, Usd.Stage) else str(stage)), caught_warnings() as texts:
        parsed = parse_stage(working_stage(opened), root or "/")
        rows = {name: list(read(parsed)) for name, read in _TABLES.items()}
    if on_warning is not None:
        for text in texts:
            on_warning(text)
    return descriptors_from_rows(rows, profile=running_profile().name, units=parsed.units)
