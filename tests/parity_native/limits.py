"""What the engine makes of limits: it clamps some, refuses others, and shares one between two axes.

Every value that is not the descriptor's own bears the finding that says so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

__all__ = ["Limit", "native_limits"]

Row = Mapping[str, Any]

_RADIANS = math.pi / 180.0
_SENTINEL = 0.5e38
_HALF_TURN = 3.1415927410125732
"""Pi in single precision."""
_FREE_SLIDE = 1.1342744887950962e38
"""What PhysX's linear limits are before they are set, a third of FLT_MAX."""

_HALF_OPEN_LINK, _HALF_OPEN_SLIDER, _CROSSED = "RUN-001", "RUN-002", "RUN-003"
_WIDE_HINGE, _PYRAMID, _CONE, _WIDE_BALL = "RUN-004", "RUN-007", "RUN-008", "RUN-020"
_SLIDING_LINK, _CONVERTED, _FULL_TURN = "RUN-022", "RUN-023", "RUN-024"

LOCKED, LIMITED, FREE = 0, 1, 2
"""Values of PxD6Motion and PxArticulationMotion."""


class Limit(NamedTuple):
    """A native value, and the finding that makes it another one than the descriptor's; empty where it is that."""

    value: float | int
    finding: str = ""


Limits = Iterator[tuple[str, Limit]]


def native_limits(joint: Row, limits: Mapping[str, Row], *, articulation: bool, sign: float) -> Mapping[str, Limit]:
    """Native fields ("field slot") that the joint's limits determine, with their values.

    Args:
        joint: the joint.
        limits: its limits by axis.
        articulation: whether it carries a link of an articulation.
        sign: -1 where its first body is the child.
    """
    table = _ARTICULATED if articulation else _STANDALONE
    return dict(table[joint["type"]](limits, sign)) if joint["type"] in table else {}


def _open(limit: Row) -> bool:
    return not (math.isfinite(limit["lower"]) and math.isfinite(limit["upper"]))


def _motion(limit: Row | None) -> int:
    return FREE if limit is None or not limit["enabled"] else LOCKED if limit["locked"] else LIMITED


def _linked(limit: Row, slot: int, sign: float, *, scale: float = 1.0) -> Limits:
    """One freedom of a link: PhysX refuses a half-open or crossed pair and the joint stays at [0, 0]."""
    if not limit["enabled"]:
        yield f"motion {slot}", Limit(FREE)
        return
    finding = _HALF_OPEN_LINK if _open(limit) else _CROSSED if limit["lower"] > limit["upper"] else ""
    ends = [Limit(0.0, finding)] * 2 if finding else [_scaled(limit[end], scale) for end in ("lower", "upper")]
    if sign < 0:
        ends = [Limit(-value, finding) for value, finding in reversed(ends)]
    yield f"motion {slot}", Limit(LIMITED)
    yield f"limitLow {slot}", ends[0]
    yield f"limitHigh {slot}", ends[1]


def _scaled(bound: float, scale: float) -> Limit:
    """A bound that means none is turned into radians like any other; descriptors leave it as it is."""
    return Limit(bound * scale, _CONVERTED) if scale != 1.0 and abs(bound) >= _SENTINEL else Limit(bound)


def _linked_hinge(limits: Mapping[str, Row], sign: float) -> Limits:
    return _linked(limits["angular"], 0, sign, scale=_RADIANS)


def _linked_slider(limits: Mapping[str, Row], sign: float) -> Limits:
    return _linked(limits["linear"], 3, sign)


def _linked_ball(limits: Mapping[str, Row], sign: float) -> Limits:
    """Each half angle both ways."""
    yield "motion 0", Limit(FREE)
    for slot, axis in ((1, "cone0"), (2, "cone1")):
        half = limits[axis]["upper"]
        yield f"motion {slot}", Limit(LIMITED if limits[axis]["enabled"] else FREE)
        if limits[axis]["enabled"]:
            finding = _WIDE_BALL if half > _HALF_TURN else ""
            yield f"limitLow {slot}", Limit(0.0 if finding else -half, finding)
            yield f"limitHigh {slot}", Limit(0.0 if finding else half, finding)


def _linked_d6(limits: Mapping[str, Row], sign: float) -> Limits:
    """Three turns; it cannot slide."""
    for slot, axis in enumerate(("rotX", "rotY", "rotZ")):
        limit = limits.get(axis)
        yield f"motion {slot}", Limit(_motion(limit))
        if limit is None or _motion(limit) != LIMITED:
            continue
        ends = sorted(sign * limit[end] for end in ("lower", "upper"))
        finding = _HALF_OPEN_LINK if _open(limit) else _WIDE_BALL if max(map(abs, ends)) > _HALF_TURN else ""
        yield f"limitLow {slot}", Limit(0.0 if finding else ends[0], finding)
        yield f"limitHigh {slot}", Limit(0.0 if finding else ends[1], finding)
    for slot, axis in enumerate(("transX", "transY", "transZ"), 3):
        yield f"motion {slot}", Limit(LOCKED, "" if _motion(limits.get(axis)) == LOCKED else _SLIDING_LINK)


