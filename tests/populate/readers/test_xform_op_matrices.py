"""Every type of xformOp alone, with ordinary and with odd values, against OpenUSD."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pxr import Gf
from xform_prims import CASES, VALUE_TYPES, Prims, Values, assert_same_transforms, draw_value

from populate.readers.xform_op_matrices import OP_TYPES
from populate.readers.xform_ops import evaluate


@pytest.mark.parametrize("invert", ["", "!invert!"], ids=["forward", "inverse"])
@pytest.mark.parametrize(("kind", "precision"), CASES)
def test_every_op_in_every_precision(kind: str, precision: str, invert: str) -> None:
    """Each op type alone, with a suffix, forward and inverted."""
    generator = np.random.default_rng(len(kind))
    name = f"xformOp:{kind}:some:suffix"
    values = [draw_value(kind, generator) for _ in range(12)]
    prims = Prims([invert + name], {name: (VALUE_TYPES[OP_TYPES[kind].lanes][precision], values)}, len(values))
    assert_same_transforms(prims.evaluate(), prims.expected())


def test_inverse_of_a_one_axis_scale_changes_the_sign() -> None:
    """Not a reciprocal: OpenUSD 26.11 gives (-2, 1, 1), and ovstage 0.3 publishes it."""
    matrices, _ = evaluate(("!invert!xformOp:scaleX",), {"xformOp:scaleX": np.array([2.0])}, count=1)
    assert matrices[0].tolist() == np.diag([-2.0, 1.0, 1.0, 1.0]).tolist()


SINGULAR = [
    [0.0] * 16,
    [1.0, 2.0, 3.0, 0.0, 2.0, 4.0, 6.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0],
    [0.1, 0.2, 0.3, 0.0, 0.4, 0.5, 0.6, 0.0, 0.7, 0.8, 0.9, 0.0, 3.0, 4.0, 5.0, 1.0],
    [1e-5, 0.0, 0.0, 0.0, 0.0, 1e-5, 0.0, 0.0, 0.0, 0.0, 1e-5, 0.0, 0.0, 0.0, 0.0, 1.0],
    [math.nan] * 16,
]


@pytest.mark.parametrize("entries", SINGULAR, ids=["zero", "dependent", "rounded", "tiny", "nan"])
def test_inverse_of_a_singular_transform(entries: list[float]) -> None:
    """As Gf inverts it (UsdGeom raises in Python, and in C++ goes on with just this matrix)."""
    matrices, _ = evaluate(("!invert!xformOp:transform",), {"xformOp:transform": np.array([entries])}, count=1)
    assert_same_transforms(matrices, np.array([np.array(Gf.Matrix4d(*entries).GetInverse())]))


QUATERNIONS = [
    [0.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 0.0, 2.0],
    [0.0, 0.0, 0.0, -3.0],
    [5.0, 0.0, 0.0, 0.0],
    [1e-10, 0.0, 0.0, 0.5],
    [1.01e-10, 0.0, 0.0, 0.5],
    [0.0, 3.0, 4.0, 0.5],
    [2.0, 0.0, 1.0, -2.0],
    [1e-3, 2e-3, 3e-3, 0.999999],
    [1e-9, 0.0, 0.0, 1.0 - 1e-15],
    [1e200, 1e200, 0.0, 0.5],
    [1e200, 0.0, 0.0, 0.0],
    [1e-200, 0.0, 0.0, 0.5],
    [1.0, 0.0, 0.0, math.nan],
    [math.nan, 0.0, 0.0, 0.5],
    [math.inf, 1.0, 0.0, 0.5],
    [1.0, 0.0, 0.0, math.inf],
]


@pytest.mark.parametrize("invert", ["", "!invert!"], ids=["forward", "inverse"])
def test_odd_quaternions(invert: str) -> None:
    """Zero, off unit length, nearly without axis, beyond range: the real part alone decides the angle."""
    prims = Prims([invert + "xformOp:orient"], {"xformOp:orient": ("quatd", QUATERNIONS)}, len(QUATERNIONS))
    assert_same_transforms(prims.evaluate(), prims.expected())


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("invert", ["", "!invert!"], ids=["forward", "inverse"])
@pytest.mark.parametrize("kind", [kind for kind in OP_TYPES if kind != "transform"])
def test_values_that_are_not_finite(kind: str, invert: str) -> None:
    """NaN, infinities, zeros and huge numbers go the way they go in OpenUSD, silently, between two translations."""
    lanes = OP_TYPES[kind].lanes
    odd = [math.nan, math.inf, -math.inf, 0.0, -0.0, 1e10, 1e300]
    values = [[number] + [1.0] * (lanes - 1) for number in odd] + [[number] * lanes for number in odd]
    name = f"xformOp:{kind}"
    attributes: dict[str, tuple[str, Values]] = {
        name: (VALUE_TYPES[lanes]["double"], values),
        "xformOp:translate:shift": ("double3", [[1.0, 2.0, 3.0]] * len(values)),
    }
    prims = Prims(["xformOp:translate:shift", invert + name, "xformOp:translate:shift"], attributes, len(values))
    assert_same_transforms(prims.evaluate(), prims.expected())
