"""Raw xformOp values of the rows, gathered per attribute and handed to the shared evaluator per xformOpOrder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import OpinionState
from columnar.scene import ReportCode
from populate.readers.crate.arrays import array_texts
from populate.readers.crate.single_values import numbers
from populate.readers.crate.value_reps import ARRAY, ValueType, type_codes
from populate.readers.declined import Declined
from populate.readers.direct.attributes import attribute_opinions, has_samples
from populate.readers.direct.authored_types import TYPE_BITS, stored_code
from populate.readers.direct.factorize import factorize
from populate.readers.direct.layer import Layer
from populate.readers.direct.reading import Reading
from populate.readers.report_texts import op_has_no_value, op_has_only_samples, op_is_mistyped
from populate.readers.xform_ops import XformOp, evaluate, xform_stack

__all__ = ["STORED_TYPES", "LocalTransforms", "OpFinding", "OpValues", "local_transforms", "op_values"]

_ORDER: Final = "xformOpOrder"

_BLOCK: Final = 1 << 13
"""Rows evaluated together: few enough for what lies between to stay small."""

STORED_TYPES: Final = {
    1: (ValueType.HALF, ValueType.FLOAT, ValueType.DOUBLE),
    3: (ValueType.VEC3H, ValueType.VEC3F, ValueType.VEC3D),
    4: (ValueType.QUATH, ValueType.QUATF, ValueType.QUATD),
    16: (ValueType.MATRIX4D,),
}
"""Stored types an op takes, by its number of lanes; UsdGeom treats every other type as the identity."""


@dataclass(frozen=True)
class LocalTransforms:
    """Local matrices (n, 4, 4) float64 by row, identity for rows without ops, and (n,) bool reset flags."""

    local: NDArray[np.float64]
    reset: NDArray[np.bool_]


class OpFinding(IntEnum):
    """What an op's attribute gives on a prim."""

    MISSING = 0
    SAMPLES_ONLY = 1
    MISTYPED = 2
    VALUE = 3


@dataclass(frozen=True)
class OpValues:
    """Values of one op attribute.

    Attributes:
        finding: (p,) uint8 `OpFinding` by prim.
        place: (p,) int32 place in `values` by prim.
        values: (k,) or (k, lanes) float64.
        types: USD type by prim, of those that are mistyped.
    """

    finding: NDArray[np.uint8]
    place: NDArray[np.int32]
    values: NDArray[np.float64]
    types: Mapping[int, str]


def local_transforms(reading: Reading, rows: NDArray[np.int64], xformable: NDArray[np.bool_]) -> LocalTransforms:
    """Local transforms of rows at the default time; ops that move nothing although they should are reported.

    Args:
        reading: the layer, and where reports go.
        rows: (n,) prim of each row.
        xformable: (n,) which rows have transforms at all.
    """
    local = np.zeros((len(rows), 4, 4))
    local[:] = np.eye(4)
    reset = np.zeros(len(rows), np.bool_)
    ops: dict[str, OpValues] = {}
    for order, places in _orders(reading.layer, rows, xformable).items():
        stack = xform_stack(order)
        for op in stack.ops:
            if op.attribute not in ops:
                ops[op.attribute] = op_values(reading.layer, op)
            _report(reading, op, ops[op.attribute], rows[places])
        found = {op.attribute: ops[op.attribute] for op in stack.ops}
        for start in range(0, len(places), _BLOCK):
            block = places[start : start + _BLOCK]
            prims = rows[block]
            local[block], reset[block] = evaluate(
                order,
                {name: op.values[op.place[prims]] for name, op in found.items()},
                count=len(block),
                validity={name: op.finding[prims] == OpFinding.VALUE for name, op in found.items()},
            )
    return LocalTransforms(local, reset)


def _orders(
    layer: Layer, rows: NDArray[np.int64], xformable: NDArray[np.bool_]
) -> dict[tuple[str, ...], NDArray[np.int64]]:
    """Rows by the tokens of their `xformOpOrder`; rows whose order is empty, blocked or absent are left out."""
    row_of_prim = np.full(len(layer.prims), -1, np.int64)
    row_of_prim[rows[xformable]] = np.flatnonzero(xformable)
    found: dict[tuple[str, ...], list[NDArray[np.int64]]] = {}
    for opinions in attribute_opinions(layer, layer.properties.run(_ORDER).attributes):
        authored = opinions.with_state(OpinionState.AUTHORED)
        row = row_of_prim[authored.prim]
        row, reps = row[row >= 0], authored.reps[row >= 0]
        if len(reps) and ((type_codes(reps) & TYPE_BITS) != ValueType.TOKEN | ARRAY).any():
            raise Declined(f"{_ORDER} authored as {opinions.type_name}")
        codes, distinct = factorize(reps)
        by_code = np.argsort(codes, kind="stable")
        bounds = np.searchsorted(codes[by_code], np.arange(len(distinct) + 1))
        for number, rep in enumerate(distinct.tolist()):
            order = layer.crate.tokens.texts(array_texts(layer.crate, rep).tolist())
            if order:
                found.setdefault(order, []).append(row[by_code[bounds[number] : bounds[number + 1]]])
    return {order: np.concatenate(parts) for order, parts in found.items()}


def op_values(layer: Layer, op: XformOp) -> OpValues:
    """Everything an op's attribute says on any prim."""
    prims = len(layer.prims)
    finding, place = np.zeros(prims, np.uint8), np.zeros(prims, np.int32)
    types: dict[int, str] = {}
    parts: list[NDArray[Any]] = [np.zeros((1, op.lanes) if op.lanes > 1 else 1)]
    count = 1
    run = layer.properties.run(op.attribute).attributes
    finding[run.prim[has_samples(layer, run)]] = OpFinding.SAMPLES_ONLY
    for opinions in attribute_opinions(layer, run):
        authored = opinions.with_state(OpinionState.AUTHORED)
        if not len(authored.prim):
            continue
        code = stored_code(opinions.type_name)
        if code not in STORED_TYPES[op.lanes]:
            finding[authored.prim] = OpFinding.MISTYPED
            types |= dict.fromkeys(authored.prim.tolist(), opinions.type_name)
            continue
        parts.append(numbers(layer.crate, authored.reps, ValueType(code)))
        finding[authored.prim] = OpFinding.VALUE
        place[authored.prim] = np.arange(count, count + len(authored.prim))
        count += len(authored.prim)
    return OpValues(finding, place, np.concatenate([part.astype(np.float64) for part in parts]), types)


def _report(reading: Reading, op: XformOp, values: OpValues, prims: NDArray[np.int64]) -> None:
    """Note the prims on which an op has no usable value."""
    finding = values.finding[prims]
    missing, sampled = prims[finding == OpFinding.MISSING], prims[finding == OpFinding.SAMPLES_ONLY]
    reading.report(missing, op.attribute, ReportCode.TRANSFORM_INVALID, op_has_no_value(op))
    reading.report(sampled, op.attribute, ReportCode.TIME_SAMPLES_ONLY, op_has_only_samples(op))
    mistyped = prims[finding == OpFinding.MISTYPED]
    texts = [op_is_mistyped(op, values.types[prim]) for prim in mistyped.tolist()]
    reading.report(mistyped, op.attribute, ReportCode.MISTYPED, texts)
