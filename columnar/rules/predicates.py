"""Predicates by the names that rule files use; one module per family."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from columnar.inspection import Hit
from columnar.rules import (
    actuators,
    articulations,
    bodies,
    cells,
    colliders,
    drives,
    frames,
    joint_ranges,
    masses,
    mimics,
    mujoco,
    owned,
    physx_mimics,
    reports,
    scenes,
    targets,
    trees,
)
from columnar.rules.rule_scene import RuleScene
from schemas.rules import RuleCheck

__all__ = ["PREDICATES"]

_FAMILIES: Final = (
    actuators,
    articulations,
    bodies,
    cells,
    colliders,
    drives,
    frames,
    joint_ranges,
    masses,
    physx_mimics,
    mimics,
    mujoco,
    owned,
    reports,
    scenes,
    targets,
    trees,
)

PREDICATES: Final[Mapping[str, Callable[[RuleScene, RuleCheck], Iterator[Hit]]]] = MappingProxyType(
    {name: getattr(family, name) for family in _FAMILIES for name in family.__all__}
)
"""What looks for the places that break a check."""
