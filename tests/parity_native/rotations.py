"""What the engine does to joint frames: it brings the joint's axis to X."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["fixed_up", "same_rotation"]

Quaternion = Sequence[float]

_HALF = math.sqrt(0.5)
_FIX_UPS = {"X": (0.0, 0.0, 0.0, 1.0), "Y": (0.0, 0.0, _HALF, _HALF), "Z": (0.0, -_HALF, 0.0, _HALF)}
"""By axis; x, y, z, w."""

_TWIST = (_HALF, 0.0, 0.0, _HALF)
"""The further turn of a ball joint about Y or Z, which keeps the order of its two half angles."""


def fixed_up(rotation: Quaternion, axis: str | None, *, ball: bool = False) -> Quaternion:
    """A frame's rotation as the engine has it, for a joint with this axis."""
    if axis is None:
        return rotation
    turned = _product(rotation, _FIX_UPS[axis])
    return _product(turned, _TWIST) if ball and axis != "X" else turned


def same_rotation(left: Quaternion, right: Quaternion, tolerance: float) -> bool:
    """Whether two unit quaternions are the same rotation, up to sign."""
    return any(all(abs(a - sign * b) <= tolerance for a, b in zip(left, right, strict=True)) for sign in (1.0, -1.0))


def _product(left: Quaternion, right: Quaternion) -> Quaternion:
    ax, ay, az, aw = left
    bx, by, bz, bw = right
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )
