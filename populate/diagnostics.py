"""What OpenUSD says on its own: errors as one sentence, warnings caught instead of printed.

Importing it imports no USD; whoever brings USD in on use calls `catch_warnings_of_usd` before USD says anything.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from populate.errors import PopulateError

if TYPE_CHECKING:
    from pxr import Tf

__all__ = ["catch_warnings_of_usd", "caught_warnings", "error_sentence", "usd_errors_named"]

_LONGEST = 300
_COMPOSITION = "UsdStage::_ReportErrors"
"""The function of OpenUSD that repeats composition errors as warnings; readers report those themselves."""

_INSTALL = "install usd-core"
_NOT_OPENED = "Failed to open layer"


def error_sentence(error: Tf.ErrorException, file: str = "") -> str:
    """What an OpenUSD error says, in one line; "" if it says no more than that a layer does not open.

    Args:
        error: one or more OpenUSD errors; the one that names a line of the file is preferred.
        file: the file's absolute path, which is cut from the sentence.
    """
    texts = [" ".join(str(item.commentary).split()) for item in error.args if hasattr(item, "commentary")]
    texts = [text for text in texts if not text.startswith(_NOT_OPENED)]
    placed = [text.removeprefix(f"{file}:") for text in texts if file and text.startswith(f"{file}:")]
    text = f"line {placed[0]}" if placed else texts[0] if texts else ""
    text = text.replace(f"<{file}>", "it") if file else text
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."


@contextmanager
def usd_errors_named(what: str) -> Iterator[None]:
    """Turn OpenUSD errors of the block into one sentence that begins with `what`.

    Raises:
        PopulateError: OpenUSD raised an error, or is not there.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, ImportError) and (error.name or "").partition(".")[0] == "pxr":
            raise PopulateError(
                f"{what}: only OpenUSD reads it, which cannot be imported: {error}; {_INSTALL}"
            ) from None
        if "pxr.Tf" not in sys.modules:
            raise
        from pxr import Tf

        if not isinstance(error, Tf.ErrorException):
            raise
        raise PopulateError(
            f"{what}: OpenUSD cannot read it: {error_sentence(error) or 'it does not say why'}"
        ) from None


class _Catcher:
    """Takes warnings from when it starts; USD need not be there before."""

    def __init__(self) -> None:
        self._delegate: Any = None

    def start(self) -> None:
        if self._delegate is None:
            from pxr import UsdUtils

            self._delegate = UsdUtils.CoalescingDiagnosticDelegate()

    def texts(self) -> Iterator[str]:
        for item in self._delegate.TakeUncoalescedDiagnostics() if self._delegate else ():
            if not str(item.sourceFunction).endswith(_COMPOSITION):
                yield " ".join(str(item.commentary).split())


_CATCHERS: ContextVar[tuple[_Catcher, ...]] = ContextVar("_CATCHERS", default=())


def catch_warnings_of_usd() -> None:
    """Begin to catch, in the blocks of `caught_warnings` that are open, what OpenUSD says from now on."""
    for catcher in _CATCHERS.get():
        catcher.start()


@contextmanager
def caught_warnings() -> Iterator[list[str]]:
    """Keep OpenUSD from printing to standard error; its warnings are in the list when the block ends, each once.

    Warnings about composition are left out: every reader reports composition errors. Where USD is not imported yet,
    `catch_warnings_of_usd` begins the catching.
    """
    texts: list[str] = []
    catcher = _Catcher()
    token = _CATCHERS.set((*_CATCHERS.get(), catcher))
    if "pxr.Tf" in sys.modules:
        catcher.start()
    try:
        yield texts
    finally:
        _CATCHERS.reset(token)
        texts.extend(dict.fromkeys(catcher.texts()))
