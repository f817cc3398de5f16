"""LZ4 blocks as crate files hold them, unpacked to exactly the size they must have."""

from __future__ import annotations

import pyarrow as pa

from populate.readers.crate.errors import CrateError

__all__ = ["unpack", "unpack_at_most"]

_CODEC = pa.Codec("lz4_raw")

_POOL = pa.system_memory_pool()
"""Unpacked blocks are large and short-lived; Arrow's own pool would keep their memory for later."""

_EXPANSION = 255
"""Most bytes that one byte of an LZ4 block can stand for."""

_CHUNK = 0x7E000000
"""Unpacked size of every chunk but the last, where a block is cut into chunks."""


def unpack(block: memoryview, size: int, what: str) -> memoryview:
    """Unpack a block that must give exactly `size` bytes.

    Raises:
        CrateError: it does not.
    """
    unpacked = unpack_at_most(block, size, what)
    if len(unpacked) < size:
        raise CrateError(f"{what}: {len(block)} compressed bytes cannot stand for {size}")
    require_size(block, size, what)
    return unpacked


def unpack_at_most(block: memoryview, limit: int, what: str) -> memoryview:
    """Unpack a block of unknown size into `limit` bytes, or as many as it could give by any means.

    What lies behind its own end is undefined. The caller finds the true size in the data and has `require_size` confirm
    it: the codec does not tell.

    Raises:
        CrateError: the block is damaged or gives more than `limit` bytes.
    """
    parts = [_unpack_chunk(chunk, min(size, _most(chunk)), what) for chunk, size in _chunks(block, limit, what)]
    return parts[0] if len(parts) == 1 else memoryview(b"".join(parts))


def require_size(block: memoryview, size: int, what: str) -> None:
    """Confirm that a block which unpacks into `size` bytes gives no fewer.

    Raises:
        CrateError: it gives fewer.
    """
    for chunk, chunk_size in _chunks(block, size, what):
        if chunk_size and _fits(chunk, chunk_size - 1):
            raise CrateError(f"{what}: a compressed block ends before {size} bytes are unpacked")


def _chunks(block: memoryview, size: int, what: str) -> list[tuple[memoryview, int]]:
    """(compressed bytes, unpacked size) of each chunk. The first byte counts chunks, 0 for one without size."""
    if not len(block):
        raise CrateError(f"{what}: an empty compressed block")
    count = block[0]
    if not count:
        return [(block[1:], size)]
    found = []
    place = 1
    for number in range(count):
        length = int.from_bytes(block[place : place + 4], "little")
        place += 4 + length
        if place > len(block):
            raise CrateError(f"{what}: chunk {number} of a compressed block reaches beyond it")
        found.append((block[place - length : place], min(size, _CHUNK)))
        size -= found[-1][1]
    return found


def _most(chunk: memoryview) -> int:
    """Most bytes that a chunk can stand for."""
    return _EXPANSION * len(chunk) + 64


def _unpack_chunk(chunk: memoryview, size: int, what: str) -> memoryview:
    if not size:
        return memoryview(b"")
    try:
        return memoryview(_CODEC.decompress(chunk, size, memory_pool=_POOL))
    except OSError:
        raise CrateError(f"{what}: a compressed block is damaged") from None


def _fits(chunk: memoryview, size: int) -> bool:
    """Whether the chunk unpacks into `size` bytes: whether it gives no more than that."""
    try:
        _CODEC.decompress(chunk, size, memory_pool=_POOL)
    except OSError:
        return False
    return True
