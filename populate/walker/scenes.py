"""The scene table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from columnar.descriptors import Units
from populate.walker.conversions import unit_scaled
from populate.walker.opinions import BOOL, FLOAT, INT, UINT, Attribute, PrimOpinions
from populate.walker.parsed import ParsedStage
from populate.walker.values import vector

__all__ = ["scene_rows"]

_API: Final = "PhysxSceneAPI"
_STEPS: Final = 60
"""Steps per second where nothing says otherwise."""
_MOST_STEPS: Final = 2**31 - 1
_OWN_STEPS: Final = Attribute("physxScene:timeStepsPerSecond", UINT, fallback=_STEPS, unset=0)
_NEWTON_STEPS: Final = Attribute("newton:timeStepsPerSecond", INT, fallback=1000, unset=0)
_BOUNCE: Final = Attribute("physxScene:bounceThreshold", FLOAT, fallback=0.0, unset=1e-6)
_INVERT: Final = Attribute("physxScene:invertCollisionGroupFilter", BOOL, fallback=False, unset=False)
_LENGTHS: Final = {
    "friction_offset_threshold": ("frictionOffsetThreshold", 0.04),
    "friction_correlation_distance": ("frictionCorrelationDistance", 0.025),
}
"""Property by field, with its default in metres."""


def scene_rows(stage: ParsedStage) -> Iterator[dict[str, Any]]:
    """A row for every scene prim; OpenUSD makes none up. Gravity is OpenUSD's, the settings are PhysX's."""
    for scene in stage.scenes:
        direction, magnitude = vector(scene.parsed.gravityDirection), scene.parsed.gravityMagnitude
        yield {
            "path": scene.path,
            "gravity": tuple(magnitude * lane for lane in direction),
            "gravity_direction": direction,
            "gravity_magnitude": magnitude,
            "time_steps_per_second": _steps(scene.opinions),
            "bounce_threshold": scene.opinions.read(_BOUNCE, api=_API),
            **_lengths(scene.opinions, stage.units),
            "invert_collision_group_filter": scene.opinions.read(_INVERT, api=_API),
        }


def _steps(opinions: PrimOpinions) -> int:
    """PhysX's step rate if it is in range, else Newton's, else 60; each counts only where its API is applied."""
    for attribute, api in ((_OWN_STEPS, _API), (_NEWTON_STEPS, "NewtonSceneAPI")):
        steps: int = opinions.read(attribute, api=api)
        if 0 < steps <= _MOST_STEPS:
            return steps
    return _STEPS


def _lengths(opinions: PrimOpinions, units: Units) -> dict[str, float]:
    found = {}
    for field, (name, meters) in _LENGTHS.items():
        default = unit_scaled(meters, units.meters_per_unit, 1)
        found[field] = opinions.read(Attribute(f"physxScene:{name}", FLOAT, default, default), api=_API)
    return found
