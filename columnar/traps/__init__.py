"""Traps: where in a scene's columns a recorded finding lies in wait. One file per family."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from columnar.inspection import Hit, Inspection
from columnar.traps import (
    absent,
    articulations,
    axes,
    couplings,
    frames,
    groups,
    limits,
    masses,
    scenes,
    schemas,
    targets,
)
from schemas.findings import Finding

__all__ = ["TRAPS"]

_FAMILIES = (absent, articulations, axes, couplings, frames, groups, limits, masses, scenes, schemas, targets)

TRAPS: Mapping[str, Callable[[Inspection, Finding], Iterator[Hit]]] = MappingProxyType(
    {name: getattr(family, name) for family in _FAMILIES for name in family.__all__}
)
"""Traps by the name that findings give them."""
