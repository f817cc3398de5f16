"""Which columns a runtime was seen to look at: those that change its model of some stage."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.parity_support.probes import Probe, base_stages, probes_of
from tests.parity_support.running import Models

__all__ = ["Observed", "observe"]

Observed = dict[tuple[str, str], bool]
"""Whether changing a column changed the model, by component and column; those that no stage holds are left out."""


def observe(make_models: Callable[[Sequence[Path]], Models], *, folder: Path, only: str = "") -> Observed:
    """Change every column in every stage that holds it, and look at what a runtime makes of it.

    Values that differ between two models of one unchanged stage are no part of the comparison.

    Args:
        make_models: what the runtime makes of stages.
        folder: empty; the stages are written here.
        only: stages whose name holds this text.

    Raises:
        RuntimeError: the runtime cannot open a stage as it is.
    """
    stages = {name: file for name, file in base_stages().items() if only in name}
    probes = [probe for file in stages.values() for probe in probes_of(file, folder)]
    twice = {
        name: [_copy(file, folder / f"{name}.{number}.usda") for number in (1, 2)] for name, file in stages.items()
    }
    models = make_models([*(file for files in twice.values() for file in files), *(probe.file for probe in probes)])
    found: Observed = {}
    for probe in probes:
        key = probe.component, probe.column
        found[key] = _differs(probe, twice[probe.stage], models) or found.get(key, False)
    return found


def _copy(file: Path, copy: Path) -> Path:
    shutil.copyfile(file, copy)
    return copy


def _differs(probe: Probe, unchanged: Sequence[Path], models: Models) -> bool:
    """Whether the model has another value anywhere; a runtime that refuses the change has looked at it."""
    first, second = (models[str(file)] for file in unchanged)
    changed = models[str(probe.file)]
    if isinstance(first, str) or isinstance(second, str):
        raise RuntimeError(f"{probe.stage}.usda, as it is: {first if isinstance(first, str) else second}")
    if isinstance(changed, str):
        return True
    steady = [name for name in first.keys() | changed.keys() if first.get(name) == second.get(name)]
    return any(first.get(name) != changed.get(name) for name in steady)
