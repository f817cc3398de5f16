"""Probes: a stage of `tests/data/support` with one column changed on every prim that holds its component."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pxr import Sdf, Usd

from schemas.contract import Column, Component, ProducerRule, load_contract
from tests.parity_support.structure import STRUCTURE
from tests.parity_support.values import other_values

__all__ = ["Probe", "base_stages", "probes_of"]

STAGES = Path(__file__).parents[1] / "data" / "support"
_IN_NO_ATTRIBUTE = ("collection:colliders", "collection:quasistaticactors", "usd-metadata:inactiveIds")
"""Derived columns that the producer makes of others."""
_CUSTOM_DATA = "usd-metadata:customData:"


class Probe(NamedTuple):
    """One change to one stage.

    Attributes:
        component: the column's component.
        column: its table name.
        stage: name of the stage that is changed.
        file: the changed stage.
    """

    component: str
    column: str
    stage: str
    file: Path


class _Settings(NamedTuple):
    """`probes.toml`: values that the rules of `values.py` do not give, and what stages are for."""

    values: dict[str, list[Any]]
    targets: dict[str, list[str]]
    only: dict[str, list[str]]


@cache
def _settings() -> _Settings:
    return _Settings(**tomllib.loads(Path(__file__).with_name("probes.toml").read_text(encoding="utf-8")))


def base_stages() -> dict[str, Path]:
    """The stages that are changed, by name."""
    return {file.stem: file for file in sorted(STAGES.glob("*.usda"))}


def probes_of(stage: Path, folder: Path) -> list[Probe]:
    """Write every probe of a stage into a folder."""
    layer = Sdf.Layer.FindOrOpen(str(stage))
    holders = _holders(Usd.Stage.Open(layer))
    only = _settings().only.get(stage.stem)
    found: list[Probe] = []
    for component in load_contract().components.values():
        if only is not None and component.name not in only:
            continue
        for column in component.columns:
            for changed in _changed(layer, component, column, holders.get(component.name, [])):
                file = folder / f"{stage.stem}-{len(found)}.usda"
                changed.Export(str(file))
                found.append(Probe(component.name, column.name, stage.stem, file))
    return found


def _holders(stage: Usd.Stage) -> dict[str, list[tuple[Sdf.Path, str]]]:
    """Prims by the component they hold, each with the instance name of a multiple-apply one, else ""."""
    contract = load_contract()
    found: dict[str, list[tuple[Sdf.Path, str]]] = {}
    for prim in stage.Traverse():
        own = contract.components.get(prim.GetTypeName())
        chain = () if own is None else (own.name, *own.type_chain)
        listed = prim.GetMetadata("apiSchemas")
        names = [] if listed is None else list(listed.GetAppliedItems())
        applied = contract.expand_schemas(names)
        for name in dict.fromkeys([*chain, "prim", *applied.published, *applied.unregistered]):
            api, _, instance = name.partition(":")
            component = contract.components.get(api)
            if component is not None and component.multiple_apply == bool(instance):
                found.setdefault(api, []).append((prim.GetPath(), instance))
    found["stage_units"] = [(Sdf.Path.absoluteRootPath, "")]
    return found


def _changed(
    layer: Sdf.Layer, component: Component, column: Column, holders: Sequence[tuple[Sdf.Path, str]]
) -> Iterator[Sdf.Layer]:
    """The stage with each of the column's other values in turn."""
    for choice in range(_most_choices(layer, component, column, holders)):
        copy = Sdf.Layer.CreateAnonymous(".usda")
        copy.TransferContent(layer)
        stage = Usd.Stage.Open(copy)
        for path, instance in holders:
            values = _values(stage.GetPrimAtPath(path), component, column, instance)
            if choice < len(values):
                _write(stage.GetPrimAtPath(path), component, column, instance, values[choice])
        yield copy


def _most_choices(
    layer: Sdf.Layer, component: Component, column: Column, holders: Sequence[tuple[Sdf.Path, str]]
) -> int:
    stage = Usd.Stage.Open(layer)
    counts = (len(_values(stage.GetPrimAtPath(path), component, column, instance)) for path, instance in holders)
    return max(counts, default=0)


def _values(prim: Usd.Prim, component: Component, column: Column, instance: str) -> list[Any]:
    key = f"{component.name}.{column.name}"
    if key in STRUCTURE:
        return STRUCTURE[key].values(prim)
    if column.producer is ProducerRule.DERIVED and column.name in _IN_NO_ATTRIBUTE:
        return []
    if column.usd_type == "rel":
        return [[], *([path] for path in _settings().targets.get(key, []))]
    if key in _settings().values:
        return _settings().values[key]
    attribute = prim.GetAttribute(component.full_name(column.name, instance))
    return other_values(column, attribute.Get() if attribute and attribute.HasAuthoredValue() else None)


def _write(prim: Usd.Prim, component: Component, column: Column, instance: str, value: Any) -> None:
    key = f"{component.name}.{column.name}"
    name = component.full_name(column.name, instance)
    if key in STRUCTURE:
        STRUCTURE[key].write(prim, value)
    elif name.startswith(_CUSTOM_DATA):
        prim.SetCustomDataByKey(name.removeprefix(_CUSTOM_DATA), value)
    elif column.usd_type == "rel":
        targets = [Sdf.Path(text).MakeAbsolutePath(prim.GetPath()) for text in value]
        prim.CreateRelationship(name, custom=False).SetTargets(targets)
    else:
        prim.CreateAttribute(name, Sdf.ValueTypeNames.Find(column.usd_type), custom=False).Set(value)
