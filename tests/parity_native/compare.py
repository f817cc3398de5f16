"""Descriptors against native objects, field by field."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from columnar.descriptors import Descriptors
from tests.parity_native.expectations import Promise
from tests.parity_native.fields import Field, Native, stage_fields
from tests.parity_native.rotations import same_rotation

__all__ = ["Comparison", "compare_stage"]

TOLERANCE = 2e-5
"""Of float32 numbers, relative and absolute."""


class Comparison(NamedTuple):
    """Fields compared, by kind, those that are as a finding has them, by its id, and those not as promised."""

    counts: Counter[str]
    findings: Counter[str]
    differences: list[Field]


def compare_stage(descriptors: Descriptors, objects: Sequence[Mapping[str, Any]]) -> Comparison:
    """Hold a stage's descriptors against the engine's objects.

    Args:
        descriptors: parsed with the profile "ovphysx".
        objects: native objects with `class`, `name` (prim path) and their fields.
    """
    fields = list(stage_fields(Promise(descriptors), Native(objects)))
    different = [not _same(field) for field in fields]
    return Comparison(
        Counter(field.kind for field in fields),
        Counter(
            field.finding for field, differs in zip(fields, different, strict=True) if field.finding and not differs
        ),
        [field for field, differs in zip(fields, different, strict=True) if differs],
    )


def _same(field: Field) -> bool:
    if "rot" in field.name and isinstance(field.promised, Sequence):
        return same_rotation(field.promised, field.native, TOLERANCE)
    return _close(field.promised, field.native)


def _close(promised: Any, native: Any) -> bool:
    if isinstance(promised, Sequence) and not isinstance(promised, str):
        return all(_close(a, b) for a, b in zip(promised, native, strict=True))
    if isinstance(promised, float) and isinstance(native, int | float):
        return math.isclose(promised, native, rel_tol=TOLERANCE, abs_tol=TOLERANCE) or promised == native
    return bool(promised == native)
