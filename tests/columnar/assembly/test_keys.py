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
        assert every[table.positions(part)].tolist() == part.tolist()
        assert table.flags(part).tolist() == np.isin(every, part).tolist()
