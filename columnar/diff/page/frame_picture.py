"""A joint's two frames, seen from a corner: X red, Y green, Z blue; side 0 broad and pale, side 1 dashed."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.diff.page.world_frames import WorldFrame
from columnar.reports import Markup, element

__all__ = ["SIZE", "frame_picture"]

Doubles = npt.NDArray[np.float64]

SIZE: Final = 200
"""Width and height of the picture."""

_MARGIN: Final = 24
_VIEW: Final = np.array([[0.866, 0.5], [-0.866, 0.5], [0.0, -1.0]])
"""Where the world's X, Y and Z point on the picture, whose second axis points down."""

_COLOURS: Final = ("#c0392b", "#1e8449", "#1f4fa3")


def frame_picture(frames: tuple[WorldFrame, WorldFrame], title: str) -> Markup:
    """The picture as an SVG element; frames that are not finite are said to be so."""
    points = np.array([point for frame in frames for point in (frame.origin, frame.actor)])
    if not np.isfinite(points).all() or not all(np.isfinite(frame.axes).all() for frame in frames):
        return _svg(title, element("text", "a frame is not finite", x=SIZE / 2, y=SIZE / 2, text_anchor="middle"))
    spread = float(np.ptp(points, axis=0).max())
    length = 0.35 * spread if spread > 0 else 1.0
    ends = np.concatenate([frame.origin + length * frame.axes for frame in frames])
    place = _Placement(np.concatenate([points, ends]))
    drawn = [part for side, frame in enumerate(frames) for part in _frame(frame, side, length, place)]
    return _svg(title, *drawn)


class _Placement:
    """Puts points of the world on the picture so that all of these fit."""

    def __init__(self, points: Doubles) -> None:
        flat = points @ _VIEW
        low, high = flat.min(axis=0), flat.max(axis=0)
        self._middle = (low + high) / 2
        extent = float((high - low).max())
        self._factor = (SIZE - 2 * _MARGIN) / extent if extent > 0 else 1.0

    def __call__(self, point: Doubles) -> tuple[float, float]:
        x, y = (point @ _VIEW - self._middle) * self._factor + SIZE / 2
        return float(x), float(y)


def _frame(frame: WorldFrame, side: int, length: float, place: _Placement) -> list[Markup]:
    style = {"stroke_dasharray": "4 3"} if side else {"stroke_opacity": "0.4"}
    width = 2 if side else 5
    origin = place(frame.origin)
    parts = [_line(place(frame.actor), origin, "#777", width // 2, **style)]
    parts += [
        _line(origin, place(frame.origin + length * axis), colour, width, **style)
        for axis, colour in zip(frame.axes, _COLOURS, strict=True)
    ]
    x, y = place(frame.actor)
    label = "world" if frame.name is None else f"body {side}"
    parts.append(element("circle", cx=x, cy=y, r=3, fill="#555" if side == 0 else "#fff", stroke="#555"))
    parts.append(element("text", label, x=x + 5, y=y + (12 if side else -5), class_="small"))
    return parts


def _line(start: tuple[float, float], end: tuple[float, float], colour: str, width: int, **more: str) -> Markup:
    return element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], stroke=colour, stroke_width=width, **more)


def _svg(title: str, *children: Markup) -> Markup:
    return element(
        "svg",
        element("title", title),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIZE} {SIZE}",
        width=SIZE,
        height=SIZE,
        role="img",
    )
