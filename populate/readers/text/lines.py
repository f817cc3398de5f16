"""The lines of a usda layer, sorted by what they declare. Only the form USD itself writes is understood."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from populate.readers.declined import Declined
from populate.readers.text.metadata import EXPLICIT, Metadata, is_harmless

__all__ = ["ROOT", "Attributes", "Lines", "Relationships", "read_lines"]

ROOT: Final = 0
"""Prim number of the pseudo-root."""

_HEADER: Final = "#usda 1.0\n"

_LINE: Final = re.compile(
    r"^[ \t]*(?:"
    r"(?:custom )?(?:uniform )?(?P<type>[a-z]\w*(?:\[\])?) (?P<name>[^\W\d][\w:]*)(?: = (?P<value>.+)|(?P<noted> \())?"
    r"|(?P<close>\})"
    r"|(?P<open>\{)"
    r"|(?P<specifier>def|over|class) (?:(?P<prim_type>[A-Za-z_][A-Za-z_0-9]*) )?"
    r'"(?P<prim>[^\W\d]\w*)"(?P<described> \()?'
    r"|(?P<end>\))"
    r"|(?P<target><[^<>]*>),"
    r"|(?P<finish>\](?: \()?)"
    r"|(?:custom )?(?P<edit>prepend|append|add|delete) rel (?P<edited>[^\W\d][\w:]*)(?: = (?P<targets>.+))?"
    r"|(?P<begin>\()"
    r"|(?P<blank>(?:#.*)?)"
    r"|(?P<entry>.+)"
    r")$",
    re.MULTILINE,
)
"""One line of any kind; `entry` is a line of metadata, or one that is not understood."""

_MULTILINE: Final = ('"""', "'''", "\r", "\0")
"""What could make one value of several lines, or lines that Python and USD count differently."""

_DEEPEST: Final = 1000

_LONGEST: Final = 1 << 26
"""Characters of all paths together that exceed the file: names may be long and prims far down, but not both often."""

_BLOCK: Final = " ("
"""End of a property's line whose metadata follow."""


class _Place(Enum):
    """What the next line belongs to."""

    PRIM = auto()
    BRACE = auto()
    PRIM_METADATA = auto()
    PROPERTY_METADATA = auto()
    LAYER_METADATA = auto()
    TARGETS = auto()


@dataclass
class Attributes:
    """Attributes of one type and name: the prims, and the texts of the values, "" for a mere declaration."""

    prims: list[int] = field(default_factory=list)
    values: list[str] = field(default_factory=list)


@dataclass
class Relationships:
    """Relationships of one name; those of which several lines speak are there several times.

    Attributes:
        prims: the prims.
        edits: the word in front of each list, `EXPLICIT` for one that edits none, "" for a mere declaration.
        targets: the texts of the targets, "" for a mere declaration.
        strengths: `bindMaterialAs` by index into `prims`, as written.
    """

    prims: list[int] = field(default_factory=list)
    edits: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    strengths: dict[int, str] = field(default_factory=dict)


@dataclass
class Lines:
    """Everything a layer declares; prims are numbered as they come, the pseudo-root first.

    Attributes:
        paths: path of each prim.
        parents: number of each prim's parent.
        specifiers: "def", "over" or "class" of each prim.
        types: type of each prim, "" for none.
        metadata: metadata by prim, of those that have any.
        attributes: attributes by (type, name).
        relationships: relationships by name.
    """

    paths: list[str] = field(default_factory=lambda: ["/"])
    parents: list[int] = field(default_factory=lambda: [-1])
    specifiers: list[str] = field(default_factory=lambda: ["def"])
    types: list[str] = field(default_factory=lambda: [""])
    metadata: dict[int, Metadata] = field(default_factory=dict)
    attributes: dict[tuple[str, str], Attributes] = field(default_factory=dict)
    relationships: dict[str, Relationships] = field(default_factory=dict)


def read_lines(text: str) -> Lines:
    """Sort the lines of a layer.

    Raises:
        Declined: a line, or an order of lines, that USD would not write, or that needs composition.
    """
    if not text.startswith(_HEADER):
        raise Declined("not a usda file of version 1.0")
    if any(mark in text for mark in _MULTILINE):
        raise Declined("a text of several lines")
    return _Scan().run(text)


