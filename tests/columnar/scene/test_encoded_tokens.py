"""Tokens from codes: what the texts that they stand for give, whatever the dictionary holds beside them."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from columnar.scene import encode_tokens

CODES = [
    ([2, 0, None, 2], ["b", "unused", "a"]),
    ([None, None], []),
    ([], ["unused"]),
    ([0, 1, 2], ["X", "X", "é"]),
]


@pytest.mark.parametrize("closed", [(), ("X", "a", "never")], ids=["open", "closed"])
@pytest.mark.parametrize(("codes", "texts"), CODES, ids=["unused", "nothing", "empty", "twice"])
def test_codes_are_encoded_as_their_texts_are(
    codes: list[int | None], texts: list[str], closed: tuple[str, ...]
) -> None:
    given = pa.DictionaryArray.from_arrays(pa.array(codes, pa.int32()), pa.array(texts, pa.string()))
    plain = pa.array([None if code is None else texts[code] for code in codes], pa.string())
    found, expected = encode_tokens(given, closed), encode_tokens(plain, closed)
    assert found.equals(expected)
    used = {text for text in plain.to_pylist() if text is not None}
    assert found.dictionary.to_pylist() == [*closed, *sorted(used - set(closed), key=str.encode)]
    assert found.to_pylist() == plain.to_pylist()


def test_what_lies_under_nulls_is_zero() -> None:
    found = encode_tokens(pa.array(["b", None, "a"]))
    assert np.frombuffer(found.indices.buffers()[1], np.int32, 3).tolist() == [1, 0, 0]
