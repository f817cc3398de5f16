"""The scene that the repeated reader makes of a file, beside the composed reader's."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from columnar.scene import Scene
from populate.readers import Instancing, LoadPayloads, PopulateOptions
from populate.readers.declined import Declined
from populate.readers.repeated import RepeatedReader
from schemas.contract import load_contract
from tests.populate.readers.direct.reader_equality import assert_equal_opinions, composed

__all__ = ["EVERY_OPTION", "assert_repeated_agrees", "repeated_decline"]

EVERY_OPTION = tuple(
    PopulateOptions(instancing=instancing, load=load) for instancing, load in product(Instancing, LoadPayloads)
)
"""Options that the reader honours."""


def assert_repeated_agrees(file: Path, options: PopulateOptions | None = None) -> Scene:
    """The repeated and the composed reader give the same bytes; the scene."""
    found = RepeatedReader().read(file, options or PopulateOptions(), load_contract())
    return assert_equal_opinions(file, found, composed(file, options))


def repeated_decline(file: Path, options: PopulateOptions | None = None) -> str:
    """Why the repeated reader declines a file, "" if it reads it."""
    try:
        RepeatedReader().read(file, options or PopulateOptions(), load_contract())
    except Declined as declined:
        return declined.reason
    return ""
