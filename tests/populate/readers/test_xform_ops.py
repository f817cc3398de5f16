"""Stacks of xformOps against OpenUSD's own UsdGeomXformable.GetLocalTransformation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pxr import Usd
from xform_prims import (
    CASES,
    GROW,
    MOVE,
    RESET,
    TURN,
    VALUE_TYPES,
    Prims,
    Values,
    assert_same_transforms,
    draw_value,
)

from populate.readers.xform_op_matrices import OP_TYPES
from populate.readers.xform_ops import evaluate, xform_stack


@st.composite
def op_stacks(draw: st.DrawFn) -> Prims:
    """Three prims with a random order of up to six ops, repeated, inverted, reset, and partly without values."""
    cases = draw(st.lists(st.sampled_from(CASES), min_size=1, max_size=4))
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    attributes: dict[str, tuple[str, Values]] = {}
    for index, (kind, precision) in enumerate(cases):
        has_value = draw(st.lists(st.booleans() | st.just(True), min_size=3, max_size=3))
        values = [draw_value(kind, generator) if present else None for present in has_value]
        attributes[f"xformOp:{kind}:s{index}"] = (VALUE_TYPES[OP_TYPES[kind].lanes][precision], values)
    tokens = [invert + name for name in attributes for invert in ("", "!invert!")]
    order = draw(st.lists(st.sampled_from([*tokens, "!resetXformStack!"]), max_size=6))
    return Prims(order, attributes, 3)


@settings(max_examples=150, deadline=None)
@given(op_stacks())
def test_random_stacks(prims: Prims) -> None:
    """Any stack of ordinary values."""
    assert_same_transforms(prims.evaluate(), prims.expected())


def test_pivot() -> None:
    """A turn about a pivot leaves the pivot where it is."""
    pivot, turn = [3.0, -4.0, 5.0], [20.0, 50.0, 110.0]
    order = ["xformOp:translate:pivot", "xformOp:rotateXYZ", "!invert!xformOp:translate:pivot"]
    attributes = {"xformOp:translate:pivot": ("float3", [pivot]), "xformOp:rotateXYZ": ("float3", [turn])}
    prims = Prims(order, attributes, 1)
    matrices = prims.evaluate()
    assert_same_transforms(matrices, prims.expected())
    np.testing.assert_allclose([*pivot, 1.0] @ matrices[0], [*pivot, 1.0], atol=1e-14)


@pytest.mark.parametrize(
    "order",
    [
        [],
        [RESET],
        [MOVE, RESET],
        [RESET, MOVE],
        [MOVE, RESET, TURN, RESET, MOVE],
        [MOVE, MOVE],
        [MOVE, GROW, "!invert!" + GROW],
        [MOVE, "!invert!" + GROW, GROW],
        [GROW, "!invert!" + GROW, GROW, "!invert!" + GROW],
        [GROW, MOVE, "!invert!" + GROW],
        [TURN, GROW, "!invert!" + GROW, "!invert!" + TURN],
        [GROW, "xformOp:translate:absent", "!invert!" + GROW],
        [GROW, RESET, "!invert!" + GROW],
        [GROW, "xformOp:bogus:absent", "!invert!" + GROW],
        [MOVE, "xformOp:translate:absent"],
        [MOVE, "xformOp:bogus:absent", "absent", "", "!invert!", "!invert!absent", "xformOp:", "xformOp"],
    ],
    ids=str,
)
def test_odd_orders(order: list[str]) -> None:
    """Resets, repetitions, absent attributes; a pair of inverses side by side cancels, even where it is singular."""
    attributes: dict[str, tuple[str, Values]] = {
        MOVE: ("double3", [[1.0, 2.0, 3.0]]),
        GROW: ("double3", [[0.0, 2.0, 3.0]]),
        TURN: ("double", [[30.0]]),
    }
    prims = Prims(order, attributes, 1)
    assert_same_transforms(prims.evaluate(), prims.expected())


def test_a_reset_cannot_be_inverted() -> None:
    """A reset beside `!invert!` of itself stands, and drops what comes before it.

    So say GetResetXformStack, the overload of GetLocalTransformation that takes ops, and the reference producer; only
    the overload that takes no ops cancels the two.
    """
    order = [MOVE, RESET, "!invert!" + RESET]
    prims = Prims(order, {MOVE: ("double3", [[1.0, 2.0, 3.0]])}, 1)
    (xformable,) = prims.prims
    ordered = xformable.GetLocalTransformation(xformable.GetOrderedXformOps(), Usd.TimeCode.Default())
    assert xformable.GetResetXformStack()
    assert_same_transforms(prims.evaluate(), np.array([np.array(ordered)]))


def test_an_attribute_of_an_unknown_type_moves_nothing() -> None:
    """OpenUSD reports an error and goes on as if the op were not there."""
    values = {"xformOp:bogus": np.ones((1, 3)), "scale": np.full((1, 3), 2.0), MOVE: np.array([[1.0, 2.0, 3.0]])}
    matrices, reset = evaluate(("xformOp:bogus", MOVE, "scale"), values, count=1)
    assert matrices[0].tolist() == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [1, 2, 3, 1]]
    assert not reset


def test_missing_and_blocked_values() -> None:
    """A prim without a value, or with a blocked one, is not moved by the op; the others are."""
    attributes: dict[str, tuple[str, Values]] = {
        MOVE: ("double3", [[1.0, 2.0, 3.0], None, [7.0, 8.0, 9.0]]),
        GROW: ("float3", [None, None, None]),
    }
    prims = Prims([MOVE, GROW], attributes, 3)
    prims.prims[2].GetPrim().GetAttribute(MOVE).Block()
    assert_same_transforms(prims.evaluate(), prims.expected())
    assert prims.evaluate()[:, 3, 0].tolist() == [1.0, 0.0, 0.0]


def test_the_stack_names_what_must_be_read() -> None:
    """Cancelled pairs, ops before the last reset and unknown ops are not read."""
    order = ("xformOp:orient", RESET, MOVE, "xformOp:bogus", GROW, "!invert!" + GROW, "!invert!xformOp:rotateZ:a")
    stack = xform_stack(order)
    assert stack.reset
    assert [(op.attribute, op.type, op.inverse, op.lanes) for op in stack.ops] == [
        (MOVE, "translate", False, 3),
        ("xformOp:rotateZ:a", "rotateZ", True, 1),
    ]


def test_wrong_shapes_are_refused() -> None:
    """The error names the op, the shape and what was expected."""
    with pytest.raises(ValueError, match=r"values of xformOp:translate have shape \(3, 2\), expected \(2, 3\)"):
        evaluate((MOVE,), {MOVE: np.zeros((3, 2))}, count=2)
    with pytest.raises(ValueError, match=r"values of xformOp:rotateX have shape \(2, 3\), expected \(2,\)"):
        evaluate((TURN,), {TURN: np.zeros((2, 3))}, count=2)
    with pytest.raises(ValueError, match=r"validity of xformOp:rotateX has shape \(3,\), expected \(2,\)"):
        evaluate((TURN,), {TURN: np.zeros(2)}, count=2, validity={TURN: np.ones(3, dtype=np.bool_)})


def test_no_prims_and_no_values() -> None:
    """Nothing to evaluate is no error."""
    assert evaluate((MOVE,), {MOVE: np.zeros((0, 3))}, count=0)[0].shape == (0, 4, 4)
    assert evaluate((), {}, count=2)[0].tolist() == [np.eye(4).tolist()] * 2
