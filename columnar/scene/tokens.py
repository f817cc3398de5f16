"""Dictionary encoding with an order that depends on the values alone, so that equal columns have equal bytes."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

__all__ = ["encode_tokens"]


def encode_tokens(strings: pa.Array, closed: Sequence[str] = ()) -> pa.Array:
    """Token column from utf8 strings, or list of tokens from lists of utf8.

    Args:
        strings: utf8 or list<utf8>, nulls allowed at the top.
        closed: the contract's closed set: these come first, all of them and in this order; tokens beyond it follow in
            byte order. Without it the dictionary is the sorted values.
    """
    if pa.types.is_list(strings.type):
        flat = encode_tokens(strings.flatten(), closed)
        offsets = strings.offsets
        if strings.offset or strings.null_count or (len(offsets) and offsets[0].as_py() != 0):
            lengths = pc.fill_null(pc.list_value_length(strings), 0)
            offsets = pa.concat_arrays([pa.array([0], pa.int32()), pc.cumulative_sum(lengths).cast(pa.int32())])
        mask = strings.is_null() if strings.null_count else None
        kind = pa.list_(pa.field("item", flat.type, nullable=False))
        return pa.ListArray.from_arrays(offsets, flat, type=kind, mask=mask)
    dictionary = sorted(set(pc.unique(strings.drop_null()).to_pylist()) - set(closed), key=str.encode)
    values = pa.array([*closed, *dictionary], pa.string())
    return pa.DictionaryArray.from_arrays(pc.index_in(strings, value_set=values), values)
