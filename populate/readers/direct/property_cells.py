"""Cells of the `property` table: what no typed column holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import PropertyCell
from populate.readers.crate.value_reps import Reps
from populate.readers.direct.decoded import python_values
from populate.readers.direct.reading import Reading
from populate.readers.placement import authored_type

__all__ = ["keep_targets", "keep_values", "keep_without_value"]

_NUMERIC = ("scalar", "vector", "quaternion", "matrix")


def keep_values(reading: Reading, name: str, type_name: str, prims: NDArray[np.int32], reps: Reps, code: int) -> None:
    """Keep authored values, stored with the type `code` says, as flat numbers or texts."""
    kind = authored_type(type_name, reading.contract)
    values = python_values(reading.layer.crate, reps, code)
    numeric = kind.form in _NUMERIC
    # Prims that share an array share its numbers; `values` keeps each alive, so that its id is its own.
    known: dict[int, tuple[Any, ...]] = {}
    for prim, value in zip(prims.tolist(), values, strict=True):
        content: Any = known.get(id(value))
        if content is None:
            content = known[id(value)] = _numbers(value) if numeric else tuple(value) if kind.array else (value,)
        cell = PropertyCell(prim, name, type_name)
        reading.cells.append(replace(cell, number=content) if numeric else replace(cell, text=content))


def keep_without_value(reading: Reading, name: str, type_name: str, prims: NDArray[np.int32], *, blocked: bool) -> None:
    """Keep that a property is there whose value is blocked, or has only time samples."""
    reading.cells += [PropertyCell(prim, name, type_name, authored=False, blocked=blocked) for prim in prims.tolist()]


def keep_targets(
    reading: Reading, name: str, prims: NDArray[np.int32], counts: NDArray[np.int64], targets: NDArray[np.int64]
) -> None:
    """Keep the targets of relationships."""
    start = 0
    for prim, count in zip(prims.tolist(), counts.tolist(), strict=True):
        found = tuple(targets[start : start + count].tolist())
        reading.cells.append(PropertyCell(prim, name, "rel", targets=found))
        start += count


@np.errstate(invalid="ignore")
def _numbers(value: Any) -> tuple[float, ...]:
    numbers: list[float] = np.asarray(value, np.float64).reshape(-1).tolist()
    return tuple(numbers)
