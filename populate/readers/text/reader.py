"""The text reader: lines become the tables of a crate, and the direct reader's run does the rest."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from columnar.assembly import StageOpinions
from populate.readers.declined import Declined, OtherFormat
from populate.readers.direct import LayerOutcome, LayerRun, guard_layer, guard_options, read_layer, scene_facts
from populate.readers.edited_layers import require_unedited
from populate.readers.options import PopulateOptions
from populate.readers.reader import Progress
from populate.readers.text.lines import read_lines
from populate.readers.text.tables import crate_of
from schemas.contract import Contract

__all__ = ["TextReader"]

_SUFFIXES: Final = (".usda", ".usd")
_LARGEST: Final = 1 << 30
_MAGIC: Final = b"#usda "


class TextReader:
    """Reads one usda layer without arcs as USD writes it; declines the rest, above all what may not be valid."""

    name = "text"

    def read(
        self, path: Path, options: PopulateOptions, contract: Contract, *, progress: Progress | None = None
    ) -> StageOpinions:
        """Rows, opinions and reports of the stage that a file is on its own, equal to the composed reader's.

        Raises:
            Declined: the file needs composition, or is not of the form USD writes.
        """
        guard_options(options)
        return _outcome(path, options, contract, progress).opinions()


def _outcome(path: Path, options: PopulateOptions, contract: Contract, progress: Progress | None) -> LayerOutcome:
    data = _text_bytes(path)
    with ThreadPoolExecutor(1) as executor:
        digest = executor.submit(hashlib.sha256, data)
        try:
            text = data.decode()
        except UnicodeDecodeError:
            raise Declined("a usda file that is not UTF-8") from None
        del data
        layer = read_layer(crate_of(read_lines(text)))
        del text
        guard_layer(layer)
        run = LayerRun(layer, contract)
        return run.outcome(lambda: scene_facts(layer, path, digest.result().hexdigest(), options, contract), progress)


def _text_bytes(path: Path) -> bytes:
    """The content of a usda file.

    Raises:
        Declined: the file is missing, cannot be read, is no usda, or differs from the layer in memory.
    """
    if path.suffix not in _SUFFIXES or not path.is_file():
        raise OtherFormat("not a usda file")
    if path.stat().st_size > _LARGEST:
        raise Declined("a usda file of more than a gigabyte")
    require_unedited(path)
    try:
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                raise OtherFormat("not a usda file")
            file.seek(0)
            return file.read()
    except OSError as error:
        raise Declined(f"the file cannot be read: {error.strerror}") from None
