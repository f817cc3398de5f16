"""Lines over time as one SVG: positions of joints above, energies below."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.commands.recording import Recording
from columnar.reports import Markup, element, value_text

__all__ = ["panels_plot", "recording_plot"]

Doubles = npt.NDArray[np.float64]

_WIDTH: Final = 760
_HEIGHT: Final = 240
_LEFT: Final = 64
_RIGHT: Final = 220
_TOP: Final = 28
_BOTTOM: Final = 26
_COLOURS: Final = ("#1b6ca8", "#c8553d", "#3a7d44", "#8e5ea2", "#b8860b", "#2a9d8f", "#6d6875", "#d1495b")
_MOST_LINES: Final = 24
_MOST_POINTS: Final = 600
"""Points of a line; more would not be seen."""


def recording_plot(recording: Recording, environment: int = 0) -> str:
    """The plot of one environment, as text."""
    positions = recording.positions[:, environment]
    kinetic, potential = recording.kinetic[:, environment], recording.potential[:, environment]
    shown = min(positions.shape[1], _MOST_LINES)
    left_out = positions.shape[1] - shown
    title = "positions (rad, length)" + (f"; {left_out} more" if left_out else "")
    joints = [(name.rsplit("/", 1)[-1], positions[:, line]) for line, name in enumerate(recording.coordinates[:shown])]
    energies = [("kinetic", kinetic), ("potential", potential), ("both", kinetic + potential)]
    return panels_plot(f"environment {environment}", recording.times, [(title, joints), ("energy", energies)])


def panels_plot(title: str, times: Doubles, panels: Sequence[tuple[str, Sequence[tuple[str, Doubles]]]]) -> str:
    """Panels of named lines over the same times, one below the other."""
    drawn = [_panel(head, times, lines, place * _HEIGHT) for place, (head, lines) in enumerate(panels)]
    found = element(
        "svg",
        element("title", title),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {len(panels) * _HEIGHT}",
        width=_WIDTH,
        height=len(panels) * _HEIGHT,
        font_family="sans-serif",
        font_size=11,
    )
    return f"{found}\n"


def _panel(title: str, times: Doubles, lines: Sequence[tuple[str, Doubles]], top: int) -> Markup:
    low, high = _range([values for _, values in lines])
    end = float(times[-1]) or 1.0
    width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    parts = [
        element("text", title, x=_LEFT, y=_TOP - 10, font_weight="bold"),
        element("rect", x=_LEFT, y=_TOP, width=width, height=height, fill="none", stroke="#bbb"),
        *_axis(low, high, end, width, height),
    ]
    every = max(1, math.ceil(len(times) / _MOST_POINTS))
    for place, (name, values) in enumerate(lines):
        colour = _COLOURS[place % len(_COLOURS)]
        x = _LEFT + width * times[::every] / end
        y = _TOP + height * (high - np.clip(values[::every], low, high)) / (high - low)
        steps = " L ".join(f"{one:.1f} {two:.1f}" for one, two in zip(x, y, strict=True) if math.isfinite(two))
        if steps:
            parts.append(element("path", d=f"M {steps}", fill="none", stroke=colour))
        parts.append(element("text", name, x=_LEFT + width + 10, y=_TOP + 8 + 8.5 * place, fill=colour, font_size=8))
    return element("g", *parts, transform=f"translate(0 {top})")


def _axis(low: float, high: float, end: float, width: int, height: int) -> list[Markup]:
    bottom = _TOP + height
    return [
        element("text", value_text(float(f"{high:.4g}")), x=_LEFT - 6, y=_TOP + 10, text_anchor="end"),
        element("text", value_text(float(f"{low:.4g}")), x=_LEFT - 6, y=bottom, text_anchor="end"),
        element("text", "0", x=_LEFT, y=bottom + 16),
        element("text", f"{end:.4g} s", x=_LEFT + width, y=bottom + 16, text_anchor="end"),
    ]


def _range(lines: Sequence[Doubles]) -> tuple[float, float]:
    """Lowest and highest finite value, a little apart."""
    values = np.concatenate([np.zeros(1) if not lines else np.empty(0), *lines])
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    pad = 0.05 * (high - low) or 0.5
    return low - pad, high + pad
