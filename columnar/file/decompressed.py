"""How much memory the compressed buffers of an Arrow file will take, read off its metadata before any is decompressed.

A kilobyte of compressed zeros can unfold to gigabytes, and Arrow decompresses while it reads. The sizes stand in the
file: each compressed buffer begins with its decompressed length. The few fields walked here, for all messages at once,
are those of Arrow's `Message.fbs`.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from columnar.file.flat_buffers import FlatBuffers, Positions
from columnar.file.footer import Footer

__all__ = ["decompressed_size"]

_MESSAGE_HEADER_TYPE = 1
_MESSAGE_HEADER = 2
_DICTIONARY_HEADER = 2
_DICTIONARY_DATA = 1
_DICTIONARY_DELTA = 2
_BATCH_BUFFERS = 2
_BATCH_COMPRESSION = 3
_BUFFER = np.dtype([("offset", "<i8"), ("length", "<i8")])
_CONTINUATION = -1
_LENGTH_PREFIX = 8


def decompressed_size(file: pa.Buffer, footer: Footer) -> int:
    """Bytes that the file's compressed buffers decompress to by their own account; 0 for an uncompressed file.

    Args:
        file: a whole Arrow file.
        footer: the file's footer.

    Raises:
        IndexError: the metadata points outside the file; Arrow would refuse it too.
        ValueError: a dictionary comes in pieces, which no scene file has and which could repeat one piece of the file
            any number of times.
    """
    blocks = footer.blocks()
    offsets, metadata = (blocks[name].astype(np.int64) for name in ("offset", "metadata"))
    messages = FlatBuffers(np.frombuffer(file, np.uint8))
    start = offsets + np.where(messages.int32(offsets) == _CONTINUATION, _LENGTH_PREFIX, _LENGTH_PREFIX // 2)
    message = messages.target(start)
    batch = messages.target(messages.field(message, _MESSAGE_HEADER))
    dictionary = messages.uint8(messages.field(message, _MESSAGE_HEADER_TYPE)) == _DICTIONARY_HEADER
    delta = messages.field(batch[dictionary], _DICTIONARY_DELTA)
    if messages.uint8(delta[delta > 0]).any():
        raise ValueError("a dictionary comes in pieces")
    batch[dictionary] = messages.target(messages.field(batch[dictionary], _DICTIONARY_DATA))
    compressed = messages.field(batch, _BATCH_COMPRESSION) > 0
    bodies = (offsets + metadata)[compressed]
    return sum(
        _batch_size(messages, batch[compressed][index : index + 1], bodies[index]) for index in range(len(bodies))
    )


def _batch_size(messages: FlatBuffers, batch: Positions, body: np.int64) -> int:
    """Decompressed length of one batch's buffers; -1 in front of a buffer means it was left as it is."""
    buffers = messages.records(messages.field(batch, _BATCH_BUFFERS), _BUFFER)
    buffers = buffers[buffers["length"] > 0]
    prefixes = messages.int64(buffers["offset"] + body)
    lengths = np.where(prefixes == -1, buffers["length"], prefixes)
    if (lengths < 0).any():
        raise IndexError("a negative length")
    return sum(lengths.tolist())
