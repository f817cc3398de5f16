"""What holds for the whole scene: stage units, default prim, and the layers that made it, content hashed."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from pxr import Sdf, Usd, UsdGeom, UsdPhysics

from columnar.assembly import SceneFacts
from populate.readers.options import PopulateOptions
from schemas.contract import Contract, StageUnits

__all__ = ["scene_facts"]


def scene_facts(stage: Usd.Stage, options: PopulateOptions, contract: Contract) -> SceneFacts:
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
        layers=_layers(stage),
        options=options.recorded(),
    )


def _name(layer: Sdf.Layer) -> str:
    return "anonymous:0" if layer.anonymous else Path(layer.realPath or layer.identifier).name


def _layers(stage: Usd.Stage) -> tuple[tuple[str, str], ...]:
    """(identity, sha256) of every layer with content, the root layer first, the others by identity."""
    root = stage.GetRootLayer()
    folder = str(Path(root.realPath).parent) if root.realPath else ""
    anonymous = [
        layer for layer in stage.GetLayerStack(includeSessionLayers=True) if layer.anonymous and not layer.empty
    ]
    session = stage.GetSessionLayer()
    found: dict[str, str] = {}
    for layer in stage.GetUsedLayers(includeClipLayers=True):
        if layer is session or (layer.anonymous and layer.empty):
            continue
        if layer.anonymous:
            place = anonymous.index(layer) if layer in anonymous else len(anonymous)
            found.setdefault(f"anonymous:{place}", _content_hash(layer))
        else:
            found[_relative(layer, folder)] = _content_hash(layer)
    first = _name(root) if not root.anonymous else next(iter(sorted(found)), "")
    return tuple(sorted(found.items(), key=lambda item: (item[0] != first, item[0].encode())))


def _relative(layer: Sdf.Layer, folder: str) -> str:
    """Identity of a layer relative to the root layer's folder; the bare identifier where that says nothing."""
    real = layer.realPath
    if not real:
        return str(layer.identifier)
    if not folder:
        return Path(real).name
    try:
        return Path(os.path.relpath(real, folder)).as_posix()
    except ValueError:
        return Path(real).name


def _content_hash(layer: Sdf.Layer) -> str:
    """sha256 of the layer's file, or of its text where there is none or where it was edited in memory."""
    digest = hashlib.sha256()
    package = layer.realPath.partition("[")[0]
    if not layer.dirty and package and Path(package).is_file():
        with Path(package).open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    else:
        digest.update(layer.ExportToString().encode())
    return digest.hexdigest()
