"""Descriptors with single values changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from columnar.descriptors import Descriptors, descriptors_from_rows
from schemas.descriptors import DESCRIPTOR_TABLES

__all__ = ["edited", "rows_of", "with_value"]

Rows = dict[str, list[dict[str, Any]]]


def rows_of(descriptors: Descriptors) -> Rows:
    """Every table as rows of Python values."""
    return {name: descriptors.table(name).arrow.to_pylist() for name in DESCRIPTOR_TABLES}


def edited(descriptors: Descriptors, change: Callable[[Rows], None]) -> Descriptors:
    """The descriptors after a change of their rows."""
    rows = rows_of(descriptors)
    change(rows)
    return descriptors_from_rows(rows, profile=descriptors.profile, units=descriptors.units)


def with_value(descriptors: Descriptors, table: str, row: int, field: str, value: Any) -> Descriptors:
    """The descriptors with another value in one field."""

    def change(rows: Rows) -> None:
        rows[table][row][field] = value

    return edited(descriptors, change)
