"""Dictionary encoding with an order that depends on the values alone, so that equal columns have equal bytes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from columnar.scene.values import numpy_values, valid_mask

__all__ = ["encode_tokens"]


def encode_tokens(strings: pa.Array, closed: Sequence[str] = ()) -> pa.Array:
    """Token column from utf8 strings, or list of tokens from lists of utf8.

    Args:
        strings: utf8, codes into utf8 (a dictionary of any order, not all of it need be used), or list<utf8>; nulls
            allowed at the top.
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
    encoded = strings if pa.types.is_dictionary(strings.type) else strings.dictionary_encode()
    return _ordered(encoded, closed)


def _ordered(encoded: pa.Array, closed: Sequence[str]) -> pa.Array:
    """Texts as codes into the closed set and, in byte order, what else there is; 0 under nulls."""
    absent = ~valid_mask(encoded) if encoded.null_count else None
    codes = numpy_values(encoded.indices)
    used = np.flatnonzero(np.bincount(codes if absent is None else codes[~absent], minlength=1))
    texts: list[str] = encoded.dictionary.take(pa.array(used)).to_pylist()
    tokens = [*closed, *sorted(set(texts) - set(closed), key=str.encode)]
    number = {token: place for place, token in enumerate(tokens)}
    place = np.zeros(max(len(encoded.dictionary), 1), np.int32)
    place[used] = [number[text] for text in texts]
    found = place.take(codes)
    if absent is not None:
        found[absent] = 0
    return pa.DictionaryArray.from_arrays(pa.array(found, mask=absent), pa.array(tokens, pa.string()))
