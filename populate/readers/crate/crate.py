"""A crate file as tables: tokens, fields, paths and specs as numpy arrays, values left in the bytes until asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.fields import FieldTable, read_fields
from populate.readers.crate.file_bytes import FileBytes
from populate.readers.crate.paths import PathTree, read_paths
from populate.readers.crate.sections import Version, read_sections, read_version
from populate.readers.crate.specs import SpecTable, read_specs
from populate.readers.crate.tokens import TokenTable, read_strings, read_tokens

__all__ = ["Crate", "read_crate"]


@dataclass(frozen=True)
class Crate:
    """A crate file.

    Attributes:
        bytes: the whole file.
        version: its crate version.
        tokens: every text.
        strings: (n,) int64 token index by string index.
        fields: (name, value) pairs and the sets of them.
        paths: every path.
        specs: what stands at which path.
    """

    bytes: FileBytes
    version: Version
    tokens: TokenTable
    strings: NDArray[np.int64]
    fields: FieldTable
    paths: PathTree
    specs: SpecTable

    def without_specs(self) -> Crate:
        """The same without its specs: once it is known what they are about, they only take memory."""
        return replace(self, specs=SpecTable.empty())


def read_crate(data: bytes | bytearray, *, guard: Callable[[FieldTable], None] | None = None) -> Crate:
    """Read the structure of a crate file.

    Every offset, size and index is checked before it is used; what is unpacked stays in proportion to the file.

    Args:
        data: the whole file.
        guard: called with the fields before paths and specs are read; what it raises ends the reading.

    Raises:
        CrateVersionError: a version outside 0.7 to 0.13.
        CrateError: the bytes contradict the format; what was found where is in the message.
    """
    file = FileBytes(data)
    version = read_version(file)
    sections = read_sections(file)
    tokens = read_tokens(file, sections["TOKENS"])
    strings = read_strings(file, sections["STRINGS"], tokens)
    fields = read_fields(file, sections["FIELDS"], sections["FIELDSETS"], tokens)
    if guard is not None:
        guard(fields)
    paths = read_paths(file, sections["PATHS"], len(tokens))
    return Crate(
        bytes=file,
        version=version,
        tokens=tokens,
        strings=strings,
        fields=fields,
        paths=paths,
        specs=read_specs(file, sections["SPECS"], paths, fields),
    )
