"""Random attribute values of a given shape; a draw takes the generator, so that a seed fixes a whole stage."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from pxr import Gf

__all__ = ["Draw", "axis", "constant", "matrix", "number", "point", "positive", "positive_vector", "rotation", "vector"]

Draw = Callable[[Random], Any]

_EXTENT = 10.0


def constant(value: object) -> Draw:
    """Always this value."""
    return lambda _: value


def number(random: Random) -> float:
    """Any sign."""
    return random.uniform(-_EXTENT, _EXTENT)


def positive(random: Random) -> float:
    """Above zero, as masses and sizes must be."""
    return random.uniform(0.1, 1.1)


def axis(random: Random) -> str:
    """A joint axis token."""
    return random.choice("XYZ")


def vector(random: Random) -> Gf.Vec3f:
    """Three numbers in single precision."""
    return Gf.Vec3f(number(random), number(random), number(random))


def point(random: Random) -> Gf.Vec3d:
    """Three numbers in double precision."""
    return Gf.Vec3d(number(random), number(random), number(random))


def positive_vector(random: Random) -> Gf.Vec3f:
    """Three positive numbers."""
    return Gf.Vec3f(positive(random), positive(random), positive(random))


def rotation(random: Random) -> Gf.Quatf:
    """A unit quaternion."""
    return Gf.Quatf(_unit_quaternion(random))


def matrix(random: Random) -> Gf.Matrix4d:
    """A rotation and a translation."""
    return Gf.Matrix4d().SetRotate(_unit_quaternion(random)).SetTranslateOnly(point(random))


def _unit_quaternion(random: Random) -> Gf.Quatd:
    return Gf.Quatd(number(random), point(random)).GetNormalized()
