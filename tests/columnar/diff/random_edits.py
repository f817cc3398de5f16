"""Random changes of single values, each large enough to count."""

from __future__ import annotations

import json
import math
import random
from typing import Any

import pyarrow as pa

from schemas.descriptors import DESCRIPTOR_TABLES, PATH, arrow_schema

__all__ = ["changed_value", "field_of", "fields_of"]

_NUMBERS = (0.0, 1.0, -2.5, 1e-6, 1e30, math.inf, -math.inf, math.nan)
_TURNS = ((0.0, 0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 0.0), (0.6, 0.0, 0.0, 0.8), (0.0, -0.6, 0.8, 0.0))


def fields_of(table: str) -> list[str]:
    """Fields of a table."""
    return list(arrow_schema(DESCRIPTOR_TABLES[table]).names)


def field_of(table: str, name: str) -> pa.Field:
    """A field of a table."""
    return arrow_schema(DESCRIPTOR_TABLES[table]).field(name)


def changed_value(draw: random.Random, field: pa.Field, value: Any, paths: list[str]) -> Any:
    """Another value of the field's type, or null where it may be.

    Args:
        draw: the source of chance.
        field: the field.
        value: what it holds.
        paths: paths to choose from.
    """
    if field.nullable and value is not None and draw.random() < 0.2:
        return None
    kind = field.type
    if kind == PATH:
        return draw.choice([path for path in [*paths, "/somewhere/else"] if path != value])
    if pa.types.is_boolean(kind):
        return not value
    if pa.types.is_dictionary(kind):
        return draw.choice([token for token in json.loads(field.metadata[b"tokens"]) if token != value])
    if pa.types.is_string(kind):
        return f"{value or ''}x"
    if pa.types.is_integer(kind):
        return (value or 0) + draw.choice([-1, 1, 100])
    if pa.types.is_list(kind):
        return _changed_list(draw, value, paths)
    if pa.types.is_fixed_size_list(kind):
        return _changed_lanes(draw, value, kind.list_size)
    return _changed_number(draw, value)


def _changed_list(draw: random.Random, value: list[str], paths: list[str]) -> list[str]:
    if len(value) > 1 and value != value[::-1] and draw.random() < 0.3:
        return value[::-1]
    if value and draw.random() < 0.5:
        spot = draw.randrange(len(value))
        return value[:spot] + value[spot + 1 :]
    return [*value, draw.choice([*paths, "/somewhere/else"])]


def _changed_lanes(draw: random.Random, value: list[float] | None, lanes: int) -> list[float]:
    if lanes == 4:
        return list(draw.choice([turn for turn in _TURNS if value is None or not _same_turn(turn, value)]))
    held = list(value or [0.0] * lanes)
    spot = draw.randrange(lanes)
    size = max([abs(lane) for lane in held if math.isfinite(lane)] + [1e-3])
    held[spot] = held[spot] + draw.choice([-1, 1]) * size * draw.choice([1e-2, 1.0, 10.0])
    return held if math.isfinite(held[spot]) else [0.5] * lanes


def _same_turn(one: tuple[float, ...], other: list[float]) -> bool:
    return abs(abs(sum(a * b for a, b in zip(one, other, strict=True))) - 1) < 1e-3


def _changed_number(draw: random.Random, value: float | None) -> float:
    held = math.nan if value is None else value
    if math.isfinite(held) and held != 0 and draw.random() < 0.5:
        return held * draw.choice([1.0001, 0.5, -1.0])
    return draw.choice([number for number in _NUMBERS if not _near(number, held)])


def _near(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-4) or (math.isnan(one) and math.isnan(other))
