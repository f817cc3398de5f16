"""Compressed blocks: exactly the announced size comes out, whatever the block is made of."""

from __future__ import annotations

import struct

import pyarrow as pa
import pytest

from populate.readers.crate import CrateError
from populate.readers.crate.compression import unpack

CODEC = pa.Codec("lz4_raw")
TEXT = bytes(range(256)) * 40 + b"abc" * 500


def chunked(data: bytes, *, chunks: int) -> memoryview:
    """A block of several chunks, as files above two gigabytes have; here the data fits into the first."""
    parts = [bytes(CODEC.compress(part)) for part in (data, *[b""] * (chunks - 1))]
    return memoryview(bytes([chunks]) + b"".join(struct.pack("<i", len(part)) + part for part in parts))


@pytest.mark.parametrize("data", [TEXT, b"x", b"y" * 100_000])
def test_a_block_unpacks_to_its_size(data: bytes) -> None:
    block = memoryview(b"\0" + bytes(CODEC.compress(data)))
    assert bytes(unpack(block, len(data), "here")) == data
    assert bytes(unpack(chunked(data, chunks=1), len(data), "here")) == data
    assert bytes(unpack(chunked(data, chunks=3), len(data), "here")) == data


@pytest.mark.parametrize("size", [0, 1, len(TEXT) - 1, len(TEXT) + 1, 10 * len(TEXT), 1 << 40])
def test_any_other_size_is_refused(size: int) -> None:
    block = memoryview(b"\0" + bytes(CODEC.compress(TEXT)))
    if size == 0:
        assert bytes(unpack(block, 0, "here")) == b""
        return
    with pytest.raises(CrateError, match="here"):
        unpack(block, size, "here")


@pytest.mark.parametrize(
    "block", [b"", b"\0", b"\x05", b"\x01\xff\xff\xff\x7fabc", b"\0\xff\xff\xff\xff", b"\x02\x01\x00\x00\x00a"]
)
def test_a_damaged_block_is_refused(block: bytes) -> None:
    with pytest.raises(CrateError, match="here"):
        unpack(memoryview(block), 100, "here")
