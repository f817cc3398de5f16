"""Strategies for transform ops: any order of any ops, inverses and resets, of numbers that stay well-conditioned."""

from __future__ import annotations

from typing import Any

from drawn_stage import Opinion
from hypothesis import strategies as st
from pxr import Gf

__all__ = ["transforms"]

PRECISIONS = {"translate": ("double3", "float3"), "scale": ("float3", "double3"), "orient": ("quatf", "quatd")}
PRECISIONS |= {f"rotate{axis}": ("double", "float") for axis in "XYZ"}
PRECISIONS |= {f"rotate{order}": ("float3", "double3") for order in ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")}
PRECISIONS |= {"transform": ("matrix4d",)}

VECTORS = {"double3": Gf.Vec3d, "float3": Gf.Vec3f}
QUATERNIONS = {"quatf": Gf.Quatf, "quatd": Gf.Quatd}


@st.composite
def transforms(draw: st.DrawFn) -> tuple[tuple[str, ...], tuple[Opinion, ...]]:
    """An xformOpOrder and the opinions of its ops; a third of the prims have none."""
    if not draw(st.integers(0, 2)):
        return (), ()
    order: list[str] = ["!resetXformStack!"] if draw(st.integers(0, 7)) == 7 else []
    opinions: dict[str, Opinion] = {}
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(sorted(PRECISIONS)))
        name = f"xformOp:{kind}" + draw(st.sampled_from(["", ":pivot"]))
        if name not in opinions:
            type_name = draw(st.sampled_from(PRECISIONS[kind]))
            opinions[name] = Opinion(name, type_name, draw(op_value(kind, type_name)), layer=draw(st.integers(0, 1)))
            order.append(name)
        elif f"!invert!{name}" not in order:
            order.append(f"!invert!{name}")
    return tuple(order), tuple(opinions.values())


def op_value(kind: str, type_name: str) -> st.SearchStrategy[Any]:
    """A value of an op: offsets up to 10, angles of a few turns, scales from a half to two, mirrors included."""
    offsets, angles = st.integers(-40, 40).map(lambda n: n / 4), st.integers(-800, 800).map(float)
    scales = st.sampled_from([0.5, 1.0, 1.5, 2.0, -1.0])
    if kind == "transform":
        return st.tuples(angles, offsets).map(lambda pair: turned(*pair))
    if kind == "orient":
        parts = st.tuples(*[st.integers(-4, 4).map(float)] * 4)
        return parts.map(
            lambda lanes: QUATERNIONS[type_name](lanes[3], *lanes[:3]) if any(lanes) else QUATERNIONS[type_name](1)
        )
    lane = {"t": offsets, "s": scales}.get(kind[0], angles)
    if type_name in VECTORS:
        return st.tuples(lane, lane, lane).map(lambda lanes: VECTORS[type_name](*lanes))
    return lane


def turned(angle: float, offset: float) -> Gf.Matrix4d:
    """A rotation about a skew axis and a translation."""
    matrix = Gf.Matrix4d(Gf.Rotation(Gf.Vec3d(1, 2, 3), angle), Gf.Vec3d(offset, 0, -offset))
    return Gf.Matrix4d(matrix)
