"""Mask bits never change: files that were written say `authored` and `blocked` by them."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from schemas.contract import load_contract

RECORDED: dict[str, dict[str, int]] = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "contract" / "bits.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", RECORDED)
def test_a_column_keeps_its_bit(name: str) -> None:
    bits = {column.name: column.bit for column in load_contract().component(name).columns}
    assert {column: bits[column] for column in RECORDED[name] if column in bits} == {
        column: bit for column, bit in RECORDED[name].items() if column in bits
    }


@pytest.mark.parametrize("name", RECORDED)
def test_no_bit_gets_a_second_column(name: str) -> None:
    owners = {bit: column for column, bit in RECORDED[name].items()}
    assert len(owners) == len(RECORDED[name])
    assert not [
        f"{column.name} takes bit {column.bit} of {owners[column.bit]}"
        for column in load_contract().component(name).columns
        if owners.get(column.bit, column.name) != column.name
    ]
