"""Coded integers: what goes in comes out, and blocks that hold less than they say are refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from populate.readers.crate import CrateError
from populate.readers.crate.integers import decode_integers, decode_long_integers
from tests.populate.readers.crate.coded_integers import coded, packed

STEPS = st.sampled_from([0, 1, 1, 1, -1, 127, -128, 128, 40_000, -(2**31), 2**31 - 1])


@given(st.lists(st.integers(-(2**31), 2**31 - 1) | STEPS, min_size=1, max_size=70))
def test_32_bit_integers_come_back(values: list[int]) -> None:
    found = decode_integers(packed(coded(values, width=4)), len(values), "here")
    assert found.dtype == np.int32
    assert found.tolist() == values


@given(st.lists(st.integers(-(2**63), 2**63 - 1) | STEPS, min_size=1, max_size=70))
def test_64_bit_integers_come_back(values: list[int]) -> None:
    found = decode_long_integers(packed(coded(values, width=8)), len(values), "here")
    assert found.dtype == np.int64
    assert found.tolist() == values


def test_one_step_everywhere_takes_no_differences() -> None:
    assert decode_integers(packed(coded(range(7, 100_007), width=4)), 100_000, "here").tolist() == [*range(7, 100_007)]


def test_none_are_none() -> None:
    assert decode_integers(memoryview(b""), 0, "here").tolist() == []


@pytest.mark.parametrize("missing", [1, 2, 9, 20])
def test_a_block_that_ends_early_is_refused(missing: int) -> None:
    data = coded([3, 500, 70_000, 5, 5, 90, -4, 1 << 30], width=4)
    with pytest.raises(CrateError, match="here"):
        decode_integers(packed(data[:-missing]), 8, "here")


@pytest.mark.parametrize("count", [9, 60, 5_000, 10**6, 1 << 62])
def test_more_integers_than_a_block_holds_are_refused(count: int) -> None:
    block = packed(coded([3, 500, 70_000, 5, 5, 90, -4, 1 << 30], width=4))
    with pytest.raises(CrateError, match="here"):
        decode_integers(block, count, "here")
