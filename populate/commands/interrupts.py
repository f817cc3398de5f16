"""Holding Ctrl-C back where it would be swallowed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["interrupts_held"]


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let an interrupt wait until the block ends. USD loads its modules from C++, which takes one for a failed module.

    Raises:
        KeyboardInterrupt: there was an interrupt in the block.
    """
    pending = False

    def note(*_: object) -> None:
        nonlocal pending
        pending = True

    try:
        former = signal.signal(signal.SIGINT, note)
    except ValueError:
        # Only the main thread gets interrupts, and only it may say how.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former or signal.SIG_DFL)
    if pending:
        raise KeyboardInterrupt
