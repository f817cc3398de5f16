"""The support table of OpenUSD, held against the parser that is installed."""

from __future__ import annotations

from pathlib import Path

from schemas.support import load_support
from tests.parity_support.observed import observe
from tests.parity_support.openusd_engine import parsed_by_openusd
from tests.parity_support.verdicts import judge

READ, IGNORED = 70, 400
"""Columns that are confirmed at the least: what the stages can show must not shrink unnoticed."""


def test_what_the_table_calls_read_changes_a_record_and_nothing_else_does(tmp_path: Path) -> None:
    verdicts = judge(load_support("openusd"), observe(parsed_by_openusd, folder=tmp_path))
    assert not verdicts.wrong
    assert len(verdicts.read) >= READ
    assert len(verdicts.ignored) >= IGNORED
