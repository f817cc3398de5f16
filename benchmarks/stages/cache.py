"""Generated stages on disk: made once for each version of the generator, in a folder outside version control."""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from pxr import Usd

from benchmarks.stages.layouts import LAYOUTS

__all__ = ["StageName", "StageNameError", "cached_stage"]

_FORMATS = ("usdc", "usda")


class StageNameError(ValueError):
    """A text that names no generated stage."""


@dataclass(frozen=True)
class StageName:
    """A generated stage, written `flat-20000.usdc`.

    Attributes:
        layout: one of `LAYOUTS`.
        count: how many bodies or robots.
        format: "usdc" or "usda", of all its layers except a referenced robot, which is always a usdc.
    """

    layout: str
    count: int
    format: str = "usdc"

    @classmethod
    def parse(cls, text: str) -> StageName:
        """The stage of that name.

        Raises:
            StageNameError: another form, layout or format.
        """
        stem, _, suffix = text.rpartition(".")
        layout, _, count = stem.rpartition("-")
        if layout not in LAYOUTS or suffix not in _FORMATS or not count.isdecimal():
            forms = f"LAYOUT-COUNT.FORMAT with a layout of {', '.join(LAYOUTS)} and a format of {', '.join(_FORMATS)}"
            raise StageNameError(f"no generated stage is called {text!r}; expected {forms}")
        return cls(layout, int(count), suffix)

    def __str__(self) -> str:
        return f"{self.layout}-{self.count}.{self.format}"


def cached_stage(name: StageName, folder: Path) -> Path:
    """The root layer of a generated stage, written if the folder does not have it yet.

    Args:
        name: which stage.
        folder: holds all generated stages; a stage gets a folder of its own in it.
    """
    home = folder / _generator_version() / str(name)
    root = home / f"root.{name.format}"
    if not root.exists():
        home.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home.parent) as scratch:
            unfinished = Path(scratch) / "stage"
            unfinished.mkdir()
            LAYOUTS[name.layout](name.count, unfinished / root.name, Random(str(name)))
            unfinished.replace(home)
    return root


@cache
def _generator_version() -> str:
    """Changes with anything that may change the content: the generator's own code and USD."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources) + str(Usd.GetVersion()).encode())
    return f"stages-{digest.hexdigest()[:12]}"
