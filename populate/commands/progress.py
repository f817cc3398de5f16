"""A progress bar for runs that take longer than a second, on a terminal only."""

from __future__ import annotations

from threading import Lock, Timer
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

__all__ = ["RunProgress"]

_STEPS = {"prims": "reading prims", "properties": "reading properties", "columns": "making columns"}


class RunProgress:
    """A progress callback and context manager; the bar appears once `delay` seconds have passed, and goes at the end.

    Args:
        console: where the bar is drawn; nothing happens if it is no terminal.
        delay: seconds.
    """

    def __init__(self, console: Console, *, delay: float = 1.0) -> None:
        columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        self._bar = Progress(*columns, console=console, transient=True)
        self._task = self._bar.add_task("opening the stage", total=None)
        self._timer = Timer(delay, self._show)
        self._timer.daemon = True
        self._wanted = console.is_terminal
        self._shown = False
        self._ended = False
        self._lock = Lock()

    def __call__(self, step: str, done: int, total: int) -> None:
        """Note how far a step is."""
        self._bar.update(self._task, description=_STEPS.get(step, step), completed=done, total=total or None)

    def __enter__(self) -> RunProgress:
        if self._wanted:
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._ended = True
            if self._shown:
                self._bar.stop()

    def _show(self) -> None:
        with self._lock:
            if not self._ended:
                self._shown = True
                self._bar.start()
