"""Paths of all rows; those of a copy stand together, and differ from those of the next one in their root."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from columnar.scene import text_buffers
from populate.readers.repeated.skeleton import Copies, Skeleton

__all__ = ["copied_paths"]

_Index = NDArray[np.int64]


def copied_paths(region: pa.Array, composed: pa.Array, shared_rows: _Index, skeleton: Skeleton) -> pa.Array:
    """Paths of the layer's own rows, of shared prototypes, and of copies.

    Args:
        region: paths of the rows of the layer itself.
        composed: paths of the representatives' rows.
        shared_rows: the representatives' rows of shared prototypes.
        skeleton: where each row goes.

    Returns:
        (n,) large_utf8 by final row.
    """
    row = np.concatenate([skeleton.region, skeleton.shared])
    own = pa.concat_arrays([region, composed.take(pa.array(shared_rows))])
    order = np.argsort(row, kind="stable")
    row, own = row[order], own.take(pa.array(order))
    offsets = np.zeros(skeleton.count + 1, np.int64)
    lengths = offsets[1:]
    lengths[row] = _lengths(own)
    blocks = [(copies, _relative(composed, copies)) for copies in skeleton.copies if len(copies.source)]
    for copies, relative in blocks:
        copies.spread(lengths, _lengths(copies.paths)[:, None] + np.array(list(map(len, relative))))
    np.cumsum(lengths, out=lengths)
    text = pa.allocate_buffer(int(offsets[-1]))
    with memoryview(text).cast("B") as view:
        _write_own(view, offsets, row, own)
        for copies, relative in blocks:
            _write_copies(view, offsets, copies, relative)
    return pa.Array.from_buffers(pa.large_string(), skeleton.count, [None, pa.py_buffer(offsets), text])


def _lengths(texts: pa.Array) -> _Index:
    return np.asarray(pc.binary_length(texts)).astype(np.int64)


def _relative(composed: pa.Array, copies: Copies) -> list[bytes]:
    """What follows the representative's path in the paths of its rows."""
    below = composed.slice(copies.start, len(copies.source)).cast(pa.large_binary()).to_pylist()
    return [path[len(copies.path.encode()) :] for path in below]


def _write_own(view: memoryview, offsets: _Index, row: _Index, own: pa.Array) -> None:
    """Write paths of rows that are no copies, those that follow one another at once.

    Args:
        view: the text of all paths.
        offsets: (n + 1,) where each final row's begins.
        row: (k,) ascending final rows.
        own: (k,) their paths.
    """
    starts, text = text_buffers(own)
    held = memoryview(text.data)
    breaks = np.flatnonzero(np.diff(row) != 1) + 1
    first = np.concatenate([np.zeros(min(len(row), 1), np.int64), breaks])
    end = np.concatenate([breaks, np.full(min(len(row), 1), len(row))])
    targets = zip(offsets[row[first]].tolist(), offsets[row[end - 1] + 1].tolist(), strict=True)
    sources = zip(starts[first].tolist(), starts[end].tolist(), strict=True)
    for target, source in zip(targets, sources, strict=True):
        view[slice(*target)] = held[slice(*source)]


def _write_copies(view: memoryview, offsets: _Index, copies: Copies, relative: list[bytes]) -> None:
    """Write the paths of copies: a copy's root is what joins what follows it."""
    ends = offsets[copies.first + len(copies.source)].tolist()
    roots = copies.paths.cast(pa.large_binary()).to_pylist()
    for root, start, end in zip(roots, offsets[copies.first].tolist(), ends, strict=True):
        view[start:end] = root.join((b"", *relative))
