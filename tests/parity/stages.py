"""The stages that are compared: the producer's samples, the newton wheel's assets, the cases, the generated sweep.

Robots come on top where there is something to make them with; see `robots`.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from schemas.contract import Contract
from tests.parity.sweep import sweep_stages

__all__ = ["StageFile", "all_stages", "asset_stages", "stages_below"]

_CASES = Path(__file__).parents[1] / "data" / "cases"
_SUFFIXES = (".usd", ".usda", ".usdc", ".usdz")
_SAMPLED = ("time_samples_only_1_Z", "all_authored_1_Z", "transforms")
_SECONDS = (0.0, 0.02, 10.0)
"""Stages of the sweep that are also populated at times, between samples and beyond the last."""

_SCHEMA_FILES = ("generatedSchema.usda", "schema.usda")


@dataclass(frozen=True)
class StageFile:
    """A stage to compare.

    Attributes:
        group: the set it belongs to.
        name: its name within the set.
        file: its root layer.
        seconds: the time to populate it at, None for the default time.
    """

    group: str
    name: str
    file: Path
    seconds: float | None = None

    @property
    def id(self) -> str:
        """A file name that says which stage it is."""
        return str(self).replace("/", "__").replace(":", "__")

    def __str__(self) -> str:
        return f"{self.group}:{self.name}{'' if self.seconds is None else f'@{self.seconds:g}s'}"


def all_stages(*, peer_python: str, newton_assets: Path, contract: Contract, folder: Path) -> list[StageFile]:
    """Every stage, the sweep's written into `folder`."""
    sweep = [StageFile("sweep", name, file) for name, file in sweep_stages(contract, folder)]
    return [
        *asset_stages(peer_python=peer_python, newton_assets=newton_assets),
        *sweep,
        *(replace(stage, seconds=seconds) for stage in sweep if stage.name in _SAMPLED for seconds in _SECONDS),
    ]


def asset_stages(*, peer_python: str, newton_assets: Path) -> list[StageFile]:
    """The stages that someone made by hand: the producer's samples, the newton wheel's, the cases."""
    folders = {"samples": _samples(peer_python), "newton": newton_assets, "cases": _CASES}
    return [stage for group, folder in folders.items() for stage in stages_below(group, folder)]


def _samples(peer_python: str) -> Path:
    """Where the producer's environment keeps the ovphysx package."""
    code = "import importlib.util; print(importlib.util.find_spec('ovphysx').submodule_search_locations[0])"
    return Path(subprocess.run([peer_python, "-c", code], capture_output=True, text=True, check=True).stdout.strip())


def stages_below(group: str, root: Path) -> Iterator[StageFile]:
    """Every USD file in a folder and its folders."""
    for file in sorted(root.rglob("*")):
        if file.suffix in _SUFFIXES and file.name not in _SCHEMA_FILES:
            yield StageFile(group, file.relative_to(root).as_posix(), file)
