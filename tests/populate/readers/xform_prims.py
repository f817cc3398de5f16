"""Prims with xformOps in memory, for tests that hold the evaluator against OpenUSD."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pxr import Gf, Sdf, Usd, UsdGeom

from populate.readers.xform_op_matrices import OP_TYPES
from populate.readers.xform_ops import evaluate

MOVE, GROW, TURN = "xformOp:translate", "xformOp:scale", "xformOp:rotateX"
RESET = "!resetXformStack!"

VALUE_TYPES = {
    1: {"half": "half", "float": "float", "double": "double"},
    3: {"half": "half3", "float": "float3", "double": "double3"},
    4: {"half": "quath", "float": "quatf", "double": "quatd"},
    16: {"double": "matrix4d"},
}
"""USD type of an op's value by numbers per value and precision; there is no other precision of matrix."""


class UsdType(NamedTuple):
    """A USD value type that an op may have."""

    name: Sdf.ValueTypeName
    dtype: type[np.floating]
    author: Callable[[Sequence[float]], Any]
    """Plain numbers (quaternions x y z w) -> a value of the type."""


TYPES = {
    "half": UsdType(Sdf.ValueTypeNames.Half, np.float16, lambda v: v[0]),
    "float": UsdType(Sdf.ValueTypeNames.Float, np.float32, lambda v: v[0]),
    "double": UsdType(Sdf.ValueTypeNames.Double, np.float64, lambda v: v[0]),
    "half3": UsdType(Sdf.ValueTypeNames.Half3, np.float16, lambda v: Gf.Vec3h(*v)),
    "float3": UsdType(Sdf.ValueTypeNames.Float3, np.float32, lambda v: Gf.Vec3f(*v)),
    "double3": UsdType(Sdf.ValueTypeNames.Double3, np.float64, lambda v: Gf.Vec3d(*v)),
    "quath": UsdType(Sdf.ValueTypeNames.Quath, np.float16, lambda v: Gf.Quath(v[3], *v[:3])),
    "quatf": UsdType(Sdf.ValueTypeNames.Quatf, np.float32, lambda v: Gf.Quatf(v[3], *v[:3])),
    "quatd": UsdType(Sdf.ValueTypeNames.Quatd, np.float64, lambda v: Gf.Quatd(v[3], *v[:3])),
    "matrix4d": UsdType(Sdf.ValueTypeNames.Matrix4d, np.float64, lambda v: Gf.Matrix4d(*v)),
}

CASES = [(kind, precision) for kind, op in OP_TYPES.items() for precision in VALUE_TYPES[op.lanes]]

Values = Sequence[Sequence[float] | None]
"""One value per prim, each a list of numbers; None where the prim's attribute has no value."""


class Prims:
    """Prims in memory that share an xformOpOrder: what OpenUSD computes for them, and what our evaluator does."""

    def __init__(self, order: Sequence[str], attributes: Mapping[str, tuple[str, Values]], count: int) -> None:
        """Author `count` prims with the order and the attributes (name -> USD type and values)."""
        self.order = tuple(order)
        self.count = count
        self.stage = Usd.Stage.CreateInMemory()
        self.prims = [UsdGeom.Xform.Define(self.stage, f"/prim{index}") for index in range(count)]
        for index, prim in enumerate(self.prims):
            prim.CreateXformOpOrderAttr(self.order)
            for name, (type_name, values) in attributes.items():
                attribute = prim.GetPrim().CreateAttribute(name, TYPES[type_name].name)
                value = values[index]
                if value is not None:
                    attribute.Set(TYPES[type_name].author(value))
        self.dtypes = {name: TYPES[type_name].dtype for name, (type_name, _) in attributes.items()}

    def expected(self) -> NDArray[np.float64]:
        """OpenUSD's local transforms, (n, 4, 4)."""
        return np.array([np.array(prim.GetLocalTransformation(Usd.TimeCode.Default())) for prim in self.prims])

    def evaluate(self) -> NDArray[np.float64]:
        """Our local transforms of the values as USD holds them."""
        values: dict[str, NDArray[np.floating]] = {}
        validity: dict[str, NDArray[np.bool_]] = {}
        for name, dtype in self.dtypes.items():
            cells = [numbers(prim.GetPrim().GetAttribute(name).Get()) for prim in self.prims]
            width = max((len(cell) for cell in cells if cell is not None), default=0)
            if width:
                values[name] = np.array([cell or [math.nan] * width for cell in cells], dtype=dtype)
                validity[name] = np.array([cell is not None for cell in cells])
        matrices, reset = evaluate(self.order, values, count=self.count, validity=validity)
        assert reset == all(prim.GetResetXformStack() for prim in self.prims)
        return matrices


def numbers(value: Any) -> list[float] | None:
    """The plain numbers of a USD value, quaternions as x y z w."""
    if value is None:
        return None
    if hasattr(value, "GetReal"):
        return [*value.GetImaginary(), value.GetReal()]
    return [float(number) for number in np.ravel(np.array(value, dtype=np.float64))]


def assert_same_transforms(actual: NDArray[np.float64], expected: NDArray[np.float64]) -> None:
    """Equal to 1e-12 of each matrix's largest finite magnitude; NaN and infinities in the same places."""
    for ours, theirs in zip(actual, expected, strict=True):
        magnitude = np.max(np.abs(theirs[np.isfinite(theirs)]), initial=0.0)
        np.testing.assert_allclose(ours, theirs, rtol=0.0, atol=1e-12 * magnitude)


def rotation_matrix(generator: np.random.Generator) -> NDArray[np.float64]:
    """A random well-conditioned 4x4 transform."""
    matrix = np.eye(4)
    matrix[:3, :3] = np.linalg.qr(generator.normal(size=(3, 3)))[0] * generator.uniform(0.5, 2.0)
    matrix[3, :3] = generator.uniform(-10.0, 10.0, 3)
    return matrix


def draw_value(kind: str, generator: np.random.Generator) -> list[float]:
    """An ordinary value for an op type: angles of several turns, scales away from zero, quaternions off unit length."""
    if kind == "transform":
        return [float(number) for number in rotation_matrix(generator).ravel()]
    ranges = {"rotate": (-800.0, 800.0), "scale": (0.5, 2.0), "translate": (-10.0, 10.0), "orient": (-1.0, 1.0)}
    low, high = next(limits for prefix, limits in ranges.items() if kind.startswith(prefix))
    return [float(number) for number in generator.uniform(low, high, OP_TYPES[kind].lanes)]
