"""Arrow types and fields of contract columns, with what a reader needs to know in the field metadata."""

from __future__ import annotations

import json
from functools import cache

import pyarrow as pa

from schemas.contract.dtypes import ColumnDtype
from schemas.contract.model import Column, Component

__all__ = ["PATH_ID", "TOKEN", "arrow_type", "column_field", "component_struct", "element_type"]

PATH_ID = pa.uint64()
"""A path id: the index into the scene's path table."""

TOKEN = pa.dictionary(pa.int32(), pa.string())
"""A token, dictionary-encoded."""

_ELEMENT_TYPES: dict[ColumnDtype, pa.DataType] = {
    ColumnDtype.BOOL8: pa.bool_(),
    ColumnDtype.UINT8: pa.uint8(),
    ColumnDtype.INT32: pa.int32(),
    ColumnDtype.UINT32: pa.uint32(),
    ColumnDtype.INT64: pa.int64(),
    ColumnDtype.UINT64: pa.uint64(),
    # Half floats widen to singles without loss; DuckDB refuses tables that hold half floats.
    ColumnDtype.FLOAT16: pa.float32(),
    ColumnDtype.FLOAT32: pa.float32(),
    ColumnDtype.FLOAT64: pa.float64(),
    ColumnDtype.STRING: TOKEN,
    ColumnDtype.ASSET: TOKEN,
}


def element_type(column: Column) -> pa.DataType:
    """Arrow type of one lane: a token dictionary, a path id, a number or a flag."""
    if column.token:
        return TOKEN
    return PATH_ID if column.relationship else _ELEMENT_TYPES[column.dtype]


def arrow_type(column: Column) -> pa.DataType:
    """Arrow type of a cell: the element, a fixed-size list of lanes, and a list around it for array columns.

    Lanes and array elements are never null; the cell itself may be, which is what the contract calls an absent column.
    """
    cell = element_type(column)
    if column.lanes > 1:
        cell = pa.list_(pa.field("item", cell, nullable=False), column.lanes)
    return pa.list_(pa.field("item", cell, nullable=False)) if column.array else cell


def column_field(component: Component, column: Column) -> pa.Field:
    """The Arrow field of a column: nullable, named as in the component's table, facts in the metadata (JSON text)."""
    facts = {
        "name": component.full_name(column.name),
        "bit": column.bit,
        "dtype": str(column.dtype),
        "semantic": None if column.semantic is None else str(column.semantic),
        "usd_type": column.usd_type,
        "units": column.units,
        "conversion": column.conversion,
    }
    metadata = {k: v if isinstance(v, str) else json.dumps(v) for k, v in facts.items() if v is not None}
    return pa.field(column.name, arrow_type(column), nullable=True, metadata=metadata)


@cache
def component_struct(component: Component) -> pa.StructType:
    """One row of a component's table: prim, instance where multiple-apply, listed, the columns by bit, two masks."""
    fields = [pa.field("prim", PATH_ID, nullable=False)]
    if component.multiple_apply:
        fields.append(pa.field("instance", TOKEN, nullable=False))
    fields.append(pa.field("listed", pa.bool_(), nullable=False))
    fields += [column_field(component, column) for column in sorted(component.columns, key=lambda c: c.bit)]
    fields += [pa.field(mask, pa.uint64(), nullable=False) for mask in ("authored", "blocked")]
    return pa.struct(fields)
