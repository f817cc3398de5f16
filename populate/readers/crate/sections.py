"""The start of a crate file and its table of contents."""

from __future__ import annotations

from typing import Final, NamedTuple

from populate.readers.crate.errors import CrateError, CrateVersionError
from populate.readers.crate.file_bytes import Cursor, FileBytes

__all__ = ["Section", "Version", "is_crate", "read_sections", "read_version", "require_plausible"]

Version = tuple[int, int, int]

_MAGIC: Final = b"PXR-USDC"
_START_SIZE: Final = 88
"""Magic, eight version bytes, the offset of the table of contents, and eight reserved numbers."""

_OLDEST: Final[Version] = (0, 7, 0)
"""The first version whose arrays have 64-bit sizes."""

_NEWEST: Final[Version] = (0, 13, 0)
"""The last version before edits of arrays."""

_MOST_ENTRIES: Final = 1 << 27
"""Most entries of a section: a file with more specs holds tens of gigabytes."""

_NAME_SIZE: Final = 16
_MOST_SECTIONS: Final = 64
_NEEDED: Final = ("TOKENS", "STRINGS", "FIELDS", "FIELDSETS", "PATHS", "SPECS")


class Section(NamedTuple):
    """Where a part of the file lies."""

    start: int
    size: int


def is_crate(data: bytes | bytearray | memoryview) -> bool:
    """Whether bytes start like a crate file."""
    return bytes(data[: len(_MAGIC)]) == _MAGIC


def read_version(file: FileBytes) -> Version:
    """The file's crate version.

    Raises:
        CrateError: no crate file, or one cut off at the start.
        CrateVersionError: a version older or newer than those read here.
    """
    start = file.span(0, _START_SIZE, "crate header")
    if not is_crate(start):
        raise CrateError("crate header: not a crate file")
    version = (start[8], start[9], start[10])
    if not _OLDEST <= version <= _NEWEST:
        known = f"{_dotted(_OLDEST)} to {_dotted(_NEWEST)}"
        raise CrateVersionError(f"crate version {_dotted(version)}, known are {known}")
    return version


def read_sections(file: FileBytes) -> dict[str, Section]:
    """The six sections by name; unknown ones are left out.

    Raises:
        CrateError: the table is damaged, or a section is missing, named twice or outside the file.
    """
    place = file.count(16, "crate header")
    number = file.count(place, "table of contents")
    if number > _MOST_SECTIONS:
        raise CrateError(f"table of contents: {number} sections, expected {len(_NEEDED)}")
    cursor = Cursor(file, place + 8, number * (_NAME_SIZE + 16), "table of contents")
    found: dict[str, Section] = {}
    for _ in range(number):
        name = bytes(cursor.take(_NAME_SIZE)).partition(b"\0")[0].decode("latin-1")
        section = Section(cursor.count(), cursor.count())
        file.span(*section, f"section {name}")
        if name in found:
            raise CrateError(f"table of contents: two sections {name}")
        found[name] = section
    missing = [name for name in _NEEDED if name not in found]
    if missing:
        raise CrateError(f"table of contents: no section {', '.join(missing)}")
    return {name: found[name] for name in _NEEDED}


def require_plausible(count: int, file: FileBytes, what: str) -> int:
    """A number of entries, if a file of this size can hold as many.

    Compressed entries take little space, but the most repetitive of real files stay far below 16 to the byte.

    Raises:
        CrateError: it cannot.
    """
    if count > min((1 << 20) + 16 * len(file), _MOST_ENTRIES):
        raise CrateError(f"{what}: {count} entries in a file of {len(file)} bytes")
    return count


def _dotted(version: Version) -> str:
    return ".".join(map(str, version))
