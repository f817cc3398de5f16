"""What holds for the whole scene: units and default prim from the layer's metadata, and the layer's hash."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from columnar.assembly import SceneFacts
from populate.readers.crate.single_values import numbers
from populate.readers.crate.value_reps import INLINED, ValueType
from populate.readers.declined import Declined
from populate.readers.direct.layer import Layer
from populate.readers.options import PopulateOptions
from schemas.contract import Contract, StageUnits

__all__ = ["scene_facts"]

_DOUBLE: Final = (ValueType.DOUBLE, ValueType.DOUBLE | INLINED)


def scene_facts(layer: Layer, path: Path, digest: str, options: PopulateOptions, contract: Contract) -> SceneFacts:
    """Units, default prim and identity of a stage that is one layer.

    Args:
        layer: the layer.
        path: its file.
        digest: sha256 of the file.
        options: what was asked for.
        contract: says what holds where nothing is authored.

    Raises:
        Declined: metadata of an unexpected type.
    """
    default = contract.settings.stage_units
    meters = _number(layer, "metersPerUnit")
    kilograms = _number(layer, "kilogramsPerUnit")
    up_axis = _token(layer, "upAxis")
    return SceneFacts(
        root_layer=path.name,
        units=StageUnits(
            meters_per_unit=default.meters_per_unit if meters is None else meters,
            kilograms_per_unit=default.kilograms_per_unit if kilograms is None else kilograms,
            up_axis=default.up_axis if up_axis is None else up_axis,
        ),
        meters_per_unit_authored=meters is not None,
        kilograms_per_unit_authored=kilograms is not None,
        up_axis_authored=up_axis is not None,
        default_prim=_token(layer, "defaultPrim") or None,
        time_code=options.time,
        layers=((path.name, digest),),
        options=options.recorded(),
    )


def _rep(layer: Layer, field: str) -> int:
    """Rep of a metadatum of the layer, 0 where it has none."""
    fields = layer.prims.fields.get(field)
    return 0 if fields is None else int(layer.crate.fields.reps(fields[:1])[0])


def _number(layer: Layer, field: str) -> float | None:
    rep = _rep(layer, field)
    if not rep:
        return None
    if rep >> 48 not in _DOUBLE:
        raise Declined(f"layer metadata {field} of an unexpected type")
    return float(numbers(layer.crate, np.array([rep], np.uint64), ValueType.DOUBLE)[0])


def _token(layer: Layer, field: str) -> str | None:
    rep = _rep(layer, field)
    if not rep:
        return None
    if rep >> 48 != ValueType.TOKEN | INLINED:
        raise Declined(f"layer metadata {field} of an unexpected type")
    return layer.crate.tokens.texts([rep & 0xFFFFFFFF])[0]
