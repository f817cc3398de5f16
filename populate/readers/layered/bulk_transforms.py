"""Local transforms of many prims at a time, from the specs that decide their ops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import OpinionState
from populate.readers.crate.arrays import array_texts
from populate.readers.crate.single_values import numbers
from populate.readers.crate.value_reps import ARRAY, ValueType, type_codes
from populate.readers.direct.attributes import attribute_opinions
from populate.readers.direct.authored_types import TYPE_BITS, stored_code
from populate.readers.direct.factorize import factorize
from populate.readers.direct.properties import PropertyRun
from populate.readers.direct.transforms import STORED_TYPES
from populate.readers.layered.winners import Winners
from populate.readers.xform_ops import XformOp, evaluate, xform_stack

__all__ = ["XFORM", "BulkTransforms", "bulk_transforms"]

XFORM = "xformOp"
_ORDER = "xformOpOrder"

_Index = NDArray[np.int64]


@dataclass(frozen=True)
class BulkTransforms:
    """Transforms by prim of the stage.

    Attributes:
        local: (p, 4, 4) float64 local matrices, the identity without ops.
        reset: (p,) bool.
        hard: (p,) bool, prims whose transform must be asked for one by one.
    """

    local: NDArray[np.float64]
    reset: NDArray[np.bool_]
    hard: NDArray[np.bool_]


def bulk_transforms(found: Mapping[str, Winners], xformable: NDArray[np.bool_]) -> BulkTransforms:
    """Evaluate the transforms of prims.

    Args:
        found: what decides properties, by name.
        xformable: (p,) bool, which prims have transforms at all.
    """
    hard = np.zeros(len(xformable), np.bool_)
    for won in found.values():
        if won.name.startswith(XFORM):
            hard[won.hard] = True
            hard[won.composed] = True
            for _, rows, _ in won.relationships:
                hard[rows] = True
    local = np.zeros((len(xformable), 4, 4))
    local[:] = np.eye(4)
    reset = np.zeros(len(xformable), np.bool_)
    known: dict[str, tuple[NDArray[np.bool_], NDArray[np.float64]]] = {}
    for order, rows in _orders(found.get(_ORDER), xformable & ~hard, hard).items():
        ops = {op.attribute: op for op in xform_stack(order).ops}
        values = {}
        for name, op in ops.items():
            if name not in known:
                known[name] = _op_values(found.get(name), op, len(xformable))
            valid, numbers_ = known[name]
            hard[rows[~valid[rows]]] = True
            values[name] = numbers_[rows]
        local[rows], reset[rows] = evaluate(order, values, count=len(rows))
    return BulkTransforms(local, reset, hard & xformable)


def _orders(won: Winners | None, wanted: NDArray[np.bool_], hard: NDArray[np.bool_]) -> dict[tuple[str, ...], _Index]:
    """Prims by the tokens of their order; an order of another type makes them hard."""
    found: dict[tuple[str, ...], list[_Index]] = {}
    for layer, rows, fields in () if won is None else won.attributes:
        for opinions in attribute_opinions(layer, _run(_ORDER, rows, fields)):
            authored = opinions.with_state(OpinionState.AUTHORED)
            authored = authored.take(wanted[authored.prim])
            odd = (type_codes(authored.reps) & TYPE_BITS) != ValueType.TOKEN | ARRAY
            hard[authored.prim[odd]] = True
            prim, reps = authored.prim[~odd].astype(np.int64), authored.reps[~odd]
            codes, distinct = factorize(reps)
            for number, rep in enumerate(distinct.tolist()):
                order = layer.crate.tokens.texts(array_texts(layer.crate, rep).tolist())
                if order:
                    found.setdefault(order, []).append(prim[codes == number])
    return {order: np.concatenate(parts) for order, parts in found.items()}


def _op_values(won: Winners | None, op: XformOp, count: int) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Which prims have a usable value for an op, and (p,) or (p, lanes) values."""
    valid, values = np.zeros(count, np.bool_), np.zeros((count, op.lanes))
    for layer, rows, fields in () if won is None else won.attributes:
        for opinions in attribute_opinions(layer, _run(op.attribute, rows, fields)):
            code = stored_code(opinions.type_name)
            authored = opinions.with_state(OpinionState.AUTHORED)
            if code in STORED_TYPES[op.lanes] and len(authored.prim):
                given = numbers(layer.crate, authored.reps, ValueType(code)).astype(np.float64)
                values[authored.prim] = given.reshape(-1, op.lanes)
                valid[authored.prim] = True
    return valid, values.reshape(-1) if op.lanes == 1 else values


def _run(name: str, rows: _Index, fields: NDArray[np.int32]) -> PropertyRun:
    return PropertyRun(name, rows.astype(np.int32), fields, np.zeros(len(rows), np.bool_))