def _hinge(limits: Mapping[str, Row], sign: float) -> Limits:
    """Crossed bounds become a quarter turn each way."""
    limit = limits["angular"]
    yield "motions 3", Limit(LIMITED if limit["enabled"] else FREE)
    if not limit["enabled"]:
        return
    if limit["lower"] > limit["upper"]:
        yield "twistLimitLower", Limit(-math.pi / 2, _CROSSED)
        yield "twistLimitUpper", Limit(math.pi / 2, _CROSSED)
    else:
        yield from _twist(limit, _HALF_TURN, _WIDE_HINGE)


def _twist(limit: Row, most: float, finding: str) -> Limits:
    """Open sides and what lies beyond end at `most`."""
    for name, end, sign in (("twistLimitLower", "lower", -1.0), ("twistLimitUpper", "upper", 1.0)):
        bound = limit[end]
        cut = not math.isfinite(bound) or sign * bound > most
        yield name, Limit(sign * most, finding) if cut else Limit(bound)


def _slide(limit: Row, slot: int) -> Limits:
    """A half-open or crossed pair is refused, and the joint slides on."""
    finding = _HALF_OPEN_SLIDER if _open(limit) else _CROSSED if limit["lower"] > limit["upper"] else ""
    yield f"linearLimitLower {slot}", Limit(-_FREE_SLIDE, finding) if finding else Limit(limit["lower"])
    yield f"linearLimitUpper {slot}", Limit(_FREE_SLIDE, finding) if finding else Limit(limit["upper"])


def _slider(limits: Mapping[str, Row], sign: float) -> Limits:
    limit = limits["linear"]
    yield "motions 0", Limit(LIMITED if limit["enabled"] else FREE)
    if limit["enabled"]:
        yield from _slide(limit, 0)


def _ball(limits: Mapping[str, Row], sign: float) -> Limits:
    """A cone of 0, or of half a turn and more, is refused and becomes a quarter turn."""
    motion = Limit(LIMITED if limits["cone0"]["enabled"] else FREE)
    yield from (("motions 3", Limit(FREE)), ("motions 4", motion), ("motions 5", motion))
    if not limits["cone0"]["enabled"]:
        return
    halves = [limits["cone0"]["upper"], limits["cone1"]["upper"]]
    finding = "" if all(0.0 < half < math.pi for half in halves) else _CONE
    for name, half in zip(("swingLimitYAngle", "swingLimitZAngle"), halves, strict=True):
        yield name, Limit(math.pi / 2, finding) if finding else Limit(half)


def _d6(limits: Mapping[str, Row], sign: float) -> Limits:
    round_distance = "distance" in limits and limits["distance"]["enabled"]
    for slot, axis in enumerate(("transX", "transY", "transZ")):
        motion = _motion(limits.get(axis))
        yield f"motions {slot}", Limit(LIMITED if motion == FREE and round_distance else motion)
        if motion == LIMITED:
            yield from _slide(limits[axis], slot)
    for slot, axis in enumerate(("rotX", "rotY", "rotZ"), 3):
        yield f"motions {slot}", Limit(_motion(limits.get(axis)))
    if _motion(limits.get("rotX")) == LIMITED:
        yield from _twist(limits["rotX"], 2.0 * math.pi, _FULL_TURN)
    yield from _swings(limits)


def _swings(limits: Mapping[str, Row]) -> Limits:
    """One pyramid for both swings: refused where a limited one has no bound within half a turn."""
    motions = {axis: _motion(limits.get(f"rot{axis}")) for axis in "YZ"}
    if LIMITED not in motions.values() or FREE in motions.values():
        return
    ends = {
        axis: [limits[f"rot{axis}"][end] if motion == LIMITED else 0.0 for end in ("lower", "upper")]
        for axis, motion in motions.items()
    }
    refused = any(not abs(bound) < math.pi for pair in ends.values() for bound in pair)
    for axis, pair in ends.items():
        for end, bound, quarter in zip(("Min", "Max"), pair, (-math.pi / 2, math.pi / 2), strict=True):
            yield f"pyramidSwingLimit{axis}Angle{end}", Limit(quarter, _PYRAMID) if refused else Limit(bound)


def _fixed(limits: Mapping[str, Row], sign: float) -> Limits:
    yield from ((f"motions {slot}", Limit(LOCKED)) for slot in range(6))


_ARTICULATED = {
    "revolute": _linked_hinge,
    "prismatic": _linked_slider,
    "spherical": _linked_ball,
    "d6": _linked_d6,
}
_STANDALONE = {"revolute": _hinge, "prismatic": _slider, "spherical": _ball, "d6": _d6, "fixed": _fixed}
