"""Local transforms of prims whose ops come partly from the root layer, partly from what it refers to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import OpinionState
from populate.readers.composed.transforms import op_numbers
from populate.readers.crate.arrays import array_texts
from populate.readers.crate.value_reps import ARRAY, ValueType, type_codes
from populate.readers.declined import Declined
from populate.readers.direct.attributes import attribute_opinions
from populate.readers.direct.authored_types import TYPE_BITS
from populate.readers.direct.factorize import factorize
from populate.readers.direct.reading import Reading
from populate.readers.direct.transforms import OpFinding, op_values
from populate.readers.repeated.representatives import Representatives
from populate.readers.xform_ops import XformOp, evaluate, xform_stack

__all__ = ["XFORM", "OverlaidTransforms", "overlaid_transforms"]

XFORM: Final = "xformOp"
_ORDER: Final = "xformOpOrder"

_Index = NDArray[np.int64]


@dataclass(frozen=True)
class OverlaidTransforms:
    """Transforms of some prims of a layer.

    Attributes:
        prim: (n,) prims.
        local: (n, 4, 4) float64 local matrices.
        reset: (n,) bool, whether they ignore their parents' transforms.
    """

    prim: _Index
    local: NDArray[np.float64]
    reset: NDArray[np.bool_]


def overlaid_transforms(reading: Reading, representatives: Representatives, row: _Index) -> OverlaidTransforms:
    """Transforms of the prims that say something about their ops; what they leave open is the representative's.

    Args:
        reading: the layer.
        representatives: what was composed.
        row: (p,) row of the representatives for each prim, -1 for none.

    Raises:
        Declined: an op without a usable value, which is reported.
    """
    rows = representatives.opinions.rows
    names = [name for name in reading.layer.properties.names if name.startswith(XFORM)]
    runs = [reading.layer.properties.run(name).prim for name in names]
    prims = np.unique(np.concatenate([np.zeros(0, np.int32), *runs])).astype(np.int64)
    xformable = np.array([archetype.xformable for archetype in rows.archetypes], np.bool_)
    prims = prims[(row[prims] >= 0) & xformable[rows.archetype[row[prims]]]]
    local = np.broadcast_to(np.eye(4), (len(prims), 4, 4)).copy()
    reset = np.zeros(len(prims), np.bool_)
    for order, places in _orders(reading, representatives, prims, row[prims]).items():
        ops = {op.attribute: op for op in xform_stack(order).ops}
        values = {
            name: _values(reading, representatives, op, prims[places], row[prims[places]]) for name, op in ops.items()
        }
        local[places], reset[places] = evaluate(order, values, count=len(places))
    return OverlaidTransforms(prims, local, reset)


def _orders(
    reading: Reading, representatives: Representatives, prims: _Index, row: _Index
) -> dict[tuple[str, ...], _Index]:
    """Places of prims by the tokens of their order: their own, or the representative's; an empty one is left out."""
    place_of_prim = np.full(len(reading.layer.prims), -1, np.int64)
    place_of_prim[prims] = np.arange(len(prims))
    open_ = np.ones(len(prims), np.bool_)
    found: dict[tuple[str, ...], list[_Index]] = {}
    for opinions in attribute_opinions(reading.layer, reading.layer.properties.run(_ORDER)):
        place = place_of_prim[opinions.prim]
        open_[place[place >= 0]] = False
        authored = (place >= 0) & (opinions.state == OpinionState.AUTHORED)
        reps = opinions.reps[authored]
        if len(reps) and ((type_codes(reps) & TYPE_BITS) != ValueType.TOKEN | ARRAY).any():
            raise Declined(f"{_ORDER} authored as {opinions.type_name}")
        codes, distinct = factorize(reps)
        for number, rep in enumerate(distinct.tolist()):
            order = reading.layer.crate.tokens.texts(array_texts(reading.layer.crate, rep).tolist())
            found.setdefault(order, []).append(place[authored][codes == number])
    for base in np.unique(row[open_]).tolist():
        order = tuple(map(str, representatives.prim(base).GetAttribute(_ORDER).Get() or ()))
        found.setdefault(order, []).append(np.flatnonzero(open_ & (row == base)))
    return {order: np.concatenate(parts) for order, parts in found.items() if order}


def _values(
    reading: Reading, representatives: Representatives, op: XformOp, prims: _Index, row: _Index
) -> NDArray[np.float64]:
    """(n, lanes) values of an op."""
    values = np.zeros((len(prims), op.lanes))
    run = reading.layer.properties.run(op.attribute)
    says = np.isin(prims, run.prim)
    for base in np.unique(row[~says]).tolist():
        attribute = representatives.prim(base).GetAttribute(op.attribute)
        value = attribute.Get() if attribute else None
        numbers = None if value is None else op_numbers(value, op)
        if numbers is None:
            raise Declined(f"{representatives.prim(base).GetPath()}: {op.attribute} has no usable value")
        values[~says & (row == base)] = numbers
    if says.any():
        own = op_values(reading.layer, op)
        if (own.finding[prims[says]] != OpFinding.VALUE).any():
            raise Declined(f"a local {op.attribute} has no usable value")
        values[says] = own.values[own.place[prims[says]]].reshape(-1, op.lanes)
    return values.reshape(-1) if op.lanes == 1 else values
