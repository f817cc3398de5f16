"""The stages that are compared: consumer samples, assets of the newton wheel, cases, the joint matrix, robots."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.parity_native.matrix import matrix_stages

__all__ = ["StageFile", "all_stages"]

_CASES = Path(__file__).parents[1] / "data" / "cases"
_SUFFIXES = (".usd", ".usda", ".usdc", ".usdz")
_SCHEMA_FILES = ("generatedSchema.usda", "schema.usda")


class StageFile(NamedTuple):
    """A stage to compare: the set it belongs to, its name within the set, its file."""

    group: str
    name: str
    file: Path

    def __str__(self) -> str:
        return f"{self.group}:{self.name}"


def all_stages(
    *, peer_python: str, newton_assets: Path | None, robots: Mapping[str, Path], folder: Path
) -> list[StageFile]:
    """Every stage; the matrix is written into `folder`, and the newton assets are left out without their folder."""
    return [
        *_found("samples", _samples(peer_python)),
        *(() if newton_assets is None else _found("newton", newton_assets)),
        *_found("cases", _CASES),
        *(StageFile("matrix", name, file) for name, file in matrix_stages(folder)),
        *(StageFile("robots", name, file) for name, file in robots.items()),
    ]


def _samples(peer_python: str) -> Path:
    """Where the consumer's environment keeps the ovphysx package."""
    code = "import importlib.util; print(importlib.util.find_spec('ovphysx').submodule_search_locations[0])"
    return Path(subprocess.run([peer_python, "-c", code], capture_output=True, text=True, check=True).stdout.strip())


def _found(group: str, root: Path) -> Iterator[StageFile]:
    for file in sorted(root.rglob("*")):
        if file.suffix in _SUFFIXES and file.name not in _SCHEMA_FILES:
            yield StageFile(group, file.relative_to(root).as_posix(), file)
