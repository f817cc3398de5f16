"""The closed table of differences, and the predicates that say where an entry holds."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from columnar.scene import Scene, cells

__all__ = ["Difference", "StageVerdicts", "excused", "load_differences"]

_NATIVE_COLLIDER_ERRORS = (
    "ColliderPlaneDynamic",
    "ColliderSpherePointsDataMissing",
    "DensityInvalidValues",
    "InertiaInvalidValues",
    "MassInvalidValues",
)
_APIS = {"RB.COL.002": "PhysicsMeshCollisionAPI", "usd.RB.007": "PhysicsMassAPI"}
"""The API that a rule looks at, where it alone gets a prim no columns."""


@dataclass(frozen=True)
class Difference:
    """An entry of the table.

    Attributes:
        rules: ids of the rules it holds for.
        side: whose finding it excuses, "ours" or "checker".
        when: predicate that has to hold.
        reason: why the two part.
    """

    rules: tuple[str, ...]
    side: str
    when: str
    reason: str


class StageVerdicts(NamedTuple):
    """What both sides say of a stage.

    Attributes:
        scene: its columns.
        ours: prims that fail each rule.
        theirs: prims that fail each checker.
    """

    scene: Scene
    ours: Mapping[str, set[str]]
    theirs: Mapping[str, set[str]]


@cache
def load_differences() -> tuple[Difference, ...]:
    """Every entry, in the order of the table."""
    text = Path(__file__).with_name("differences.toml").read_text(encoding="utf-8")
    entries = tomllib.loads(text)["differences"]
    return tuple(Difference(tuple(entry["rules"]), entry["side"], entry["when"], entry["reason"]) for entry in entries)


def excused(rule: str, side: str, path: str, stage: StageVerdicts) -> Difference | None:
    """The entry that says why a finding of one side is lacking on the other."""
    for entry in load_differences():
        if rule in entry.rules and side == entry.side and _PREDICATES[entry.when](rule, path, stage):
            return entry
    return None


def _listed(stage: StageVerdicts, component: str) -> set[str]:
    if component not in stage.scene.tables or not len(stage.scene.rows(component)):
        return set()
    flags = stage.scene.column(component, "listed")
    return {stage.scene.paths[int(prim)] for prim in flags.prim[np.asarray(flags.values, np.bool_)]}


def _states(stage: StageVerdicts, path: str) -> bool:
    """Whether a joint has a state other than 0."""
    values = cells(stage.scene).get(path, {})
    return any(name.startswith("state:") and name.endswith(":position") and value for name, value in values.items())


def _stiffness_of_nan(stage: StageVerdicts, path: str) -> bool:
    values = cells(stage.scene).get(path, {})
    return any(name.endswith(":physics:stiffness") and str(value) == "nan" for name, value in values.items())


def _kind(stage: StageVerdicts, path: str) -> str | None:
    """What a path stands for, None where the scene does not know it."""
    found = stage.scene.paths.find(path)
    kinds = stage.scene.column("path", "kind")
    return None if found is None or kinds.tokens is None else kinds.tokens[int(kinds.values[found])]


def _point_instance(stage: StageVerdicts, path: str) -> bool:
    """Whether a prim stands below a point instancer."""
    return any(path.startswith(f"{instancer}/") for instancer in _instancers(stage))


def _instancers(stage: StageVerdicts) -> list[str]:
    prims = stage.scene.rows("prim").to_pylist()
    return [stage.scene.paths[prim["prim"]] for prim in prims if prim["usd-prim-type"] == "PointInstancer"]


_PREDICATES: Mapping[str, Callable[[str, str, StageVerdicts], bool]] = {
    "anywhere": lambda _rule, _path, _stage: True,
    "no_physx_follower": lambda _, path, stage: path not in _listed(stage, "PhysxMimicJointAPI"),
    "stated_position": lambda _, path, stage: _states(stage, path),
    "stiffness_of_nan": lambda _, path, stage: _stiffness_of_nan(stage, path),
    "both_fail_the_stage": lambda rule, _, stage: bool(stage.ours.get(rule) and stage.theirs.get(rule)),
    "no_actuators": lambda _rule, _path, stage: not _listed(stage, "MjcActuator"),
    "no_default_prim": lambda _rule, path, stage: path == "/" and not _default_exists(stage),
    "default_prim_missing": lambda _rule, path, stage: path == "/" and not _default_exists(stage),
    "fallback_mass": lambda _rule, path, stage: _fallback_mass(stage, path),
    "other_native_error": lambda _, path, stage: any(
        path in stage.theirs.get(f"openusd.{name}", ()) for name in _NATIVE_COLLIDER_ERRORS
    ),
    "point_instance": lambda _, path, stage: _point_instance(stage, path),
    "point_instanced_stage": lambda _rule, _path, stage: bool(_instancers(stage)),
    "api_not_populated": lambda rule, path, stage: path not in _listed(stage, _APIS[rule]),
    "not_populated": lambda _, path, stage: _kind(stage, path) != "row",
}


def _default_exists(stage: StageVerdicts) -> bool:
    default = stage.scene.info["default_prim"]
    return bool(default) and _kind(stage, f"/{default}") == "row"


def _fallback_mass(stage: StageVerdicts, path: str) -> bool:
    """Whether the collider, or a prim above it, has PhysicsMassAPI."""
    holders = _listed(stage, "PhysicsMassAPI")
    return any(path == holder or path.startswith(f"{holder}/") for holder in holders)
