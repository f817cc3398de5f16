"""The matrix of every type of xformOp, built as OpenUSD builds it, but the same to the last bit on every machine.

Values and matrices are lanes: a value is (k, n), one row per number of the value, a matrix (4, 4, n). Row vectors
multiply from the left, so a translation stands in the last row. Angles are in degrees, quaternions in the order x, y,
z, w.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from columnar.scene.matrix_lanes import identity_lanes, invert_lanes, multiply_lanes
from columnar.scene.trigonometry import sin_cos

__all__ = ["OP_TYPES", "OpType"]

_SHORTEST: Final = 1e-10
"""Gf's least vector length: a quaternion whose imaginary part is no longer than this turns nothing."""

_RADIANS_PER_DEGREE: Final = math.pi / 180.0


class OpType(NamedTuple):
    """How one type of xformOp is evaluated."""

    lanes: int
    """Numbers per value: 1 scalar, 3 vector, 4 quaternion (x, y, z, w), 16 matrix in row order."""
    build: Callable[[NDArray[np.float64], bool], NDArray[np.float64]]
    """(lanes, n) values and whether the op is inverted -> (4, 4, n) matrices."""


def _translate(axes: tuple[int, ...]) -> OpType:
    """Move along `axes`; the inverse moves back."""

    def build(values: NDArray[np.float64], inverse: bool) -> NDArray[np.float64]:
        matrices = identity_lanes(values.shape[1])
        matrices[3, axes] = -values if inverse else values
        return matrices

    return OpType(len(axes), build)


def _scale(axes: tuple[int, ...], undo: Callable[[NDArray[np.float64]], NDArray[np.float64]]) -> OpType:
    """Scale along `axes`; `undo` gives the factors of the inverse."""

    def build(values: NDArray[np.float64], inverse: bool) -> NDArray[np.float64]:
        matrices = identity_lanes(values.shape[1])
        matrices[axes, axes] = undo(values) if inverse else values
        return matrices

    return OpType(len(axes), build)


def _rotate_axis(axis: int) -> OpType:
    """Turn about one axis by degrees."""

    def build(values: NDArray[np.float64], inverse: bool) -> NDArray[np.float64]:
        return _embed(_axis_rotation(axis, -values[0] if inverse else values[0]))

    return OpType(1, build)


def _rotate_axes(order: tuple[int, int, int]) -> OpType:
    """Turn about three axes by degrees, the first of `order` first; the inverse turns back in the opposite order."""

    def build(values: NDArray[np.float64], inverse: bool) -> NDArray[np.float64]:
        degrees = -values if inverse else values
        first, second, third = (_axis_rotation(axis, degrees[axis]) for axis in (order[::-1] if inverse else order))
        return _embed(multiply_lanes(multiply_lanes(first, second), third))

    return OpType(3, build)


def _axis_rotation(axis: int, degrees: NDArray[np.float64]) -> NDArray[np.float64]:
    """(3, 3, n) rotation about one axis, through the quaternion of half the angle as Gf does."""
    sine, cosine = sin_cos(degrees * _RADIANS_PER_DEGREE / 2.0)
    direction = np.zeros((3, 1))
    direction[axis] = 1.0
    return _quaternion_rotation(direction * sine, cosine)


def _orient(values: NDArray[np.float64], inverse: bool) -> NDArray[np.float64]:
    """Turn by a quaternion read as Gf reads it: its real part, clamped to [-1, 1], is the cosine of half the angle.

    The imaginary part gives nothing but the axis, so a quaternion off unit length is not normalised: its real part
    decides.
    """
    imaginary = values[:3]
    length = np.sqrt(imaginary[0] * imaginary[0] + imaginary[1] * imaginary[1] + imaginary[2] * imaginary[2])
    cosine = np.clip(values[3], -1.0, 1.0)
    sine = np.sqrt((1.0 - cosine) * (1.0 + cosine))
    turns = length > _SHORTEST
    axis = imaginary * (1.0 / np.where(turns, length, 1.0))
    turned = _quaternion_rotation(axis * (-sine if inverse else sine), cosine)
    return _embed(np.where(turns, turned, identity_lanes(1, size=3)))


def _quaternion_rotation(imaginary: NDArray[np.float64], real: NDArray[np.float64]) -> NDArray[np.float64]:
    """(3, 3, n) rotation of the quaternion once normalised: as Gf does, w / length but x, y, z times 1 / length."""
    length = np.sqrt(
        real * real + (imaginary[0] * imaginary[0] + imaginary[1] * imaginary[1] + imaginary[2] * imaginary[2])
    )
    vanishes = length < _SHORTEST
    w = np.where(vanishes, 1.0, real / length)
    x, y, z = np.where(vanishes, 0.0, imaginary * (1.0 / length))
    rotation = np.empty((3, 3, len(w)))
    rotation[0, 0] = 1.0 - 2.0 * (y * y + z * z)
    rotation[0, 1] = 2.0 * (x * y + z * w)
    rotation[0, 2] = 2.0 * (z * x - y * w)
    rotation[1, 0] = 2.0 * (x * y - z * w)
    rotation[1, 1] = 1.0 - 2.0 * (z * z + x * x)
    rotation[1, 2] = 2.0 * (y * z + x * w)
    rotation[2, 0] = 2.0 * (z * x + y * w)
    rotation[2, 1] = 2.0 * (y * z - x * w)
    rotation[2, 2] = 1.0 - 2.0 * (y * y + x * x)
    return rotation


def _embed(rotation: NDArray[np.float64]) -> NDArray[np.float64]:
    """(3, 3, n) rotation as (4, 4, n) transform."""
    matrices = identity_lanes(rotation.shape[2])
    matrices[:3, :3] = rotation
    return matrices


def _transform(values: NDArray[np.float64], inverse: bool) -> NDArray[np.float64]:
    """Take the matrix as it is; the inverse of a singular one is a uniform scale of FLT_MAX, as in Gf."""
    matrices = values.reshape(4, 4, -1)
    return invert_lanes(matrices) if inverse else matrices


_X, _Y, _Z = 0, 1, 2

OP_TYPES: Final[Mapping[str, OpType]] = {
    "translate": _translate((_X, _Y, _Z)),
    "translateX": _translate((_X,)),
    "translateY": _translate((_Y,)),
    "translateZ": _translate((_Z,)),
    "scale": _scale((_X, _Y, _Z), np.reciprocal),
    # OpenUSD inverts every scalar op by changing its sign, these three among them: `!invert!xformOp:scaleX` of 2 scales
    # by -2. The reference producer publishes the same, so this is kept rather than put right.
    "scaleX": _scale((_X,), np.negative),
    "scaleY": _scale((_Y,), np.negative),
    "scaleZ": _scale((_Z,), np.negative),
    "rotateX": _rotate_axis(_X),
    "rotateY": _rotate_axis(_Y),
    "rotateZ": _rotate_axis(_Z),
    "rotateXYZ": _rotate_axes((_X, _Y, _Z)),
    "rotateXZY": _rotate_axes((_X, _Z, _Y)),
    "rotateYXZ": _rotate_axes((_Y, _X, _Z)),
    "rotateYZX": _rotate_axes((_Y, _Z, _X)),
    "rotateZXY": _rotate_axes((_Z, _X, _Y)),
    "rotateZYX": _rotate_axes((_Z, _Y, _X)),
    "orient": OpType(4, _orient),
    "transform": OpType(16, _transform),
}
"""Every type of xformOp that OpenUSD 26.11 knows, by the second part of the attribute's name."""
