"""The stages that rules are compared on: the assets of the other parity runs, snippets of the wheels, our examples."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from schemas.rules import load_rules
from tests.parity.stages import StageFile, asset_stages

__all__ = ["compared_stages"]

_PACKAGES = ("simready.foundation.tier_core", "usd_validation_nvidia")
_LOCATE = "import importlib.util as u, sys; print(u.find_spec(sys.argv[1]).submodule_search_locations[0])"
_HEADER = "#usda 1.0\n"


def compared_stages(*, checkers_python: str, peer_python: str, newton_assets: Path, folder: Path) -> list[StageFile]:
    """Every stage; snippets and examples are written into `folder`."""
    return [
        *asset_stages(peer_python=peer_python, newton_assets=newton_assets),
        *(snippet for package in _PACKAGES for snippet in _snippets(checkers_python, package, folder)),
        *_examples(folder),
    ]


def _snippets(python: str, package: str, folder: Path) -> Iterator[StageFile]:
    """The examples that a wheel brings: texts, many with a comment before the header, or without one."""
    answer = subprocess.run([python, "-c", _LOCATE, package], capture_output=True, text=True, check=True)
    root = Path(answer.stdout.strip())
    for source in sorted(root.rglob("examples/**/*.usd")):
        name = f"{package}.{source.stem}"
        text = source.read_text(encoding="utf-8")
        body = text[text.index(_HEADER) + len(_HEADER) :] if _HEADER in text else text
        file = folder / f"{name}.usda"
        file.write_text(_HEADER + body, encoding="utf-8")
        yield StageFile("snippets", name, file)


def _examples(folder: Path) -> Iterator[StageFile]:
    for rule in load_rules().values():
        for name, text in (("passing", rule.passing_stage), ("failing", rule.failing_stage)):
            file = folder / f"{rule.id}.{name}.usda"
            file.write_text(text, encoding="utf-8")
            yield StageFile("examples", f"{rule.id}.{name}", file)
