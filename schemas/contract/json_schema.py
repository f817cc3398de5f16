"""JSON schemas of the contract's records, and of a component's cells as JSON text shows them."""

from __future__ import annotations

import re
from typing import Any

from pydantic.json_schema import models_json_schema

from schemas.contract.dtypes import ColumnDtype, ComponentKind
from schemas.contract.model import INSTANCE_PLACEHOLDER, Column, Component

__all__ = ["cells_json_schema", "contract_json_schema"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_NUMBER = {"anyOf": [{"type": "number"}, {"enum": ["inf", "-inf", "nan"]}]}
_ELEMENTS: dict[ColumnDtype, dict[str, Any]] = {
    ColumnDtype.BOOL8: {"type": "boolean"},
    ColumnDtype.UINT8: {"type": "integer", "minimum": 0, "maximum": 2**8 - 1},
    ColumnDtype.INT32: {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
    ColumnDtype.UINT32: {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
    ColumnDtype.INT64: {"type": "integer", "minimum": -(2**63), "maximum": 2**63 - 1},
    ColumnDtype.UINT64: {"type": "integer", "minimum": 0, "maximum": 2**64 - 1},
    ColumnDtype.FLOAT16: _NUMBER,
    ColumnDtype.FLOAT32: _NUMBER,
    ColumnDtype.FLOAT64: _NUMBER,
    ColumnDtype.STRING: {"type": "string"},
    ColumnDtype.ASSET: {"type": "string"},
}


def contract_json_schema() -> dict[str, Any]:
    """JSON schema of the whole contract: `version`, and `components` by name."""
    _, definitions = models_json_schema([(Component, "validation")])
    return {
        "$schema": _DIALECT,
        "title": "Column contract",
        "type": "object",
        "required": ["version", "components"],
        "properties": {
            "version": {"type": "string"},
            "components": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Component"}},
        },
        "$defs": definitions["$defs"],
    }


def cells_json_schema(component: Component) -> dict[str, Any]:
    """JSON schema of the cells one prim has of a component: full column names; absent cells are left out.

    Tokens and paths are strings, quaternions x, y, z, w, non-finite numbers the strings "inf", "-inf" and "nan".
    Names of a multiple-apply component are patterns, since any instance name is published.
    """
    schema: dict[str, Any] = {"$schema": _DIALECT, "title": component.name, "type": "object"}
    if component.doc:
        schema["description"] = component.doc
    names = {component.full_name(column.name): _column_schema(column) for column in component.columns}
    if component.multiple_apply:
        schema["patternProperties"] = {_pattern(name): cell for name, cell in names.items()}
    else:
        schema["properties"] = names
    schema["additionalProperties"] = component.kind is ComponentKind.BLOCK
    return schema


def _pattern(name: str) -> str:
    head, _, tail = name.partition(INSTANCE_PLACEHOLDER)
    return f"^{re.escape(head)}.+{re.escape(tail)}$"


def _column_schema(column: Column) -> dict[str, Any]:
    named = column.token or column.relationship or column.usd_type.startswith("token")
    cell = {"type": "string"} if named else _ELEMENTS[column.dtype]
    if column.lanes > 1:
        cell = {"type": "array", "items": cell, "minItems": column.lanes, "maxItems": column.lanes}
    if column.array:
        cell = {"type": "array", "items": cell}
    facts = {"description": column.doc, "examples": list(column.tokens)}
    return {**cell, **{name: fact for name, fact in facts.items() if fact}}
