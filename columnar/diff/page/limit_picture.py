"""A joint's limits: a dial for a hinge, a bar for every other freedom."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from columnar.reports import Markup, element, value_text
from schemas.descriptors import ANGULAR_AXES, LimitAxis

__all__ = ["limit_picture"]

_WIDTH: Final = 260
_BAR: Final = 26
"""Height of a bar with its text."""
_DIAL: Final = 110
_RADIUS: Final = 40.0
_BEYOND: Final = 0.5e38
_FULL: Final = 2 * math.pi

Limit = Mapping[str, Any]


def limit_picture(limits: Sequence[Limit], title: str) -> Markup:
    """The picture as an SVG element.

    Args:
        limits: rows of the limit table, of one joint.
        title: what it shows.
    """
    parts: list[Markup] = []
    height = 0
    for limit in limits:
        draw, needed = (_dial, _DIAL) if limit["axis"] == LimitAxis.ANGULAR else (_bar, _BAR)
        parts.append(element("g", *draw(limit), transform=f"translate(0 {height})"))
        height += needed
    if not limits:
        parts, height = [element("text", "no limits", x=4, y=16, class_="small")], _BAR
    return element(
        "svg",
        element("title", title),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {height}",
        width=_WIDTH,
        height=height,
        role="img",
    )


def _dial(limit: Limit) -> list[Markup]:
    """A circle with 0 at the top, positive angles counter-clockwise as one looks against the axis."""
    x, y = _WIDTH / 2, _DIAL / 2 + 6
    parts = [element("circle", cx=x, cy=y, r=_RADIUS, class_="track"), _text(limit)]
    parts.append(element("line", x1=x, y1=y, x2=x, y2=y - _RADIUS, stroke="#999"))
    lower, upper = _bounds(limit, _FULL, open_reach=math.pi)
    if limit["enabled"] and lower <= upper:
        parts.append(element("path", d=_wedge(x, y, lower, upper), class_="range"))
    return parts


def _wedge(x: float, y: float, lower: float, upper: float) -> str:
    """A sector; a full turn or more is two half circles."""
    if upper - lower >= _FULL - 1e-9:
        return (
            f"M {x:.2f} {y - _RADIUS:.2f} A {_RADIUS} {_RADIUS} 0 1 0 {x:.2f} {y + _RADIUS:.2f} "
            f"A {_RADIUS} {_RADIUS} 0 1 0 {x:.2f} {y - _RADIUS:.2f} Z"
        )
    (x0, y0), (x1, y1) = ((x - _RADIUS * math.sin(angle), y - _RADIUS * math.cos(angle)) for angle in (lower, upper))
    large = int(upper - lower > math.pi)
    return f"M {x:.2f} {y:.2f} L {x0:.2f} {y0:.2f} A {_RADIUS} {_RADIUS} 0 {large} 0 {x1:.2f} {y1:.2f} Z"


def _bar(limit: Limit) -> list[Markup]:
    """A track from minus to plus the larger bound, with the range filled."""
    left, width = 4.0, _WIDTH - 8.0
    finite = [abs(value) for value in (limit["lower"], limit["upper"]) if math.isfinite(value) and abs(value) < _BEYOND]
    reach = 1.25 * max([*finite, 1e-9])
    parts = [element("rect", x=left, y=16.0, width=width, height=6.0, class_="track"), _text(limit)]
    lower, upper = _bounds(limit, reach)
    if limit["enabled"] and not limit["locked"] and lower <= upper:
        start, end = (left + width * (value + reach) / (2 * reach) for value in (lower, upper))
        parts.append(element("rect", x=start, y=16.0, width=max(end - start, 2.0), height=6.0, class_="range"))
    return parts


def _bounds(limit: Limit, reach: float, *, open_reach: float | None = None) -> tuple[float, float]:
    """Bounds cut off at `reach`; open ones, and NaN, lie at `open_reach`, by default the same."""
    edge = reach if open_reach is None else open_reach
    lower, upper = limit["lower"], limit["upper"]
    lower = max(lower, -reach) if lower > -_BEYOND else -edge
    upper = min(upper, reach) if upper < _BEYOND else edge
    if limit["axis"] == LimitAxis.DISTANCE:
        upper = reach if limit["upper"] < 0 else upper
        lower = max(lower, 0.0)
    return lower, upper


def _text(limit: Limit) -> Markup:
    """Axis, state and bounds in words; angles in degrees."""
    state = "locked" if limit["locked"] else "" if limit["enabled"] else "not limited"
    bounds = " to ".join(_shown(limit[name], limit["axis"]) for name in ("lower", "upper"))
    words = " ".join(word for word in (limit["axis"], state, bounds) if word)
    return element("text", words, x=4, y=11, class_="small")


def _shown(value: float, axis: str) -> str:
    if axis in ANGULAR_AXES and math.isfinite(value) and abs(value) < _BEYOND:
        return f"{math.degrees(value):.6g}°"
    return value_text(value, single=True)
