"""Which reader reads a stage: the fastest that understands it, or the one that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from columnar.assembly import StageOpinions
from populate.diagnostics import catch_warnings_of_usd
from populate.errors import PopulateError
from populate.readers.crate import CrateError
from populate.readers.declined import Declined, OtherFormat
from populate.readers.direct import DirectReader
from populate.readers.options import PopulateOptions
from populate.readers.reader import Progress, StageInput
from populate.readers.text import TextReader
from schemas.contract import Contract, unknown_name

if TYPE_CHECKING:
    from pxr import Usd

__all__ = ["READERS", "ReadStage", "StageSource", "read_stage"]

_OPEN_STAGE: Final = "an open stage"

_WORTH_LAYERS: Final = 500
"""Selected prims below which reading whole layers takes longer than asking prim by prim."""


@dataclass(frozen=True)
class StageSource:
    """What is to be read.

    Attributes:
        stage: a file, or an open stage.
        options: what is asked of it.
        contract: the contract to follow.
        open: opens it as the options ask; only called by readers that need a stage.
        forced: whether one reader is asked for by name, be it the fastest or not.
    """

    stage: str | Path | Usd.Stage
    options: PopulateOptions
    contract: Contract
    open: Callable[[], StageInput]
    forced: bool = False


@dataclass(frozen=True)
class ReadStage:
    """A stage that was read.

    Attributes:
        opinions: what it says.
        reader: name of the reader that read it.
        declined: (name, reason) of the faster readers that would not.
    """

    opinions: StageOpinions
    reader: str
    declined: tuple[tuple[str, str], ...] = ()


def _read_directly(source: StageSource, progress: Progress | None) -> StageOpinions:
    return DirectReader().read(_file(source), source.options, source.contract, progress=progress)


def _read_text(source: StageSource, progress: Progress | None) -> StageOpinions:
    if not isinstance(source.stage, str | Path):
        raise OtherFormat(_OPEN_STAGE)
    return TextReader().read(Path(source.stage), source.options, source.contract, progress=progress)


def _read_repeated(source: StageSource, progress: Progress | None) -> StageOpinions:
    file = _file(source)
    from populate.readers.repeated import RepeatedReader

    catch_warnings_of_usd()
    return RepeatedReader().read(file, source.options, source.contract, progress=progress)


def _read_layered(source: StageSource, progress: Progress | None) -> StageOpinions:
    from populate.readers.layered import LayeredReader

    catch_warnings_of_usd()
    fewest = 0 if source.forced else _WORTH_LAYERS
    return LayeredReader(fewest=fewest).read(source.open, source.options, progress=progress)


def _read_composed(source: StageSource, progress: Progress | None) -> StageOpinions:
    from populate.readers.composed import ComposedReader

    catch_warnings_of_usd()
    return ComposedReader().read(source.open(), progress=progress)


def _file(source: StageSource) -> Path:
    if not isinstance(source.stage, str | Path):
        raise Declined(_OPEN_STAGE)
    return Path(source.stage)


_COMPOSED: Final = "composed"

READERS: Final[Mapping[str, Callable[[StageSource, Progress | None], StageOpinions]]] = {
    DirectReader.name: _read_directly,
    TextReader.name: _read_text,
    "repeated": _read_repeated,
    "layered": _read_layered,
    _COMPOSED: _read_composed,
}
"""Readers by name, the fastest first; the last declines nothing. All give the same opinions.

The first two need no USD, which takes longer to import than a large layer takes to read: the others import it on use.
"""


def read_stage(source: StageSource, *, reader: str | None = None, progress: Progress | None = None) -> ReadStage:
    """Read a stage with the first reader that does not decline it.

    Args:
        source: the stage.
        reader: the only reader to try, by name.
        progress: called with (step, done, total).

    Raises:
        PopulateError: bad input, an unknown reader, or one that declines although it is asked for.
    """
    if reader is not None and reader not in READERS:
        raise PopulateError(f"--reader {reader}: {unknown_name('reader', reader, READERS)}")
    source = replace(source, open=cache(source.open), forced=reader is not None)
    declined: list[tuple[str, str]] = []
    for name in READERS if reader is None else (reader,):
        try:
            return ReadStage(READERS[name](source, progress), name, tuple(declined))
        except Declined as refusal:
            if reader is not None or not isinstance(refusal, OtherFormat):
                declined.append((name, refusal.reason))
        except CrateError as damage:
            remedy = f"--reader {_COMPOSED} leaves it to OpenUSD as it is"
            raise PopulateError(f"{source.stage}: does not open as a USD layer: damaged: {damage}; {remedy}") from None
    reasons = "; ".join(reason for _, reason in declined)
    raise PopulateError(f"--reader {reader}: declines {source.stage}: {reasons}; leave the option out")
