"""`newton_engine.py JOBS.json OUT.jsonl`: what `ModelBuilder.add_usd` makes of each stage of a list, a line each.

Run by an interpreter that has newton and a usd-core that newton takes; no kernel is compiled. The builder is read as it
stands after the import: every list and number of it, the attributes that schemas add, and what the import returns.
"""

from __future__ import annotations

import json
import logging
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import newton
import numpy as np

__all__: list[str] = []

_LONGEST_LIST = 4000
"""Values of one field that are kept."""

_LEFT_OUT = ("schema_attrs", "scene_attributes", "path_original_scene", "path_shape_scale", "linear_unit", "mass_unit")
"""Returned values that repeat the stage, whether the builder uses them or not."""


def main(jobs: Path, output: Path) -> None:
    """Import every stage; a failure is its message."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    with output.open("a", encoding="utf-8") as lines:
        for file in json.loads(jobs.read_text(encoding="utf-8")):
            print(json.dumps([file, _imported(file)]), file=lines, flush=True)


def _imported(file: str) -> dict[str, Any] | str:
    builder = newton.ModelBuilder()
    try:
        returned = builder.add_usd(file)
    except Exception as error:  # noqa: BLE001 - whatever the importer raises is its answer
        return f"{type(error).__name__}: {error}"[:300]
    fields: dict[str, Any] = {}
    _flatten("builder", vars(builder), fields, set())
    for name, value in returned.items():
        if name not in _LEFT_OUT:
            _flatten(f"returned.{name}", value, fields, set())
    return fields


def _flatten(name: str, value: Any, fields: dict[str, Any], above: set[int]) -> None:
    """One entry a leaf; objects of newton by their own fields."""
    if id(value) in above or len(above) > 8:
        return
    inner = above | {id(value)}
    if value is None or isinstance(value, bool | int | float | str):
        fields[name] = _plain(value)
    elif isinstance(value, type) or callable(value):
        fields[name] = getattr(value, "__name__", type(value).__name__)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _flatten(f"{name}.{key}", item, fields, inner)
    elif isinstance(value, np.ndarray):
        fields[name] = [_plain(item) for item in value.ravel()[:_LONGEST_LIST].tolist()]
    elif isinstance(value, set | frozenset):
        fields[name] = sorted(map(str, value))
    elif isinstance(value, Sequence) or hasattr(value, "_wp_scalar_type_"):
        _sequence(name, value, fields, inner)
    elif hasattr(value, "numpy"):
        _flatten(name, value.numpy(), fields, inner)
    elif type(value).__module__.startswith("newton") and hasattr(value, "__dict__"):
        fields[name] = type(value).__name__
        _flatten(name, vars(value), fields, inner)
    else:
        fields[name] = type(value).__name__


def _sequence(name: str, value: Any, fields: dict[str, Any], above: set[int]) -> None:
    numbers = np.asarray(value) if all(isinstance(item, float | int) for item in value) else None
    if numbers is not None and numbers.ndim == 1:
        fields[name] = [_plain(item) for item in numbers[:_LONGEST_LIST].tolist()]
        return
    fields[f"{name}.count"] = len(value)
    for place, item in enumerate(value[:_LONGEST_LIST]):
        _flatten(f"{name}.{place}", item, fields, above)


def _plain(value: Any) -> Any:
    """Numbers that JSON cannot hold as text."""
    return str(value) if isinstance(value, float) and not np.isfinite(value) else value


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
