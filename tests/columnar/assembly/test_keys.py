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
        places = table.places(part)
        assert every[places.row].tolist() == part.tolist()
        assert places.taken.tolist() == np.isin(every, part).tolist()
        assert [part[number - 1] for number in places.opinion if number] == [key for key in every if key in part]


def test_keys_of_like_parts_stand_where_they_are() -> None:
    keys = np.array([2, 5, 9])
    table = key_table([np.zeros(0, np.int64), keys, keys.copy()], 10)
    assert table.keys.tolist() == [2, 5, 9]
    assert table.places(keys).positions is None
    assert table.places(keys).row.tolist() == [0, 1, 2]
    assert table.places(keys).opinion.tolist() == [1, 2, 3]
    assert table.places(np.array([9, 2])).row.tolist() == [2, 0]


def test_one_part_that_is_not_ascending_is_sorted() -> None:
    table = key_table([np.array([5, 2, 9])], 10)
    assert table.keys.tolist() == [2, 5, 9]
    assert table.places(np.array([5, 2, 9])).row.tolist() == [1, 0, 2]
