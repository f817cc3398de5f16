"""What OpenUSD's own physics parser makes of stages: every field of its records, under the paths of their prims."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pxr import Usd, UsdPhysics

from populate.diagnostics import caught_warnings

__all__ = ["parsed_by_openusd"]


def parsed_by_openusd(files: Iterable[Path]) -> dict[str, dict[str, Any] | str]:
    """The records of each stage as one flat table, by file."""
    with caught_warnings():
        return {str(file): _records(Usd.Stage.Open(str(file))) for file in files}


def _records(stage: Usd.Stage) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    load = getattr(UsdPhysics, "UsdPhysicsLoadStageFromPrimRange", UsdPhysics.LoadUsdPhysicsFromRange)
    for kind, (paths, records) in load(stage, ["/"]).items():
        for path, record in zip(paths, records, strict=True):
            _flatten(f"{kind.name}.{path}", record, fields)
    return fields


def _flatten(name: str, value: Any, fields: dict[str, Any]) -> None:
    """One entry a leaf; records by their properties, lists by their items."""
    own = [key for key in dir(type(value)) if isinstance(getattr(type(value), key), property)]
    if type(value).__name__.endswith("Vector") or isinstance(value, list | tuple):
        fields[f"{name}.count"] = str(len(value))
        for place, item in enumerate(value):
            _flatten(f"{name}.{place}", item, fields)
    elif own and type(value).__module__ == UsdPhysics.__name__:
        for key in own:
            _flatten(f"{name}.{key}", getattr(value, key), fields)
    else:
        fields[name] = str(value)
