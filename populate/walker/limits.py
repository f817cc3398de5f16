"""The limit table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from populate.walker.conversions import lower_bound, to_axis_unit, upper_bound
from populate.walker.opinions import BOOL, FLOAT, Attribute
from populate.walker.parsed import ParsedJoint, ParsedStage
from populate.walker.values import DEGREES_OF_FREEDOM
from schemas.descriptors import JointType, LimitAxis

__all__ = ["limit_rows"]

_TUNING: Final = {
    "restitution": "restitution",
    "bounce_threshold": "bounceThreshold",
    "stiffness": "stiffness",
    "damping": "damping",
}
"""Property of PhysxLimitAPI by field."""

_SPRING_API: Final = "PhysxPhysicsDistanceJointAPI"
_SPRING_ENABLED: Final = Attribute("physxPhysicsDistanceJoint:springEnabled", BOOL, fallback=False, unset=False)
_SPRING: Final = {
    field: Attribute(f"physxPhysicsDistanceJoint:spring{field.capitalize()}", FLOAT, fallback=0.0, unset=0.0)
    for field in ("stiffness", "damping")
}


class _Limit(NamedTuple):
    """One limit in descriptor units."""

    axis: LimitAxis
    enabled: bool
    lower: float
    upper: float
    locked: bool = False


def limit_rows(stage: ParsedStage) -> Iterator[dict[str, Any]]:
    """A row for every limit OpenUSD reports, enabled or not; tuning is PhysX's, as authored."""
    for joint in stage.joints:
        for limit in _READERS[joint.type](joint.parsed) if joint.type in _READERS else ():
            yield {"joint": joint.path, **limit._asdict(), **_tuning(joint, limit.axis)}


def _single(axis: LimitAxis) -> Callable[[Any], Iterator[_Limit]]:
    """The limit of a hinge or slider."""

    def read(parsed: Any) -> Iterator[_Limit]:
        yield _bounded(axis, parsed.limit)

    return read


def _instances(parsed: Any) -> Iterator[_Limit]:
    """Limits of a D6; a lower bound above the upper one locks the axis, which OpenUSD leaves to its caller."""
    for pair in parsed.jointLimits:
        limit = _bounded(DEGREES_OF_FREEDOM[pair.first], pair.second)
        yield limit._replace(locked=pair.second.lower > pair.second.upper)


def _bounded(axis: LimitAxis, limit: Any) -> _Limit:
    return _Limit(axis, limit.enabled, lower_bound(limit.lower, axis), upper_bound(limit.upper, axis))


def _distance(parsed: Any) -> Iterator[_Limit]:
    """Range of a distance joint. OpenUSD flags each bound by itself and leaves the limit's own flag alone."""
    enabled = parsed.minEnabled or parsed.maxEnabled
    yield _Limit(LimitAxis.DISTANCE, enabled, parsed.limit.lower, parsed.limit.upper)


def _cones(parsed: Any) -> Iterator[_Limit]:
    """Half angles of a ball joint, which OpenUSD keeps as the two bounds of one limit."""
    angles = {LimitAxis.CONE0: parsed.limit.lower, LimitAxis.CONE1: parsed.limit.upper}
    for axis, angle in angles.items():
        real = math.isfinite(angle) and angle >= 0
        yield _Limit(axis, parsed.limit.enabled, 0.0, to_axis_unit(angle, axis) if real else angle)


_READERS: Final[Mapping[JointType, Callable[[Any], Iterator[_Limit]]]] = {
    JointType.REVOLUTE: _single(LimitAxis.ANGULAR),
    JointType.PRISMATIC: _single(LimitAxis.LINEAR),
    JointType.SPHERICAL: _cones,
    JointType.DISTANCE: _distance,
    JointType.D6: _instances,
}


def _tuning(joint: ParsedJoint, axis: LimitAxis) -> dict[str, float]:
    """PhysxLimitAPI of the axis (both cones share one), overridden by an enabled spring of a distance joint."""
    instance = "cone" if axis in (LimitAxis.CONE0, LimitAxis.CONE1) else str(axis)
    found = {
        field: joint.opinions.read(
            Attribute(f"physxLimit:{instance}:{name}", FLOAT, fallback=0.0, unset=0.0), api=f"PhysxLimitAPI:{instance}"
        )
        for field, name in _TUNING.items()
    }
    if joint.type is JointType.DISTANCE and joint.opinions.read(_SPRING_ENABLED, api=_SPRING_API):
        found |= {field: joint.opinions.read(attribute, api=_SPRING_API) for field, attribute in _SPRING.items()}
    return found
