"""One column of a component table: fallback, then producer rule, then the prims' opinions laid over them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.assembly.keys import Places
from columnar.assembly.opinions import ColumnOpinions, OpinionState, plain_type
from columnar.scene.tokens import encode_tokens
from columnar.scene.values import numpy_values, taken, valid_mask
from schemas.contract import Column, ProducerRule, StageUnits, Value, arrow_type, element_type

__all__ = ["MIXED", "ColumnCells", "Mixed", "RowRoles", "column_cells", "common_value"]

_NO_VALUE = -1
_FALLBACK = 0
_RULE = 1
_FIRST_OPINION = 2


class Mixed(Enum):
    """Type of `MIXED`."""

    MIXED = "mixed"


MIXED: Final = Mixed.MIXED
"""Said of rows that do not all have the same value."""


@dataclass(frozen=True)
class RowRoles:
    """What is known of the rows of one component table.

    Attributes:
        listed: (n,) bool, the prim holds the component.
        created: (n,) bool, the prim is one on which the producer writes cells of this component without its API.
        prim_type: (n,) codes into `types`.
        types: prim type names.
    """

    listed: npt.NDArray[np.bool_]
    created: npt.NDArray[np.bool_]
    prim_type: npt.NDArray[np.int32]
    types: tuple[str, ...]

    @cached_property
    def all_listed(self) -> bool | None:
        """Whether all prims hold the component; None where some do."""
        return _all_or_none(self.listed)

    @cached_property
    def all_created(self) -> bool | None:
        """Whether the producer writes cells on all prims without the API; None where it does on some."""
        return _all_or_none(self.created)

    @cached_property
    def held_types(self) -> frozenset[str]:
        """Types of the prims."""
        return frozenset(self.types[code] for code in np.flatnonzero(np.bincount(self.prim_type)).tolist())


@dataclass(frozen=True)
class ColumnCells:
    """A finished column of opinions' plain type, with its mask bits as (n,) bool arrays."""

    values: pa.Array
    authored: npt.NDArray[np.bool_]
    blocked: npt.NDArray[np.bool_]


def common_value(column: Column, roles: RowRoles, units: StageUnits) -> Value | Mixed:
    """The value that all rows of a column have if no prim says anything, None for none; `MIXED` if they differ.

    Args:
        column: the contract's column.
        roles: the rows of the table.
        units: stage units the producer rules depend on.
    """
    ruled: bool | None = False
    if column.when_unauthored is not None:
        ruled = roles.all_created if column.created_without_api else roles.all_listed
        types = column.when_unauthored.prim_types
        if ruled is not False and types and not roles.held_types.issubset(types):
            ruled = False if roles.held_types.isdisjoint(types) else None
        if ruled:
            return column.when_unauthored.evaluate(**units.model_dump())
    resolved = roles.all_listed if column.producer is ProducerRule.RESOLVED else False
    if ruled is None or resolved is None:
        return MIXED
    return column.fallback if resolved else None


def column_cells(
    column: Column,
    roles: RowRoles,
    opinions: ColumnOpinions | None,
    places: Places,
    *,
    units: StageUnits,
    path_ids: pa.Array,
) -> ColumnCells:
    """Cells and mask bits of one column (the truth table of the file format).

    Args:
        column: the contract's column.
        roles: the rows of the table.
        opinions: what prims say, or None.
        places: where the opinions stand.
        units: stage units the producer rules depend on.
        path_ids: path id by target index, for relationships.
    """
    if opinions is not None and places.positions is None and _all_valued(opinions):
        return _whole_column(column, opinions, path_ids)
    numbers = not (column.array or pa.types.is_string(plain_type(column)))
    if numbers and (opinions is None or _all_valued(opinions)):
        value = common_value(column, roles, units)
        if value is not MIXED:
            return _over_constant(column, value, opinions, places)
    source, authored, blocked = _laid_over(column, roles, opinions, places.row)
    return ColumnCells(_finish(column, _gather(column, source, opinions, units), path_ids), authored, blocked)


