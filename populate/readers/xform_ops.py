"""Local transforms from raw xformOps: the one evaluator that every reader hands its values to.

It gives what `UsdGeomXformable::GetLocalTransformation(time)` gives (to 1e-12 of the matrix's largest entry), for many
prims at once and with the same bytes on every machine, which the C library's sine, cosine and arc cosine behind OpenUSD
do not promise.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from columnar.scene.matrix_lanes import from_lanes, identity_lanes, multiply_lanes, row_blocks, settle_nan
from populate.readers.xform_op_matrices import OP_TYPES

__all__ = ["XformOp", "XformStack", "evaluate", "xform_stack"]

_RESET: Final = "!resetXformStack!"
_INVERT: Final = "!invert!"
_NAMESPACE: Final = "xformOp:"


class XformOp(NamedTuple):
    """One op that takes part in the local transform."""

    attribute: str
    """Name of the attribute with the op's value, such as `xformOp:translate:pivot`."""
    type: str
    """A key of `OP_TYPES`, such as `translate`."""
    inverse: bool
    """Whether the order names the op with `!invert!`."""

    @property
    def lanes(self) -> int:
        """Numbers per value: 1 scalar, 3 vector, 4 quaternion (x, y, z, w), 16 matrix in row order."""
        return OP_TYPES[self.type].lanes


class XformStack(NamedTuple):
    """What an `xformOpOrder` asks for."""

    ops: tuple[XformOp, ...]
    """The ops to evaluate, in the order of `xformOpOrder` (the last applies to a point first)."""
    reset: bool
    """Whether the prim ignores the transforms of its parents."""


@lru_cache(maxsize=4096)
def xform_stack(order: tuple[str, ...]) -> XformStack:
    """Decide which ops of an `xformOpOrder` take part.

    As OpenUSD does: what stands before the last reset is dropped; an op beside its own inverse cancels with it, values
    unread, even where it could not be inverted; a name that is no xformOp, or of an unknown type, moves nothing but
    still keeps its neighbours apart.

    Args:
        order: The tokens of `xformOpOrder`, as authored.

    Returns:
        The remaining ops, the only ones whose attributes need to be read, and whether the order resets.
    """
    reset = _RESET in order
    tokens = list(order[len(order) - order[::-1].index(_RESET) :] if reset else order)
    ops: list[XformOp] = []
    while tokens:
        token = tokens.pop()
        if tokens and (token == _INVERT + tokens[-1] or tokens[-1] == _INVERT + token):
            tokens.pop()
        elif (op := _parse(token)) is not None:
            ops.append(op)
    return XformStack(tuple(reversed(ops)), reset)


def _parse(token: str) -> XformOp | None:
    """Read one token of `xformOpOrder`; None if it names nothing that could be evaluated."""
    attribute = token.removeprefix(_INVERT)
    if not attribute.startswith(_NAMESPACE):
        return None
    op_type = attribute.split(":")[1]
    return XformOp(attribute, op_type, attribute != token) if op_type in OP_TYPES else None


@np.errstate(all="ignore")
def evaluate(
    order: tuple[str, ...],
    values: Mapping[str, NDArray[np.floating]],
    *,
    count: int,
    validity: Mapping[str, NDArray[np.bool_]] | None = None,
) -> tuple[NDArray[np.float64], bool]:
    """Evaluate the local transforms of `count` prims that share one `xformOpOrder`.

    Args:
        order: The tokens of `xformOpOrder`, as authored.
        values: Op attribute name -> one value per prim, float16, float32 or float64: (n,) scalars and angles [degrees],
        (n, 3)
            vectors and angles [degrees], (n, 4) quaternions x y z w, (n, 16) or (n, 4, 4) matrices. An op whose
            attribute is not here moves no prim, as an attribute that is missing, blocked or without a value moves none
            in OpenUSD. The same holds for an attribute of a wrong type, which the reader leaves out. Other names are
            ignored.
        count: The number n of prims.
        validity: Op attribute name -> (n,) bool, false where the prim has no usable value; the entry in `values` is
        then not
            looked at. Names left out are valid throughout.

    Returns:
        (n, 4, 4) float64 matrices for row vectors, and whether the order resets the transform stack. NaN and infinite
        values pass through as in OpenUSD, without a warning; every NaN is the canonical one.

    Raises:
        ValueError: A value or validity array of a wrong shape.
    """
    stack = xform_stack(order)
    given = [op for op in reversed(stack.ops) if op.attribute in values]
    lanes = {op.attribute: _value_lanes(op, values[op.attribute], count) for op in given}
    valid = {op.attribute: _valid_rows(op, validity or {}, count) for op in given}
    matrices = np.empty((count, 4, 4))
    for rows in row_blocks(count):
        local = identity_lanes(rows.stop - rows.start)
        for op in given:
            local = _apply(op, lanes[op.attribute][:, rows], valid[op.attribute][rows], local)
        matrices[rows] = from_lanes(local)
    return settle_nan(matrices), stack.reset


def _apply(
    op: XformOp, values: NDArray[np.float64], valid: NDArray[np.bool_], local: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Multiply the op onto `local` (4, 4, n) for the rows that it moves.

    OpenUSD leaves out an op that equals the identity; multiplying by it would turn an infinite entry into NaN.
    """
    matrices = OP_TYPES[op.type].build(values, op.inverse)
    moves = valid & (matrices != identity_lanes(1)).any(axis=(0, 1))
    if not moves.any():
        return local
    product = multiply_lanes(local, matrices)
    return product if moves.all() else np.where(moves, product, local)


def _value_lanes(op: XformOp, values: NDArray[np.floating], count: int) -> NDArray[np.float64]:
    """Values of one op as (lanes, n) float64."""
    array = np.asarray(values, dtype=np.float64)
    if array.shape[:1] != (count,) or array.size != count * op.lanes:
        shape = {1: f"({count},)", 16: f"({count}, 16) or ({count}, 4, 4)"}.get(op.lanes, f"({count}, {op.lanes})")
        raise ValueError(f"the values of {op.attribute} have shape {array.shape}, expected {shape}")
    return array.reshape(count, op.lanes).T


def _valid_rows(op: XformOp, validity: Mapping[str, NDArray[np.bool_]], count: int) -> NDArray[np.bool_]:
    """Which prims have a value for the op, (n,) bool."""
    valid = np.asarray(validity.get(op.attribute, np.ones(count, dtype=np.bool_)), dtype=np.bool_)
    if valid.shape != (count,):
        raise ValueError(f"the validity of {op.attribute} has shape {valid.shape}, expected ({count},)")
    return valid
