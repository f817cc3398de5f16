"""Reading a PhysX recording (OmniPVD, format 0.3 and 0.4): the native objects with the values they had at first.

Run by the interpreter that has ovphysx, so it imports nothing else. A recording is a header of three version numbers
and then commands, each a byte and its operands, little endian; text has its length in two bytes before it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["RecordedObject", "read_recording"]

_HEADER_BYTES = 12
_TEXT, _ENUM, _FLAGS = 10, 12, 13
_FORMATS = dict(enumerate("bhiqBHIQfd")) | {11: "Q", 12: "I"}
"""struct's code by data type."""


class _Attribute(NamedTuple):
    name: str
    kind: int | None
    """Data type; None for a reference to a named value of the class `values`."""
    scalar: bool
    values: int = 0


class RecordedObject(NamedTuple):
    """One native object: its class, its values when it was first recorded, and its handle."""

    kind: str
    values: dict[str, Any]
    handle: int


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.offset = _HEADER_BYTES

    def numbers(self, codes: str) -> tuple[Any, ...]:
        found = struct.unpack_from(f"<{codes}", self.data, self.offset)
        self.offset += struct.calcsize(f"<{codes}")
        return found

    def text(self) -> str:
        (size,) = self.numbers("H")
        self.offset += size
        return self.data[self.offset - size : self.offset].decode("utf-8", "replace")

    def block(self) -> bytes:
        (size,) = self.numbers("I")
        self.offset += size
        return self.data[self.offset - size : self.offset]


class _Recording:
    """The classes and objects met so far."""

    def __init__(self) -> None:
        self.classes: dict[int, str] = {}
        self.named_values: dict[int, dict[int, str]] = {}
        self.attributes: dict[int, _Attribute] = {}
        self.objects: dict[int, RecordedObject] = {}
        self.frames = 0


def read_recording(path: Path) -> list[RecordedObject]:
    """Every object of a recording, in the order they were made."""
    reader, found = _Reader(path.read_bytes()), _Recording()
    while reader.offset < len(reader.data):
        (command,) = reader.numbers("B")
        _COMMANDS[command](reader, found)
    return list(found.objects.values())


def _class(reader: _Reader, found: _Recording) -> None:
    handle, _base = reader.numbers("II")
    found.classes[handle] = reader.text()


def _attribute(reader: _Reader, found: _Recording) -> None:
    owner, handle, kind, count = reader.numbers("IIHI")
    name = reader.text()
    if kind == _ENUM:
        found.named_values.setdefault(owner, {})[count] = name
    else:
        found.attributes[handle] = _Attribute(name, kind, count <= 1 or kind == _FLAGS, count)


def _reference(reader: _Reader, found: _Recording) -> None:
    _owner, handle, values = reader.numbers("III")
    found.attributes[handle] = _Attribute(reader.text(), None, True, values)


def _list(reader: _Reader, found: _Recording) -> None:
    _owner, handle, kind = reader.numbers("IIH")
    found.attributes[handle] = _Attribute(reader.text(), kind, False)


def _value(reader: _Reader, found: _Recording) -> tuple[int, str, Any]:
    _context, owner, depth = reader.numbers("QQB")
    handles = reader.numbers(f"{depth}I")
    data = reader.block()
    attribute = found.attributes.get(handles[-1])
    name = ".".join(found.attributes[h].name for h in handles if h in found.attributes)
    return owner, name, None if attribute is None else _decoded(attribute, data, found)


def _set(reader: _Reader, found: _Recording) -> None:
    owner, name, value = _value(reader, found)
    # The state before and during the first step is what the parser made.
    if owner in found.objects and found.frames <= 1:
        found.objects[owner].values.setdefault(name, value)


def _add(reader: _Reader, found: _Recording) -> None:
    owner, name, value = _value(reader, found)
    if owner in found.objects:
        found.objects[owner].values.setdefault(name, []).extend(value if isinstance(value, list) else [value])


def _ignored_value(reader: _Reader, found: _Recording) -> None:
    _value(reader, found)


def _object(reader: _Reader, found: _Recording) -> None:
    _context, kind, handle = reader.numbers("QIQ")
    reader.text()
    found.objects[handle] = RecordedObject(found.classes.get(kind, str(kind)), {}, handle)


def _end_of_object(reader: _Reader, _found: _Recording) -> None:
    reader.numbers("QQ")


def _frame(reader: _Reader, found: _Recording) -> None:
    reader.numbers("QQ")
    found.frames += 1


def _end_of_frame(reader: _Reader, _found: _Recording) -> None:
    reader.numbers("QQ")


def _message(reader: _Reader, _found: _Recording) -> None:
    reader.numbers("Q")
    reader.text()
    reader.text()
    reader.numbers("III")


_COMMANDS = {
    1: _class,
    3: _attribute,
    4: _reference,
    5: _list,
    6: _set,
    7: _add,
    8: _ignored_value,
    9: _object,
    10: _end_of_object,
    11: _frame,
    12: _end_of_frame,
    13: _message,
}


def _decoded(attribute: _Attribute, data: bytes, found: _Recording) -> Any:
    if attribute.kind == _TEXT:
        return data.split(b"\0")[0].decode("utf-8", "replace")
    if attribute.kind is None:
        return _named(attribute, int.from_bytes(data, "little"), found) if len(data) == 4 else list(data)
    if attribute.kind == _FLAGS:
        return _flags(attribute, int.from_bytes(data, "little"), found)
    code = _FORMATS[attribute.kind]
    values = list(struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data))
    return values[0] if attribute.scalar and len(values) == 1 else values


def _named(attribute: _Attribute, value: int, found: _Recording) -> Any:
    return found.named_values.get(attribute.values, {}).get(value, value)


def _flags(attribute: _Attribute, value: int, found: _Recording) -> Any:
    names = found.named_values.get(attribute.values, {})
    if attribute.name == "type" and value in names:
        return names[value]
    return list(_set_flags(names, value))


def _set_flags(names: dict[int, str], value: int) -> Iterator[str]:
    return (name for bit, name in names.items() if bit and value & bit == bit)