def _all_valued(opinions: ColumnOpinions) -> bool:
    """Whether all opinions are values, and all alike."""
    states = opinions.states
    alike = len(states) > 0 and bool((states == states[0]).all())
    return alike and states[0] in (OpinionState.AUTHORED, OpinionState.COMPUTED) and not opinions.values.null_count


def _whole_column(column: Column, opinions: ColumnOpinions, path_ids: pa.Array) -> ColumnCells:
    """The most common case: the cells are the opinions' values as they stand."""
    said = np.full(len(opinions.states), opinions.states[0] == OpinionState.AUTHORED)
    return ColumnCells(_finish(column, opinions.values, path_ids), said, np.zeros(len(said), np.bool_))


def _over_constant(column: Column, value: Value, opinions: ColumnOpinions | None, places: Places) -> ColumnCells:
    """Numbers where prims say some, and one and the same value in the other rows."""
    kind, nothing = plain_type(column), np.zeros(places.rows, np.bool_)
    pool, authored = _pool(kind, value), nothing
    if opinions is not None:
        pool = np.concatenate([pool, numpy_values(opinions.values)])
        authored = places.taken if opinions.states[0] == OpinionState.AUTHORED else nothing
    values = _numbers(kind, taken(pool, places.opinion), places.taken if value is None else None)
    return ColumnCells(values, authored, nothing)


def _pool(kind: pa.DataType, *values: Value) -> npt.NDArray[Any]:
    """Numbers, zero for None."""
    constants = pa.array([_constant(value) for value in values], kind)
    found = np.array(numpy_values(constants))
    found[~valid_mask(constants)] = 0
    return found


def _rule_rows(column: Column, roles: RowRoles) -> npt.NDArray[np.bool_]:
    """Rows on which the producer's own rule gives the value of an unauthored cell.

    A column that is created without its API belongs to the prims of another component: there the rule applies, with
    the API or without; an API on any other prim has the USD fallback.
    """
    if column.when_unauthored is None:
        return np.zeros(len(roles.listed), np.bool_)
    rows = (roles.created if column.created_without_api else roles.listed).copy()
    if column.when_unauthored.prim_types:
        codes = [i for i, name in enumerate(roles.types) if name in column.when_unauthored.prim_types]
        rows &= np.isin(roles.prim_type, codes)
    return rows


