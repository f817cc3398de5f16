"""One column of a component table: fallback, then producer rule, then the prims' opinions laid over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.assembly.opinions import ColumnOpinions, OpinionState, plain_type
from columnar.scene.tokens import encode_tokens
from columnar.scene.values import numpy_values, valid_mask
from schemas.contract import Column, ProducerRule, StageUnits, arrow_type, element_type

__all__ = ["ColumnCells", "RowRoles", "column_cells"]

_NO_VALUE = -1
_FALLBACK = 0
_RULE = 1
_FIRST_OPINION = 2


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


@dataclass(frozen=True)
class ColumnCells:
    """A finished column of opinions' plain type, with its mask bits as (n,) bool arrays."""

    values: pa.Array
    authored: npt.NDArray[np.bool_]
    blocked: npt.NDArray[np.bool_]


def column_cells(
    column: Column,
    roles: RowRoles,
    opinions: ColumnOpinions | None,
    positions: npt.NDArray[np.int64],
    *,
    units: StageUnits,
    path_ids: pa.Array,
) -> ColumnCells:
    """Cells and mask bits of one column (the truth table of the file format).

    Args:
        column: the contract's column.
        roles: the rows of the table.
        opinions: what prims say, or None.
        positions: (k,) table row of each opinion.
        units: stage units the producer rules depend on.
        path_ids: path id by target index, for relationships.
    """
    rows = len(roles.listed)
    source = np.full(rows, _NO_VALUE, np.int64)
    if column.producer is ProducerRule.RESOLVED:
        source[roles.listed] = _FALLBACK
    ruled = _rule_rows(column, roles)
    source[ruled] = _RULE
    authored = np.zeros(rows, np.bool_)
    blocked = np.zeros(rows, np.bool_)
    if opinions is not None:
        _lay_over(column, opinions, positions, roles, source, ruled)
        authored[positions[opinions.states == OpinionState.AUTHORED]] = True
        blocked[positions[opinions.states == OpinionState.BLOCKED]] = True
    values = _gather(column, source, opinions, units)
    return ColumnCells(_finish(column, values, path_ids), authored, blocked)


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
    constants = pa.array([_constant(column.fallback), _constant(rule)], kind)
    if column.fallback is None:
        source[source == _FALLBACK] = _NO_VALUE
    if opinions is not None and _is_whole(source, opinions.values):
        return opinions.values
    if column.array or pa.types.is_string(kind) or column.relationship:
        pool = constants if opinions is None else pa.concat_arrays([constants, opinions.values])
        return pool.take(pa.array(source, mask=source == _NO_VALUE))
    return _gather_numbers(kind, source, constants, None if opinions is None else opinions.values)


def _constant(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _gather_numbers(
    kind: pa.DataType, source: npt.NDArray[np.int64], constants: pa.Array, values: pa.Array | None
) -> pa.Array:
    """Numbers, flags and lanes through numpy, zero where there is no value."""
    pool = np.array(numpy_values(constants))
    pool[~valid_mask(constants)] = 0
    if values is not None:
        pool = np.concatenate([pool, numpy_values(values)])
    valid = source != _NO_VALUE
    if values is None and len(source) and valid.all() and (source == source[0]).all():
        cells = np.repeat(pool[source[:1]], len(source), axis=0)
    else:
        cells = pool[np.where(valid, source, 0)]
        cells[~valid] = 0
    mask = None if valid.all() else pa.array(~valid)
    if not pa.types.is_fixed_size_list(kind):
        return pa.array(cells, kind, mask=None if mask is None else ~valid)
    lanes = pa.array(cells.reshape(-1), kind.value_type)
    return pa.FixedSizeListArray.from_arrays(lanes, type=kind, mask=mask)


def _is_whole(source: npt.NDArray[np.int64], values: pa.Array) -> bool:
    """Whether the cells are the opinions' values as they stand, the most common case."""
    whole = len(source) == len(values) and not values.null_count
    return whole and bool((source == np.arange(_FIRST_OPINION, _FIRST_OPINION + len(source))).all())


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
    counts = np.diff(numpy_values(lists.offsets).astype(np.int64))
    counts[~valid_mask(lists)] = 0
    return pa.array(np.concatenate([[0], np.cumsum(counts)]), pa.int32())
