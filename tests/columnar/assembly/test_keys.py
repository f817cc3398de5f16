"""Keys of component tables: what numpy's own set functions give, looked up or searched."""

from __future__ import annotations

import numpy as np
import pytest

from columnar.assembly.keys import distinct_keys, key_table


@pytest.mark.parametrize("bound", [60, 10_000_000], ids=["dense", "sparse"])
def test_keys_positions_and_flags(bound: int) -> None:
    random = np.random.default_rng(1)
    parts = [random.choice(60, size, replace=False) for size in (0, 20, 5, 40)]
    parts.insert(2, parts[1].copy())
    table = key_table(parts, bound)
    every = np.unique(np.concatenate(parts))
    assert table.keys.tolist() == every.tolist() == distinct_keys(parts).tolist()
    for part in parts:
        positions = table.positions(part)
        assert positions is not None
        assert every[positions].tolist() == part.tolist()
        assert table.flags(part).tolist() == np.isin(every, part).tolist()


def test_keys_of_like_parts_stand_where_they_are() -> None:
    keys = np.array([2, 5, 9])
    table = key_table([np.zeros(0, np.int64), keys, keys.copy()], 10)
    assert table.keys.tolist() == [2, 5, 9]
    assert table.positions(keys) is None
    assert table.positions(np.array([9, 2])).tolist() == [2, 0]
    assert table.flags(keys).tolist() == [True] * 3


def test_one_part_that_is_not_ascending_is_sorted() -> None:
    table = key_table([np.array([5, 2, 9])], 10)
    assert table.keys.tolist() == [2, 5, 9]
    assert table.positions(np.array([5, 2, 9])).tolist() == [1, 0, 2]
