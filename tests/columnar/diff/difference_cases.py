"""Comparisons of small scenes, and what they must find."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from columnar.assembly import scene_from_tables
from columnar.descriptors import Descriptors
from columnar.diff import Difference, Differences, diff
from columnar.parsing import parse
from columnar.scene import Scene

__all__ = ["Expected", "agree", "compared", "only", "sides", "values_equal"]

Tables = Mapping[str, Mapping[str, Sequence[Any]]]


class Expected(NamedTuple):
    """One difference: where it is, both values, and the finding that predicts them."""

    table: str
    path: str | None
    field: str
    a: Any
    b: Any
    finding: str | None


def sides(tables: Tables, **options: Any) -> tuple[Scene, Descriptors, Descriptors]:
    """A hand-made scene without producer, and what both consumers make of it."""
    scene = scene_from_tables(tables, fill=False, **options)
    return scene, parse(scene, "ovphysx"), parse(scene, "openusd")


def compared(tables: Tables, **options: Any) -> Differences:
    """The differences of both consumers of a hand-made scene."""
    scene, a, b = sides(tables, **options)
    return diff(a, b, scene=scene)


def only(found: Differences, table: str, field: str) -> list[Difference]:
    """The differences of one field."""
    return [difference for difference in found if (difference.table, difference.field) == (table, field)]


def agree(found: Sequence[Difference], expected: Sequence[Expected]) -> bool:
    """Whether differences are the expected ones, in any order."""
    left = list(found)
    for wanted in expected:
        match = next((d for d in left if _is(d, wanted)), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def _is(difference: Difference, expected: Expected) -> bool:
    same = (difference.table, difference.path, difference.field, difference.finding)
    return same == (expected.table, expected.path, expected.field, expected.finding) and all(
        values_equal(own, wanted) for own, wanted in ((difference.a, expected.a), (difference.b, expected.b))
    )


def values_equal(own: Any, wanted: Any) -> bool:
    """Whether values are equal to five digits; lists lane by lane."""
    if isinstance(wanted, list | tuple):
        return own is not None and len(own) == len(wanted) and all(map(values_equal, own, wanted))
    if isinstance(wanted, float) and isinstance(own, float):
        return own == wanted or math.isclose(own, wanted, rel_tol=1e-5) or (math.isnan(own) and math.isnan(wanted))
    return bool(own == wanted)
