"""What holds for the whole scene: stage units, default prim, and the layers that made it, content hashed."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path

from pxr import Sdf, Usd, UsdGeom, UsdPhysics

from columnar.assembly import SceneFacts
from columnar.file import layer_digest
from populate.readers.options import PopulateOptions
from schemas.contract import Contract, StageUnits

__all__ = ["scene_facts"]

_ANONYMOUS = "anonymous"
_ADDRESS = re.compile("anon:0x[0-9a-f]+")


def scene_facts(stage: Usd.Stage, options: PopulateOptions, contract: Contract, *, digests: bool = True) -> SceneFacts:
    """Units, default prim and layers of a stage. No absolute path gets in."""
    default = contract.settings.stage_units
    root = stage.GetRootLayer()
    meters = UsdGeom.GetStageMetersPerUnit(stage)
    kilograms = UsdPhysics.GetStageKilogramsPerUnit(stage)
    up_axis = str(UsdGeom.GetStageUpAxis(stage))
    authored = UsdGeom.StageHasAuthoredMetersPerUnit(stage)
    masses = UsdPhysics.StageHasAuthoredKilogramsPerUnit(stage)
    axis = stage.HasAuthoredMetadata(UsdGeom.Tokens.upAxis)
    return SceneFacts(
        root_layer=_name(root),
        units=StageUnits(
            meters_per_unit=meters if authored else default.meters_per_unit,
            kilograms_per_unit=kilograms if masses else default.kilograms_per_unit,
            up_axis=up_axis if axis else default.up_axis,
        ),
        meters_per_unit_authored=authored,
        kilograms_per_unit_authored=masses,
        up_axis_authored=axis,
        default_prim=str(root.defaultPrim) or None,
        time_code=options.time,
        layers=_layers(stage) if digests else (),
        options=options.recorded(),
    )


def _name(layer: Sdf.Layer) -> str:
    return f"{_ANONYMOUS}:0" if layer.anonymous else Path(layer.realPath or layer.identifier).name


def _layers(stage: Usd.Stage) -> tuple[tuple[str, str], ...]:
    """(identity, sha256) of every layer with content, the root layer first, the others by identity."""
    root, session = stage.GetRootLayer(), stage.GetSessionLayer()
    folder = str(Path(root.realPath).parent) if root.realPath else ""
    used = [layer for layer in stage.GetUsedLayers(includeClipLayers=True) if layer is not session]
    stack = [layer for layer in stage.GetLayerStack(includeSessionLayers=False) if layer.anonymous]
    names = {layer.identifier: f"{_ANONYMOUS}:{place}" for place, layer in enumerate(stack)}
    found = [(_relative(layer, folder), _content_hash(layer, names)) for layer in used if not layer.anonymous]
    anonymous = {layer.identifier: _content_hash(layer, names) for layer in used if layer.anonymous and not layer.empty}
    found += [(names[identifier], digest) for identifier, digest in anonymous.items() if identifier in names]
    outside = sorted(digest for identifier, digest in anonymous.items() if identifier not in names)
    found += [(f"{_ANONYMOUS}:{place}", digest) for place, digest in enumerate(outside, len(stack))]
    return tuple(sorted(found, key=lambda item: (item[0] != _name(root), item[0].encode(), item[1])))


def _relative(layer: Sdf.Layer, folder: str) -> str:
    """Identity of a layer relative to the root layer's folder; the bare name where that would lead through the root of
    the file system, and so depend on the machine.
    """
    real = layer.realPath
    if not real:
        return str(layer.identifier)
    try:
        shared = os.path.commonpath([real, folder]) if folder else ""
    except ValueError:
        shared = ""
    if not shared or shared == Path(shared).anchor:
        return Path(real).name
    return Path(os.path.relpath(real, folder)).as_posix()


def _content_hash(layer: Sdf.Layer, names: Mapping[str, str]) -> str:
    """sha256 of the layer's file, or of its text where there is none or where it was edited in memory.

    Args:
        layer: the layer.
        names: what the text says instead of the identifiers of anonymous layers, which are addresses.
    """
    stored = layer_digest(layer.realPath) if layer.realPath and not layer.dirty else None
    if stored is not None:
        return stored
    text = layer.ExportToString()
    for identifier, name in names.items():
        text = text.replace(identifier, name)
    return hashlib.sha256(_ADDRESS.sub(_ANONYMOUS, text).encode()).hexdigest()
