"""The footer of an Arrow file: where its messages are, and whether its schema is the contract's."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.file.flat_buffers import FlatBuffers, Positions
from columnar.scene import scene_schema
from schemas.contract import Contract

__all__ = ["Footer", "read_footer"]

_TRAILER = 10
"""Bytes after the footer: its length, then the magic."""

_SCHEMA = 1
_DICTIONARIES = 2
_BATCHES = 3
_BLOCK = np.dtype({"names": ["offset", "metadata", "body"], "formats": ["<i8", "<i4", "<i8"], "offsets": [0, 8, 16]})


class Footer:
    """A footer, whose fields Arrow has not verified yet.

    Args:
        data: the footer's bytes.

    Raises:
        IndexError: by every method, for fields that point outside the footer.
    """

    def __init__(self, data: npt.NDArray[np.uint8]) -> None:
        self._fields = FlatBuffers(data)
        self._root = self._fields.target(np.zeros(1, np.int64))

    def blocks(self) -> npt.NDArray[np.void]:
        """Position of each dictionary's and record batch's message, and the size of its metadata and its body."""
        vectors = [self._fields.field(self._root, field) for field in (_DICTIONARIES, _BATCHES)]
        return np.concatenate([self._fields.records(v, _BLOCK) if v[0] else np.zeros(0, _BLOCK) for v in vectors])

    def has_schema_of(self, contract: Contract) -> bool:
        """Whether the schema is the contract's, metadata included, byte by byte.

        False means that it has to be compared field by field: another writer may encode the same schema otherwise.
        """
        tail, distance = _schema_tail(contract)
        data = pa.py_buffer(self._fields.data)
        return data.size - int(self._schema()[0]) == distance and bool(data[data.size - tail.size :].equals(tail))

    def schema_tail(self) -> tuple[pa.Buffer, int]:
        """The bytes that hold the schema, and how far from their end its root table is.

        A FlatBuffer is written from its end, and the schema first; so its tables refer to nothing in front of them.
        """
        table = self._schema()
        start = min(int(table[0]), int(self._fields.vtable(table)[0]))
        return pa.py_buffer(self._fields.data[start:]), len(self._fields.data) - int(table[0])

    def _schema(self) -> Positions:
        field = self._fields.field(self._root, _SCHEMA)
        if not field[0]:
            raise IndexError("no schema")
        return self._fields.target(field)


def read_footer(file: pa.Buffer) -> Footer:
    """The footer of a whole Arrow file.

    Raises:
        IndexError: it is longer than the file.
    """
    data = np.frombuffer(file, np.uint8)
    end = len(data) - _TRAILER
    size = int(np.frombuffer(file, "<i4", 1, end)[0])
    if not 0 < size <= end:
        raise IndexError(size)
    footer = data[end - size : end]
    return Footer(footer if footer.ctypes.data % 8 == 0 else footer.copy())


@cache
def _schema_tail(contract: Contract) -> tuple[pa.Buffer, int]:
    sink = pa.BufferOutputStream()
    pa.ipc.new_file(sink, scene_schema(contract)).close()
    return read_footer(sink.getvalue()).schema_tail()
