"""Attributes of one name and slot: their opinions handed to columns, many prims at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import OpinionState
from columnar.scene import ReportCode
from populate.readers.crate.value_reps import Reps, ValueType, offsets, type_codes
from populate.readers.declined import Declined
from populate.readers.direct.authored_types import FLOATS, NUMBERS, TYPE_BITS, stored_code
from populate.readers.direct.decoded import column_values, python_values
from populate.readers.direct.factorize import factorize
from populate.readers.direct.layer import Layer
from populate.readers.direct.opinion_columns import Piece
from populate.readers.direct.properties import PropertyRun
from populate.readers.direct.property_cells import keep_values, keep_without_value
from populate.readers.direct.reading import Reading
from populate.readers.placement import ColumnSink, Conversion, PropertySlot, column_array, conversion
from populate.readers.report_texts import has_only_samples, is_mistyped

__all__ = ["AttributeOpinions", "attribute_opinions", "has_samples", "read_attributes"]


@dataclass(frozen=True)
class AttributeOpinions:
    """What attributes of one authored type say; those that say nothing are left out.

    Attributes:
        type_name: the USD type they are authored as.
        prim: (n,) int32 prims.
        state: (n,) uint8 `OpinionState`: authored, blocked or samples only.
        reps: (n,) reps of the default values.
        codes: (n,) uint16 types the values are stored with, 0 for those without.
    """

    type_name: str
    prim: NDArray[np.int32]
    state: NDArray[np.uint8]
    reps: Reps
    codes: NDArray[np.uint16]

    def with_state(self, state: OpinionState) -> AttributeOpinions:
        """Those of one state."""
        return self.take(self.state == state)

    def by_code(self) -> Iterator[tuple[int, AttributeOpinions]]:
        """Those of each stored type."""
        for code in np.unique(self.codes).tolist():
            yield code, self.take(self.codes == code)

    def take(self, kept: NDArray[np.bool_]) -> AttributeOpinions:
        """Those for which `kept` holds."""
        if kept.all():
            return self
        return AttributeOpinions(self.type_name, self.prim[kept], self.state[kept], self.reps[kept], self.codes[kept])


def attribute_opinions(layer: Layer, run: PropertyRun, *, loose: bool = False) -> list[AttributeOpinions]:
    """The opinions of attributes, by authored type.

    Args:
        layer: the layer.
        run: the attributes.
        loose: whether a floating-point attribute may hold another number, as flattened stages do.

    Raises:
        Declined: a value of another type than the attribute is authored as, or of one that is not decoded.
        CrateError: time samples outside the file.
    """
    types, defaults, samples = layer.field_reps(run.fields, ("typeName", "default", "timeSamples"))
    codes = type_codes(defaults) & np.uint16(TYPE_BITS)
    state = np.full(len(run), OpinionState.AUTHORED, np.uint8)
    state[codes == ValueType.VALUE_BLOCK] = OpinionState.BLOCKED
    state[(codes == 0) & _any_samples(layer, samples)] = OpinionState.SAMPLES_ONLY
    speaks = (codes != 0) | (state == OpinionState.SAMPLES_ONLY)
    type_of, distinct = factorize(types)
    found = []
    for number, rep in enumerate(distinct.tolist()):
        of_type = speaks if len(distinct) == 1 else speaks & (type_of == number)
        if of_type.any():
            type_name = _type_name(layer, rep, run.name)
            opinions = AttributeOpinions(type_name, run.prim, state, defaults, codes).take(of_type)
            _require_types(run.name, opinions.with_state(OpinionState.AUTHORED), loose=loose)
            found.append(opinions)
    return found


def _type_name(layer: Layer, rep: int, name: str) -> str:
    if rep >> 48 & 0xFF != ValueType.TOKEN:
        raise Declined(f"attribute {name} without a type name")
    return layer.crate.tokens.texts([rep & 0xFFFFFFFF])[0]


def _require_types(name: str, opinions: AttributeOpinions, *, loose: bool) -> None:
    expected = stored_code(opinions.type_name) if len(opinions.prim) else 0
    allowed = (expected, *NUMBERS) if loose and expected in FLOATS else (expected,)
    if not np.isin(opinions.codes, allowed).all():
        raise Declined(f"a value of {name} of another type than {opinions.type_name}, as it is authored")


def has_samples(layer: Layer, run: PropertyRun) -> NDArray[np.bool_]:
    """(n,) bool, whether attributes have time samples, beside a default value or without one."""
    return _any_samples(layer, *layer.field_reps(run.fields, ("timeSamples",)))


def _any_samples(layer: Layer, reps: Reps) -> NDArray[np.bool_]:
    """Whether there are samples: reps lead to the place of the times, that to the times with their number."""
    found = np.zeros(len(reps), np.bool_)
    present = np.flatnonzero(reps)
    if not len(present):
        return found
    if (type_codes(reps[present]) != ValueType.TIME_SAMPLES).any():
        raise Declined("time samples of an unexpected type")
    bytes_ = layer.crate.bytes
    starts = offsets(reps[present])
    times = bytes_.gather(starts + bytes_.gather(starts, "<i8", "time samples"), "<u8", "time samples")
    if (type_codes(times) != ValueType.DOUBLE_VECTOR).any():
        raise Declined("times of an unexpected type")
    found[present] = bytes_.counts(offsets(times), 8, "time samples") > 0
    return found


def read_attributes(reading: Reading, run: PropertyRun, slot: PropertySlot) -> None:
    """Hand the opinions of attributes of one name and slot to their columns, or to the `property` table."""
    for opinions in attribute_opinions(reading.layer, run, loose=True):
        for state in (OpinionState.BLOCKED, OpinionState.SAMPLES_ONLY):
            _take_without_value(reading, run.name, slot, opinions.with_state(state), state)
        for code, authored in opinions.with_state(OpinionState.AUTHORED).by_code():
            _take_values(reading, run.name, slot, authored, code)


def _take_without_value(
    reading: Reading, name: str, slot: PropertySlot, opinions: AttributeOpinions, state: OpinionState
) -> None:
    if state is OpinionState.SAMPLES_ONLY:
        reading.report(opinions.prim, name, ReportCode.TIME_SAMPLES_ONLY, has_only_samples(name))
    for sink, instance in slot.sinks:
        reading.columns.add(sink, Piece(opinions.prim, instance, state))
    if not slot.sinks:
        keep_without_value(reading, name, opinions.type_name, opinions.prim, blocked=state is OpinionState.BLOCKED)


def _take_values(reading: Reading, name: str, slot: PropertySlot, opinions: AttributeOpinions, code: int) -> None:
    kept = False
    for sink, instance in slot.sinks:
        rule = conversion(sink.column, opinions.type_name, reading.contract)
        if rule.exact:
            values = column_values(reading.layer.crate, opinions.reps, code, sink.column)
            reading.columns.add(sink, Piece(opinions.prim, instance, OpinionState.AUTHORED, values))
            kept = True
        elif slot.listed:
            _convert(reading, name, sink, instance, opinions, code, rule)
            kept = True
        elif slot.ruled:
            reading.columns.add(sink, Piece(opinions.prim, instance, OpinionState.DROPPED))
    if not kept and slot.keep:
        keep_values(reading, name, opinions.type_name, opinions.prim, opinions.reps, code)


def _convert(
    reading: Reading,
    name: str,
    sink: ColumnSink,
    instance: int,
    opinions: AttributeOpinions,
    code: int,
    rule: Conversion,
) -> None:
    """Values of another type on prims that hold the column: converted one by one where they can be, and reported."""
    converted = [None] * len(opinions.prim)
    if rule.accepted and rule.convert is not None:
        converted = list(map(rule.convert, python_values(reading.layer.crate, opinions.reps, code)))
    types = opinions.type_name, sink.column.usd_type
    fits = np.array([value is not None for value in converted])
    lost, found = opinions.prim[~fits], opinions.prim[fits]
    reading.report(lost, name, ReportCode.MISTYPED, is_mistyped(name, *types, converted=False))
    reading.columns.add(sink, Piece(lost, instance, OpinionState.DROPPED))
    if len(found):
        reading.report(found, name, ReportCode.MISTYPED, is_mistyped(name, *types, converted=True))
        array = column_array(sink.column, [value for value in converted if value is not None])
        reading.columns.add(sink, Piece(found, instance, OpinionState.AUTHORED, array))
