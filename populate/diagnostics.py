"""What OpenUSD says on its own: errors as one sentence, warnings caught instead of printed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pxr import Tf, UsdUtils

from populate.errors import PopulateError

__all__ = ["caught_warnings", "error_sentence", "usd_errors_named"]

_LONGEST = 300
_COMPOSITION = "UsdStage::_ReportErrors"
"""The function of OpenUSD that repeats composition errors as warnings; readers report those themselves."""

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
        PopulateError: OpenUSD raised an error.
    """
    try:
        yield
    except Tf.ErrorException as error:
        raise PopulateError(
            f"{what}: OpenUSD cannot read it: {error_sentence(error) or 'it does not say why'}"
        ) from None


@contextmanager
def caught_warnings() -> Iterator[list[str]]:
    """Keep OpenUSD from printing to standard error; its warnings are in the list when the block ends, each once.

    Warnings about composition are left out: every reader reports composition errors.
    """
    texts: list[str] = []
    delegate = UsdUtils.CoalescingDiagnosticDelegate()
    try:
        yield texts
    finally:
        for item in delegate.TakeUncoalescedDiagnostics():
            text = " ".join(str(item.commentary).split())
            if not str(item.sourceFunction).endswith(_COMPOSITION) and text not in texts:
                texts.append(text)
