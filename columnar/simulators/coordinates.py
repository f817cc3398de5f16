"""What coordinates are called."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CoordinateName"]


@dataclass(frozen=True, order=True)
class CoordinateName:
    """One coordinate: a joint (or a body that floats) and one of its axes.

    Attributes:
        path: prim path of the joint, or of the floating body.
        axis: `angular`, `linear`, or one of `transX` to `rotZ`.
    """

    path: str
    axis: str
