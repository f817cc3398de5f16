"""The reader seam: a stage comes in, opinions come out. Every reader must equal the composed one bit for bit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from columnar.assembly import StageOpinions
from populate.readers.options import PopulateOptions
from schemas.contract import Contract

if TYPE_CHECKING:
    from pxr import Usd

__all__ = ["Progress", "Reader", "StageInput"]

Progress = Callable[[str, int, int], None]
"""Called with (step, done, total)."""


@dataclass(frozen=True)
class StageInput:
    """A stage to read, with the options it was opened for.

    `stage` carries the options that change composition already (variants, payloads). Without `digests` the scene names
    no layers: hashing their content takes as long as writing it.
    """

    stage: Usd.Stage
    options: PopulateOptions
    contract: Contract
    digests: bool = True


class Reader(Protocol):
    """Reads the opinions of a stage."""

    name: str

    def read(self, source: StageInput, *, progress: Progress | None = None) -> StageOpinions:
        """Rows, opinions and reports of the stage."""
        ...
