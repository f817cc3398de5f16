"""The Arrow schema of a descriptor table, derived from the class that declares it."""

from __future__ import annotations

import json
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import pyarrow as pa
from pydantic.fields import FieldInfo

from schemas.contract import TOKEN
from schemas.descriptors.fields import ArrowType, DescriptorRow

__all__ = ["arrow_schema"]


@cache
def arrow_schema(row: type[DescriptorRow]) -> pa.Schema:
    """The schema of the table whose rows are `row`; field metadata holds `meaning`, `units` and `tokens` (JSON)."""
    return pa.schema([_field(name, info) for name, info in row.model_fields.items()])


def _field(name: str, info: FieldInfo) -> pa.Field:
    # pydantic moves the marker of `Annotated[...]` into `metadata` unless the type is a union.
    kind, nullable, tokens = _kind(Annotated[info.annotation, *info.metadata] if info.metadata else info.annotation)
    extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    facts: dict[str, str] = {"meaning": info.description or ""}
    facts |= {key: str(value) for key, value in extra.items()}
    if tokens:
        facts["tokens"] = json.dumps(tokens)
    return pa.field(name, kind, nullable=nullable, metadata=facts)


def _kind(annotation: Any) -> tuple[pa.DataType, bool, list[str]]:
    """Arrow type, nullability and closed token set of an annotation."""
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        (inner,) = (part for part in get_args(annotation) if part is not NoneType)
        kind, _, tokens = _kind(inner)
        return kind, True, tokens
    if origin is Annotated:
        for part in get_args(annotation)[1:]:
            if isinstance(part, ArrowType):
                return part.kind, False, []
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return TOKEN, False, [str(token) for token in annotation]
    raise TypeError(f"{annotation!r} has no Arrow type; use one of schemas.descriptors.fields or a StrEnum")
