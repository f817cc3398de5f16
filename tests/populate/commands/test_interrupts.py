"""Ctrl-C: exit code 130, quietly, wherever it comes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from command_line import STAGES, invoke

import populate.population
from populate.commands.exits import ExitCode, exit_codes
from populate.commands.interrupts import interrupts_held


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """A shell starts what it runs in the background with interrupts ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_ends_quietly_and_leaves_the_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(populate.population, "read_stage", interrupted)
    (tmp_path / "out.arrow").write_bytes(b"as it was")
    result = invoke("populate", STAGES / "lamp.usda", tmp_path / "out.arrow")
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "")
    assert (tmp_path / "out.arrow").read_bytes() == b"as it was"


def test_a_held_interrupt_comes_at_the_end() -> None:
    reached = []

    def interrupted() -> None:
        with interrupts_held():
            signal.raise_signal(signal.SIGINT)
            reached.append("the end")

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert reached == ["the end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_in_the_block_is_not_hidden() -> None:
    with pytest.raises(ImportError), interrupts_held():
        raise ImportError
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_errors_are_not_taken_for_bad_input() -> None:
    with pytest.raises(ZeroDivisionError), exit_codes():
        raise ZeroDivisionError
    with pytest.raises(typer.Exit) as end, exit_codes():
        raise KeyboardInterrupt
    assert end.value.exit_code == ExitCode.INTERRUPTED
