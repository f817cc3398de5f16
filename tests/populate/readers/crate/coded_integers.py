"""Crate's integer coding written out plainly, to hold the reader against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pyarrow as pa

__all__ = ["coded", "packed"]


def coded(values: Sequence[int], *, width: int) -> bytes:
    """Signed integers of `width` bytes coded: the most common difference, the two-bit codes, the differences."""
    differences = [after - before for before, after in zip([0, *values], values, strict=False)]
    differences = [wrapped(difference, width) for difference in differences]
    common = Counter(differences).most_common(1)[0][0] if differences else 0
    sizes = (0, width // 4, width // 2, width)
    codes = [code_of(difference, common, sizes) for difference in differences]
    bits = sum(code << 2 * place for place, code in enumerate(codes))
    body = b"".join(d.to_bytes(sizes[c], "little", signed=True) for d, c in zip(differences, codes, strict=True) if c)
    return common.to_bytes(width, "little", signed=True) + bits.to_bytes((len(codes) * 2 + 7) // 8, "little") + body


def code_of(difference: int, common: int, sizes: Sequence[int]) -> int:
    """0 for the common difference, else the number of the least size that holds it."""
    if difference == common:
        return 0
    return next(code for code in (1, 2, 3) if wrapped(difference, sizes[code]) == difference)


def wrapped(number: int, width: int) -> int:
    """A number as `width` signed bytes hold it."""
    span = 1 << 8 * width
    return (number + span // 2) % span - span // 2


def packed(data: bytes) -> memoryview:
    """Bytes as one compressed block."""
    return memoryview(b"\0" + bytes(pa.Codec("lz4_raw").compress(data)))
