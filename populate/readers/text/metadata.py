"""Metadata of prims, properties and the layer: what is read, what changes nothing, and what is declined by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from populate.readers.declined import Declined

__all__ = ["EXPLICIT", "Metadata", "is_harmless", "quoted", "quoted_list"]

_QUOTED: Final = re.compile(r'"([^"\\]*)"')
_LISTED: Final = re.compile(r'\["[^"\\]*"(?:, "[^"\\]*")*\]')
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")

_FLAG: Final = re.compile("true|false")
_COUNT: Final = re.compile(r"\d{1,9}")

_OF_PRIMS: Final = {"instanceable": _FLAG, "hidden": _FLAG, "kind": _QUOTED, "doc": _QUOTED, "displayName": _QUOTED}
_OF_PROPERTIES: Final = {
    "hidden": _FLAG,
    "doc": _QUOTED,
    "displayName": _QUOTED,
    "displayGroup": _QUOTED,
    "interpolation": _QUOTED,
    "colorSpace": _QUOTED,
    "elementSize": _COUNT,
}
_OF_LAYERS: Final = {
    "doc": _QUOTED,
    "startTimeCode": _NUMBER,
    "endTimeCode": _NUMBER,
    "timeCodesPerSecond": _NUMBER,
    "framesPerSecond": _NUMBER,
}
"""Metadata that change no cell, with the values they may have."""

EXPLICIT: Final = "explicit"
"""Kind of the items of a list that edits none: no word stands in front of it."""

_NOTHING: Final = "None"
"""An explicit list without items."""

_UNITS: Final = ("metersPerUnit", "kilogramsPerUnit")
_LAYER_TOKENS: Final = ("upAxis", "defaultPrim")

_SCHEMAS: Final = re.compile(r"(?:(prepend|append|add|delete) )?apiSchemas")

_ARCS: Final = {"payload": "payloads", "variants": "variant selections", "subLayers": "sublayers"}
"""What arcs are called where it is not by their keys."""


@dataclass
class Metadata:
    """What is read of the metadata of a prim or of the layer.

    Attributes:
        active: whether the prim is active, None where nothing is said.
        schemas: API schemas by the word in front of the list: prepend, append, add, delete, or `EXPLICIT`.
        units: numbers by name.
        tokens: tokens by name.
    """

    active: bool | None = None
    schemas: dict[str, tuple[str, ...]] = field(default_factory=dict)
    units: dict[str, float] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)

    def add_prim_entry(self, entry: str) -> None:
        """Read one line of a prim's metadata.

        Raises:
            Declined: one that could change a cell.
        """
        key, _, value = entry.partition(" = ")
        if match := _SCHEMAS.fullmatch(key):
            kind = match[1] or EXPLICIT
            if kind in self.schemas:
                raise Declined("apiSchemas edited twice in one way")
            self.schemas[kind] = () if value == _NOTHING and kind == EXPLICIT else quoted_list(value)
        elif key == "active" and _FLAG.fullmatch(value) and self.active is None:
            self.active = value == "true"
        elif not _is_one_of(_OF_PRIMS, entry):
            name = key.split(" ")[-1]
            raise Declined(_ARCS.get(name, name))

    def add_layer_entry(self, entry: str) -> None:
        """Read one line of the layer's metadata.

        Raises:
            Declined: one that could change a cell.
        """
        key, _, value = entry.partition(" = ")
        if key in _UNITS and _NUMBER.fullmatch(value) and key not in self.units:
            self.units[key] = float(value)
        elif key in _LAYER_TOKENS and key not in self.tokens:
            self.tokens[key] = quoted(value)
        elif not _is_one_of(_OF_LAYERS, entry):
            raise Declined(_ARCS.get(key, f"layer metadata {key}"))


def is_harmless(entry: str) -> bool:
    """Whether a line of a property's metadata changes no cell."""
    return _is_one_of(_OF_PROPERTIES, entry)


def _is_one_of(table: Mapping[str, re.Pattern[str]], entry: str) -> bool:
    key, _, value = entry.partition(" = ")
    return key in table and table[key].fullmatch(value) is not None


def quoted(value: str) -> str:
    """The text of a value in plain double quotes.

    Raises:
        Declined: another form.
    """
    match = _QUOTED.fullmatch(value)
    if not match:
        raise Declined(f"not understood: {value[:60]}")
    return match[1]


def quoted_list(value: str) -> tuple[str, ...]:
    """The texts of a list of values in plain double quotes, at least one.

    Raises:
        Declined: another form.
    """
    if not _LISTED.fullmatch(value):
        raise Declined(f"not understood: {value[:60]}")
    return tuple(value[2:-2].split('", "'))
