"""Local and world transforms: every type of op, every precision, inverses, resets, and stacks that are broken."""

from __future__ import annotations

from itertools import product
from typing import Any

from pxr import Gf, Vt

from schemas.contract import Contract
from tests.parity.sweep.stage_writer import StageWriter
from tests.parity.sweep.values import value_of

__all__ = ["transforms"]

_OPS = {
    "translate": ("half3", "float3", "double3"),
    "scale": ("half3", "float3", "double3"),
    "orient": ("quath", "quatf", "quatd"),
    "transform": ("matrix4d",),
    **{f"rotate{axis}": ("half", "float", "double") for axis in "XYZ"},
    **{f"rotate{order}": ("half3", "float3", "double3") for order in ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")},
    **{f"translate{axis}": ("half", "float", "double") for axis in "XYZ"},
    **{f"scale{axis}": ("half", "float", "double") for axis in "XYZ"},
}
_RESET = "!resetXformStack!"
_BODY = ("PhysicsRigidBodyAPI",)


def transforms(stage: StageWriter, contract: Contract) -> None:
    """Bodies below a transformed parent, each with a stack of its own."""
    parent = stage.prim("parent", "Xform")
    _author(
        stage,
        parent,
        {"xformOp:rotateXYZ": ("float3", Gf.Vec3f(10, 20, 30)), "xformOp:scale": ("float3", Gf.Vec3f(1, 2, 3))},
    )
    for (op, types), suffix in product(_OPS.items(), ("", ":pivot")):
        for type_name in types:
            name = f"xformOp:{op}{suffix}"
            value = value_of(type_name, 3)
            for label, order in _orders(name).items():
                prim = stage.prim(f"{op}_{type_name}_{label}_{len(suffix)}", "Xform", _BODY, parent=parent)
                stage.attribute(prim, name, type_name, value)
                stage.attribute(prim, "xformOpOrder", "token[]", Vt.TokenArray(order))
    _broken(stage, parent)
    _special(stage, parent)


def _orders(name: str) -> dict[str, list[str]]:
    return {
        "plain": [name],
        "inverse": [f"!invert!{name}"],
        "reset": [_RESET, name],
        "twice": [name, name],
        "undone": [name, f"!invert!{name}"],
    }


def _broken(stage: StageWriter, parent: Any) -> None:
    orders = {
        "unknown": ["xformOp:shear"],
        "missing": ["xformOp:translate:nowhere"],
        "late_reset": ["xformOp:translate", _RESET],
        "only_reset": [_RESET],
        "empty": [],
        "no_prefix": ["translate"],
    }
    for label, order in orders.items():
        prim = stage.prim(f"broken_{label}", "Xform", _BODY, parent=parent)
        stage.attribute(prim, "xformOp:translate", "double3", Gf.Vec3d(1, 2, 3))
        stage.attribute(prim, "xformOpOrder", "token[]", Vt.TokenArray(order))
    unordered = stage.prim("broken_unordered", "Xform", _BODY, parent=parent)
    stage.attribute(unordered, "xformOp:translate", "double3", Gf.Vec3d(1, 2, 3))
    for label, type_name in (("float", "float"), ("float2", "float2"), ("double4", "double4"), ("token", "token")):
        prim = stage.prim(f"broken_{label}", "Xform", _BODY, parent=parent)
        stage.attribute(prim, "xformOp:translate", type_name, value_of(type_name))
        stage.attribute(prim, "xformOpOrder", "token[]", Vt.TokenArray(["xformOp:translate"]))
    sampled = stage.prim("sampled", "Xform", _BODY, parent=parent)
    stage.samples(sampled, "xformOp:translate", "double3", [Gf.Vec3d(1, 2, 3), Gf.Vec3d(4, 5, 6)])
    stage.attribute(sampled, "xformOpOrder", "token[]", Vt.TokenArray(["xformOp:translate"]))


def _special(stage: StageWriter, parent: Any) -> None:
    """Singular and degenerate values."""
    values = {
        "zero_scale": {"xformOp:scale": ("float3", Gf.Vec3f(0))},
        "negative_scale": {"xformOp:scale": ("float3", Gf.Vec3f(-1, -2, -3))},
        "zero_quaternion": {"xformOp:orient": ("quatf", Gf.Quatf(0))},
        "long_quaternion": {"xformOp:orient": ("quatf", Gf.Quatf(3, 4, 5, 6))},
        "nan": {"xformOp:translate": ("double3", Gf.Vec3d(float("nan"), 0, 0))},
        "infinite": {"xformOp:translate": ("double3", Gf.Vec3d(float("inf"), 0, 0))},
        "huge": {"xformOp:translate": ("double3", Gf.Vec3d(1e300, 1e-300, 0))},
        "full_turns": {"xformOp:rotateXYZ": ("float3", Gf.Vec3f(720, -360, 90))},
        "singular": {"xformOp:transform": ("matrix4d", Gf.Matrix4d(0))},
    }
    for label, ops in values.items():
        prim = stage.prim(f"special_{label}", "Xform", _BODY, parent=parent)
        _author(stage, prim, ops)
        inverse = stage.prim(f"special_{label}_inverse", "Xform", _BODY, parent=parent)
        for name, (type_name, value) in ops.items():
            stage.attribute(inverse, name, type_name, value)
        stage.attribute(inverse, "xformOpOrder", "token[]", Vt.TokenArray([f"!invert!{name}" for name in ops]))


def _author(stage: StageWriter, prim: Any, ops: dict[str, tuple[str, Any]]) -> None:
    for name, (type_name, value) in ops.items():
        stage.attribute(prim, name, type_name, value)
    stage.attribute(prim, "xformOpOrder", "token[]", Vt.TokenArray(list(ops)))
