"""Field types of descriptor rows: a Python type and the Arrow type it is stored as, said once."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import pyarrow as pa
from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "PATH",
    "ArrowType",
    "DescriptorRow",
    "Flag",
    "Integer",
    "Number",
    "Path",
    "Paths",
    "Quaternion",
    "Text",
    "Vector",
    "described",
]

PATH = pa.dictionary(pa.int32(), pa.large_string())
"""A prim path, dictionary-encoded; all path columns of one `Descriptors` share one dictionary in byte order."""


class ArrowType(NamedTuple):
    """Marks a field type with the Arrow type of its column."""

    kind: pa.DataType


def _lanes(count: int) -> pa.DataType:
    return pa.list_(pa.field("item", pa.float32(), nullable=False), count)


Path = Annotated[str, ArrowType(PATH)]
Paths = Annotated[tuple[str, ...], ArrowType(pa.list_(pa.field("item", PATH, nullable=False)))]
Text = Annotated[str, ArrowType(pa.string())]
Flag = Annotated[bool, ArrowType(pa.bool_())]
Integer = Annotated[int, ArrowType(pa.int32())]
Number = Annotated[float, ArrowType(pa.float32())]
Vector = Annotated[tuple[float, float, float], ArrowType(_lanes(3))]
Quaternion = Annotated[tuple[float, float, float, float], ArrowType(_lanes(4))]


class DescriptorRow(BaseModel):
    """One row of a descriptor table. Subclasses declare the table: their fields become its Arrow schema."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=True)


def described(meaning: str, *, units: str | None = None) -> Any:
    """A field with its meaning and units, which go into Arrow's field metadata and the JSON schema.

    Units are products of `length`, `mass` (both as the stage has them), `s` and `rad`; None means a pure number, a flag
    or a name.
    """
    return Field(description=meaning, json_schema_extra=None if units is None else {"units": units})
