"""What to check of each column, worked out once per contract: asking Arrow for types again and again is slow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa

from columnar.file.closed_sets import closed_sets
from columnar.scene import scene_schema
from schemas.contract import Contract

__all__ = ["CellForm", "CellPlan", "TablePlan", "table_plans"]


class CellForm(Enum):
    """How a cell's value lies in memory."""

    NUMBER = auto()
    BOOLEAN = auto()
    DICTIONARY = auto()
    TEXT = auto()
    LIST = auto()
    LANES = auto()
    STRUCT = auto()


@dataclass(frozen=True)
class CellPlan:
    """A column, or what lies inside its cells.

    Attributes:
        where: table and column, for messages.
        nullable: whether nulls are allowed.
        form: how the values lie in memory.
        bits: what to view the memory as: numbers, codes and lanes as unsigned integers, lists and texts as offsets.
        lanes: numbers a cell, 1 but for fixed-size lists.
        closed: tokens the dictionary must begin with.
        inner: of lists and lanes the element, of structs the fields.
    """

    where: str
    nullable: bool
    form: CellForm
    bits: np.dtype[Any]
    lanes: int = 1
    closed: tuple[str, ...] = ()
    inner: tuple[CellPlan, ...] = ()


@dataclass(frozen=True)
class TablePlan:
    """A table of the file; `scene` is a struct, all others are lists of structs.

    Attributes:
        name: the table's name.
        nullable: whether it may be unpopulated.
        column_names: names of its columns.
        columns: their plans.
    """

    name: str
    nullable: bool
    column_names: tuple[str, ...]
    columns: tuple[CellPlan, ...]


_FORMS: Sequence[tuple[Callable[[pa.DataType], bool], CellForm]] = (
    (pa.types.is_boolean, CellForm.BOOLEAN),
    (pa.types.is_dictionary, CellForm.DICTIONARY),
    (pa.types.is_string, CellForm.TEXT),
    (pa.types.is_large_string, CellForm.TEXT),
    (pa.types.is_list, CellForm.LIST),
    (pa.types.is_fixed_size_list, CellForm.LANES),
    (pa.types.is_struct, CellForm.STRUCT),
)


@cache
def table_plans(contract: Contract) -> tuple[TablePlan, ...]:
    """Plans of all tables, in the order of the file's columns."""
    plans = []
    for table in scene_schema(contract):
        struct = table.type if table.name == "scene" else table.type.value_type
        closed = closed_sets(contract, table.name)
        columns = tuple(_plan(f"{table.name}.{field.name}", field, closed.get(field.name, ())) for field in struct)
        plans.append(TablePlan(table.name, table.nullable, tuple(field.name for field in struct), columns))
    return tuple(plans)


def _plan(where: str, field: pa.Field, closed: tuple[str, ...]) -> CellPlan:
    kind = field.type
    form = next((form for check, form in _FORMS if check(kind)), CellForm.NUMBER)
    inner: tuple[CellPlan, ...] = ()
    if form in (CellForm.LIST, CellForm.LANES):
        inner = (_plan(f"{where}[]", kind.value_field, closed),)
    elif form is CellForm.STRUCT:
        inner = tuple(_plan(f"{where}.{child.name}", child, ()) for child in kind)
    lanes = kind.list_size if form is CellForm.LANES else 1
    return CellPlan(where, field.nullable, form, _bits(kind, form), lanes, closed, inner)


def _bits(kind: pa.DataType, form: CellForm) -> np.dtype[Any]:
    if form is CellForm.LANES:
        return _bits(kind.value_type, CellForm.NUMBER)
    if form is CellForm.NUMBER:
        return np.dtype(f"u{kind.bit_width // 8}")
    return np.dtype("i8" if pa.types.is_large_string(kind) else "i4")
