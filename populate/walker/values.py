"""Values of OpenUSD as descriptors hold them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pxr import Sdf, UsdPhysics

from schemas.descriptors import Axis, LimitAxis

__all__ = ["AXES", "DEGREES_OF_FREEDOM", "first_path", "path_or_none", "quaternion", "vector"]

AXES: Final = {UsdPhysics.Axis.X: Axis.X, UsdPhysics.Axis.Y: Axis.Y, UsdPhysics.Axis.Z: Axis.Z}

DEGREES_OF_FREEDOM: Final = {
    UsdPhysics.JointDOF.TransX: LimitAxis.TRANS_X,
    UsdPhysics.JointDOF.TransY: LimitAxis.TRANS_Y,
    UsdPhysics.JointDOF.TransZ: LimitAxis.TRANS_Z,
    UsdPhysics.JointDOF.RotX: LimitAxis.ROT_X,
    UsdPhysics.JointDOF.RotY: LimitAxis.ROT_Y,
    UsdPhysics.JointDOF.RotZ: LimitAxis.ROT_Z,
    UsdPhysics.JointDOF.Distance: LimitAxis.DISTANCE,
}


def path_or_none(path: Sdf.Path) -> str | None:
    """A path as text, None for the empty one."""
    return None if path.isEmpty else str(path)


def first_path(paths: Iterable[Sdf.Path]) -> str | None:
    """The first of some paths, None for none."""
    return next((str(path) for path in paths), None)


def vector(value: Any) -> tuple[float, float, float]:
    """A Gf vector as a tuple. Lanes are asked for by index: Gf ends an iteration with a slow C++ exception."""
    return value[0], value[1], value[2]


def quaternion(value: Any) -> tuple[float, float, float, float]:
    """A Gf quaternion as x, y, z, w."""
    return (*vector(value.imaginary), value.real)
