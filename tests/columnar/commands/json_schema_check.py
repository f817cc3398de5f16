"""As much of JSON schema as the contract's schemas use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["violations"]

_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
}
_KNOWN = {
    *("$schema", "title", "description", "examples", "type", "anyOf", "enum", "items", "minItems", "maxItems"),
    *("minimum", "maximum", "properties", "patternProperties", "additionalProperties"),
}


def violations(value: Any, schema: Mapping[str, Any], where: str = "") -> Iterator[str]:
    """What of a value breaks the schema."""
    assert set(schema) <= _KNOWN, set(schema) - _KNOWN
    if "type" in schema and not _is_of(value, schema["type"]):
        yield f"{where}: {value!r} is no {schema['type']}"
        return
    if "anyOf" in schema and all(list(violations(value, option, where)) for option in schema["anyOf"]):
        yield f"{where}: {value!r} is none of {schema['anyOf']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is not in {schema['enum']}"
    if not schema.get("minimum", value) <= value <= schema.get("maximum", value) if _is_number(value) else False:
        yield f"{where}: {value!r} is out of range"
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{where}: {len(value)} items"
        for index, item in enumerate(value):
            yield from violations(item, schema.get("items", {}), f"{where}[{index}]")
    if isinstance(value, dict):
        for name, item in value.items():
            found = _property(name, schema)
            if found is None and schema.get("additionalProperties") is False:
                yield f"{where}: {name} is not declared"
            yield from violations(item, found or {}, f"{where}.{name}")


def _is_of(value: Any, kind: str) -> bool:
    return isinstance(value, _TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _property(name: str, schema: Mapping[str, Any]) -> Mapping[str, Any] | None:
    if name in schema.get("properties", {}):
        found: Mapping[str, Any] = schema["properties"][name]
        return found
    return next((s for p, s in schema.get("patternProperties", {}).items() if re.search(p, name)), None)
