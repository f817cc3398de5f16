"""Printing: the form that was asked for, and only that one is made."""

from __future__ import annotations

import json
import sys
from typing import NoReturn

import pytest

from columnar.reports import CommandResult, Lines, print_result


def _never() -> NoReturn:
    raise AssertionError("not asked for")


def test_json_is_all_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    print_result(CommandResult(lambda: {"scenes": 2}, _never), as_json=True)
    assert json.loads(capsys.readouterr().out) == {"scenes": 2}


def test_text_is_plain_where_it_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    print_result(CommandResult(_never, lambda: [Lines("title", ["x" * 500])]), as_json=False)
    assert capsys.readouterr().out == "title\n  " + "x" * 500 + "\n"


def test_a_closed_output_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OSError, match="closed"):
        print_result(CommandResult(_never, list), as_json=False)