def _laid_over(
    column: Column,
    roles: RowRoles,
    opinions: ColumnOpinions | None,
    positions: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Where each row's value comes from, and its mask bits."""
    rows = len(roles.listed)
    source = np.full(rows, _NO_VALUE, np.int64)
    if column.producer is ProducerRule.RESOLVED:
        source[roles.listed] = _FALLBACK
    ruled = _rule_rows(column, roles)
    source[ruled] = _RULE
    authored, blocked = np.zeros(rows, np.bool_), np.zeros(rows, np.bool_)
    if opinions is not None:
        _lay_over(column, opinions, positions, roles, source, ruled)
        authored[positions[opinions.states == OpinionState.AUTHORED]] = True
        blocked[positions[opinions.states == OpinionState.BLOCKED]] = True
    return source, authored, blocked


def _lay_over(
    column: Column,
    opinions: ColumnOpinions,
    positions: npt.NDArray[np.int64],
    roles: RowRoles,
    source: npt.NDArray[np.int64],
    ruled: npt.NDArray[np.bool_],
) -> None:
    """Point each opinion's row at the opinion's value, or at what its state leaves of fallback and rule."""
    states = opinions.states
    valued = (states == OpinionState.AUTHORED) | (states == OpinionState.COMPUTED)
    source[positions[valued]] = np.flatnonzero(valued) + _FIRST_OPINION
    source[positions[states == OpinionState.DROPPED]] = _NO_VALUE
    blocked = positions[states == OpinionState.BLOCKED]
    source[blocked] = np.where(ruled[blocked], _RULE, _NO_VALUE)
    sampled = positions[states == OpinionState.SAMPLES_ONLY]
    keeps = roles.listed[sampled] & (column.producer is ProducerRule.RESOLVED)
    source[sampled] = np.where(keeps, _FALLBACK, _NO_VALUE)


def _gather(
    column: Column, source: npt.NDArray[np.int64], opinions: ColumnOpinions | None, units: StageUnits
) -> pa.Array:
    kind = plain_type(column)
    rule = column.when_unauthored.evaluate(**units.model_dump()) if column.when_unauthored is not None else None
    if column.fallback is None:
        source[source == _FALLBACK] = _NO_VALUE
    values = None if opinions is None else opinions.values
    if not (column.array or pa.types.is_string(kind)):
        return _gather_numbers(kind, source, _pool(kind, column.fallback, rule), values)
    constants = pa.array([_constant(column.fallback), _constant(rule)], kind)
    if not column.array:
        return _gather_texts(source, constants, values)
    pool = constants if values is None else pa.concat_arrays([constants, values])
    return pool.take(pa.array(source, mask=source == _NO_VALUE))


def _constant(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _gather_texts(source: npt.NDArray[np.int64], constants: pa.Array, values: pa.Array | None) -> pa.Array:
    """Texts as codes, which take less than the texts themselves."""
    if values is not None and pa.types.is_dictionary(values.type):
        constants = constants.dictionary_encode()
    pool = constants if values is None else pa.concat_arrays([constants, values])
    encoded = pool if pa.types.is_dictionary(pool.type) else pool.dictionary_encode()
    return encoded.take(pa.array(source, mask=source == _NO_VALUE))


def _gather_numbers(
    kind: pa.DataType, source: npt.NDArray[np.int64], constants: npt.NDArray[Any], values: pa.Array | None
) -> pa.Array:
    """Numbers, flags and lanes through numpy, zero where there is no value."""
    pool = constants if values is None else np.concatenate([constants, numpy_values(values)])
    valid = source != _NO_VALUE
    cells = pool.take(np.where(valid, source, 0), axis=0)
    cells[~valid] = 0
    return _numbers(kind, cells, None if valid.all() else valid)


def _numbers(kind: pa.DataType, cells: npt.NDArray[Any], valid: npt.NDArray[np.bool_] | None) -> pa.Array:
    if not pa.types.is_fixed_size_list(kind):
        return pa.array(cells, kind, mask=None if valid is None else ~valid)
    lanes = pa.array(cells.reshape(-1), kind.value_type)
    return pa.FixedSizeListArray.from_arrays(lanes, type=kind, mask=None if valid is None else pa.array(~valid))


def _all_or_none(flags: npt.NDArray[np.bool_]) -> bool | None:
    return bool(flags.any()) if flags.all() or not flags.any() else None


def _finish(column: Column, values: pa.Array, path_ids: pa.Array) -> pa.Array:
    """Plain values as they stand in the file: tokens encoded, target indices replaced by path ids."""
    if column.relationship:
        flat = path_ids.take(values.flatten())
        mask = values.is_null() if values.null_count else None
        return pa.ListArray.from_arrays(_offsets(values), flat, type=arrow_type(column), mask=mask)
    if pa.types.is_dictionary(element_type(column)):
        return encode_tokens(values, column.tokens)
    return values


def _offsets(lists: pa.Array) -> pa.Array:
    """Offsets of a list array that start at 0 and skip whatever lies under nulls."""
    if len(lists) and not (lists.null_count or lists.offset or lists.offsets[0].as_py()):
        return lists.offsets
    counts = np.diff(numpy_values(lists.offsets).astype(np.int64))
    counts[~valid_mask(lists)] = 0
    return pa.array(np.concatenate([[0], np.cumsum(counts)]), pa.int32())
