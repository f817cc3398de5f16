"""The decompressed size read off the metadata is what Arrow then allocates."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from columnar.file.decompressed import decompressed_size
from columnar.file.footer import read_footer

ZEROS = 1_000_000
TABLE = pa.table(
    {
        "zeros": np.zeros(ZEROS, np.float64),
        "tokens": pa.array(["a" * 1000, "b"] * (ZEROS // 2)).dictionary_encode(),
        "lists": pa.array([[1, 2]] * ZEROS, pa.list_(pa.int32())),
    }
)


def size_of(file: pa.Buffer) -> int:
    return decompressed_size(file, read_footer(file))


def file_of(table: pa.Table, **options: object) -> pa.Buffer:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
        writer.write_table(table)
    return sink.getvalue()


def test_uncompressed() -> None:
    assert size_of(file_of(TABLE)) == 0


@pytest.mark.parametrize("codec", ["zstd", "lz4"])
def test_compressed(codec: str) -> None:
    file = file_of(TABLE, compression=codec)
    before = pa.total_allocated_bytes()
    opened = pa.ipc.open_file(file).read_all()
    allocated = pa.total_allocated_bytes() - before
    assert opened.num_rows == ZEROS
    assert file.size < allocated / 5
    assert size_of(file) <= allocated < size_of(file) + 10_000


def test_buffers_that_do_not_shrink() -> None:
    """Arrow leaves such buffers as they are and says so with a length of -1; they count with their size."""
    noise = pa.table({"noise": np.random.default_rng(0).integers(0, 2**63, 50_000)})
    size = size_of(file_of(noise, compression="zstd"))
    assert 400_000 <= size <= 400_100


def test_dictionary_in_pieces() -> None:
    """A delta could be listed a thousand times in the footer, and be added up as often."""
    batches = [pa.record_batch({"t": pa.array(tokens).dictionary_encode()}) for tokens in (["a"], ["a", "b"])]
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
    with pa.ipc.new_file(sink, batches[0].schema, options=options) as writer:
        for batch in batches:
            writer.write_batch(batch)
    with pytest.raises(ValueError, match="a dictionary comes in pieces"):
        size_of(sink.getvalue())


def test_damaged_metadata_never_leaves_the_file() -> None:
    """Every byte of footer and messages replaced in turn: a size or an error for it, nothing else."""
    small = file_of(TABLE.slice(0, 3), compression="zstd")
    content = np.frombuffer(small, np.uint8)
    for position in range(len(content)):
        for value in (0, 0x7F, 0xFF):
            changed = content.copy()
            changed[position] = value
            try:
                size_of(pa.py_buffer(changed))
            except (IndexError, ValueError):
                continue