class _Scan:
    """The state of reading lines."""

    def __init__(self) -> None:
        self.lines = Lines()
        self.stack: list[int] = []
        self.prim = ROOT
        self.place = _Place.PRIM
        self.listed: list[str] = []
        self.last: Relationships | None = None
        self.path_size, self.longest = 0, _LONGEST

    def run(self, text: str) -> Lines:
        """All lines, those of attributes, by far the most, without a call."""
        self.longest += len(text)
        attributes, in_prim = self.lines.attributes, _Place.PRIM
        for match in _LINE.finditer(text):
            kind = match.lastgroup
            if kind == "value" and self.place is in_prim and self.prim:
                type_name, name, value = match.group("type", "name", "value")
                if type_name != "rel" and value[-1] not in "([{":
                    found = attributes.get((type_name, name))
                    if found is None:
                        found = attributes[type_name, name] = Attributes()
                    found.prims.append(self.prim)
                    found.values.append(value)
                    continue
            elif kind == "blank":
                continue
            try:
                _READ[self.place](self, match, kind or "")
            except Declined as refusal:
                line = text.count("\n", 0, match.start()) + 1
                raise Declined(f"{refusal.reason} (line {line})") from None
        if self.stack or self.place is not _Place.PRIM:
            raise Declined("a layer that ends too early")
        return self.lines

    def read_in_prim(self, match: re.Match[str], kind: str) -> None:
        """A line between the braces of a prim, or outside all of them."""
        if kind in ("prim", "described"):
            self._open_prim(match)
        elif kind == "close" and self.stack:
            self.prim = self.stack.pop()
        elif kind in ("name", "value", "noted") and self.prim:
            self._read_property(match)
        elif kind in ("edited", "targets") and self.prim:
            self._relate(match["edited"], match["edit"], match["targets"] or "")
        elif kind == "begin" and not self.prim and len(self.lines.paths) == 1 and not self.lines.metadata:
            self.lines.metadata[ROOT] = Metadata()
            self.place = _Place.LAYER_METADATA
        else:
            raise _not_understood(match)

    def _open_prim(self, match: re.Match[str]) -> None:
        if len(self.stack) >= _DEEPEST:
            raise Declined(f"paths of more than {_DEEPEST} elements")
        lines, above = self.lines, self.prim
        path = f"{lines.paths[above] if above else ''}/{match['prim']}"
        self.path_size += len(path)
        if self.path_size > self.longest:
            raise Declined("paths far longer than the file")
        self.stack.append(above)
        self.prim = len(lines.paths)
        lines.paths.append(path)
        lines.parents.append(above)
        lines.specifiers.append(match["specifier"])
        lines.types.append(match["prim_type"] or "")
        self.place = _Place.BRACE
        if match["described"]:
            lines.metadata[self.prim] = Metadata()
            self.place = _Place.PRIM_METADATA

    def _read_property(self, match: re.Match[str]) -> None:
        type_name, name = match.group("type", "name")
        value = match["value"] or match["noted"] or ""
        if type_name == "rel":
            self._relate(name, EXPLICIT, value)
            return
        if value.endswith(_BLOCK):
            value = value.removesuffix(_BLOCK)
            self.last, self.place = None, _Place.PROPERTY_METADATA
        found = self.lines.attributes.setdefault((type_name, name), Attributes())
        found.prims.append(self.prim)
        found.values.append(value)

    def _relate(self, name: str, edit: str, targets: str) -> None:
        found = self.last = self.lines.relationships.setdefault(name, Relationships())
        if targets.endswith(_BLOCK):
            targets = targets.removesuffix(_BLOCK)
            self.place = _Place.PROPERTY_METADATA
        elif targets == "[":
            self.listed, self.place = [], _Place.TARGETS
        found.prims.append(self.prim)
        found.edits.append(edit if targets else "")
        found.targets.append(targets)

    def read_brace(self, match: re.Match[str], kind: str) -> None:
        """The line behind the head of a prim."""
        if kind != "open":
            raise _not_understood(match)
        self.place = _Place.PRIM

    def read_prim_metadata(self, match: re.Match[str], kind: str) -> None:
        """A line between the parentheses of a prim."""
        if kind == "end":
            self.place = _Place.BRACE
        else:
            self.lines.metadata[self.prim].add_prim_entry(match[0].strip())

    def read_layer_metadata(self, match: re.Match[str], kind: str) -> None:
        """A line between the parentheses of the layer."""
        if kind == "end":
            self.place = _Place.PRIM
        else:
            self.lines.metadata[ROOT].add_layer_entry(match[0].strip())

    def read_property_metadata(self, match: re.Match[str], kind: str) -> None:
        """A line between the parentheses of a property."""
        if kind == "end":
            self.place = _Place.PRIM
            return
        entry = match[0].strip()
        key, _, value = entry.partition(" = ")
        if key == "bindMaterialAs" and self.last is not None:
            self.last.strengths[len(self.last.prims) - 1] = value
        elif not is_harmless(entry):
            raise Declined(f"metadata {key} of a property")

    def read_targets(self, match: re.Match[str], kind: str) -> None:
        """A line of a list of targets."""
        if kind == "target":
            self.listed.append(match["target"])
        elif kind == "finish" and self.listed and self.last is not None:
            self.last.targets[-1] = f"[{', '.join(self.listed)}]"
            self.place = _Place.PROPERTY_METADATA if match["finish"].endswith(_BLOCK) else _Place.PRIM
        else:
            raise _not_understood(match)


_READ: Final = {
    _Place.PRIM: _Scan.read_in_prim,
    _Place.BRACE: _Scan.read_brace,
    _Place.PRIM_METADATA: _Scan.read_prim_metadata,
    _Place.PROPERTY_METADATA: _Scan.read_property_metadata,
    _Place.LAYER_METADATA: _Scan.read_layer_metadata,
    _Place.TARGETS: _Scan.read_targets,
}
"""What reads a line, by the place it stands at."""


def _not_understood(match: re.Match[str]) -> Declined:
    return Declined(f"not understood: {match[0].strip()[:60]}")
