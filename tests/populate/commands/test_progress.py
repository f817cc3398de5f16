"""The progress bar: on a terminal only, and only for long runs."""

from __future__ import annotations

import io
import time

import pytest
from rich.console import Console

from populate.commands.progress import RunProgress


def _console(*, terminal: bool) -> Console:
    return Console(file=io.StringIO(), force_terminal=terminal, width=80)


def _written(console: Console) -> str:
    text: str = console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    return text


def _run(console: Console, *, delay: float, seconds: float) -> str:
    with RunProgress(console, delay=delay) as progress:
        progress("prims", 250, 1000)
        time.sleep(seconds)
        progress("columns", 3, 10)
    return _written(console)


def test_a_long_run_on_a_terminal_shows_its_step() -> None:
    assert "reading prims" in _run(_console(terminal=True), delay=0.01, seconds=0.4)


def test_a_short_run_shows_nothing() -> None:
    assert _run(_console(terminal=True), delay=30, seconds=0) == ""


def test_nothing_is_drawn_in_a_pipe() -> None:
    assert _run(_console(terminal=False), delay=0.01, seconds=0.2) == ""


def test_the_bar_goes_when_the_run_fails() -> None:
    console = _console(terminal=True)

    def failed() -> None:
        with RunProgress(console, delay=0.01):
            time.sleep(0.3)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        failed()
    assert _written(console).rstrip().endswith("\x1b[2K")
