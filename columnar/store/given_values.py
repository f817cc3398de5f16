"""Values handed to the store, held against the column they are for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.assembly import plain_type
from columnar.scene import numpy_values
from columnar.store.errors import StoreError
from schemas.contract import Column, element_type

__all__ = ["Targets", "given_values"]

Targets = Callable[[Sequence[Any]], npt.NDArray[np.uint64]]
"""Entity ids of the targets of a relationship, given as ids or paths."""


def given_values(column: Column, given: Any, count: int, where: str, *, single: bool, targets: Targets) -> Any:
    """Values for `count` cells as the column stores them.

    Args:
        column: the column.
        given: (count,) or (count, lanes) numbers or flags; texts for tokens; for an array column a sequence of
            sequences, relationship targets being entity ids or paths. With `single` the value of one cell.
        count: number of cells.
        where: the call, for messages.
        single: whether `given` is one cell's value.
        targets: numbers relationship targets.

    Returns:
        A numpy array (numbers, lanes, flags), a list of texts (tokens), or an Arrow array (array columns, with targets
        as entity ids).

    Raises:
        StoreError: a wrong shape, number, dtype or type.
    """
    if isinstance(given, pa.ChunkedArray):
        given = given.combine_chunks()
    _require_readable(given, count, where, single=single)
    given = [given] if single else given
    if column.array:
        return _lists(column, given, count, where, targets)
    if pa.types.is_string(plain_type(column)):
        return _texts(column, given, count, where)
    lanes = () if column.lanes == 1 else (column.lanes,)
    return _numbers(column, given, (count, *lanes), where, single=single)


def _require_readable(given: Any, count: int, where: str, *, single: bool) -> None:
    """Refuse what would be read as something else than it says."""
    if np.ma.is_masked(given):
        raise StoreError(f"{where}: a masked array given, expected values; `block` or `clear` such cells")
    if isinstance(given, str | bytes) and not single:
        raise StoreError(f"{where}: one text given for {count} cells, expected a sequence of values")


def _dtype(column: Column) -> np.dtype[Any]:
    kind = element_type(column)
    return np.dtype(np.bool_) if pa.types.is_boolean(kind) else np.dtype(kind.to_pandas_dtype())


def _numbers(
    column: Column, given: Any, shape: tuple[int, ...], where: str, *, single: bool = False
) -> npt.NDArray[Any]:
    dtype = _dtype(column)
    if isinstance(given, pa.Array):
        if given.null_count:
            raise StoreError(f"{where}: {given.null_count} nulls given, expected values; `block` or `clear` such cells")
        if not _is_numeric(given.type):
            raise StoreError(f"{where}: Arrow array of {given.type} given, expected {dtype} of shape {shape}")
        given = numpy_values(given)
    typed = isinstance(given, np.ndarray | np.generic) or (
        isinstance(given, list | tuple) and len(given) == 1 and isinstance(given[0], np.ndarray | np.generic)
    )
    try:
        values = np.asarray(given)
    except ValueError:
        raise StoreError(f"{where}: rows of different lengths given, expected {dtype} of shape {shape}") from None
    if values.size == 0 and shape[0] == 0:
        return np.zeros(shape, dtype)
    if values.shape != shape:
        found, wanted = (values.shape[1:], shape[1:]) if single else (values.shape, shape)
        raise StoreError(f"{where}: shape {found} given, expected {wanted}")
    if not _fits(values, dtype, typed):
        raise StoreError(f"{where}: {_described(values)} given, expected {dtype}")
    with np.errstate(over="ignore"):
        return np.array(values, dtype)


def _is_numeric(kind: pa.DataType) -> bool:
    """Whether an Arrow type is of numbers, flags or lanes of those, which are read without a copy."""
    element = kind.value_type if pa.types.is_fixed_size_list(kind) else kind
    return any(test(element) for test in (pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean))


def _fits(values: npt.NDArray[Any], dtype: np.dtype[Any], typed: bool) -> bool:
    """Whether numbers may go into a column of this dtype: arrays without loss, plain Python numbers by their value."""
    if values.dtype.kind not in "biuf" or (values.dtype.kind == "b") != (dtype.kind == "b"):
        return False
    if typed:
        return np.can_cast(values.dtype, dtype, "safe")
    if dtype.kind in "iu":
        bounds = np.iinfo(dtype)
        return values.dtype.kind in "iu" and bool(((values >= bounds.min) & (values <= bounds.max)).all())
    return True


def _described(values: npt.NDArray[Any]) -> str:
    if values.dtype.kind == "O":
        return "values that are no numbers"
    if values.dtype.kind in "iu" and values.size:
        return f"{values.dtype} from {values.min()} to {values.max()}"
    return str(values.dtype)


def _texts(column: Column, given: Any, count: int, where: str) -> list[str]:
    items = (
        given.to_pylist() if isinstance(given, pa.Array) else list(given) if isinstance(given, Iterable) else [given]
    )
    if len(items) != count:
        raise StoreError(f"{where}: {len(items)} values given, expected {count}")
    unfit = sorted({type(item).__name__ for item in items if not isinstance(item, str)})
    if unfit:
        raise StoreError(f"{where}: {', '.join(unfit)} given, expected text ({column.usd_type})")
    try:
        return [str(item) for item in items if item.encode() is not None]
    except UnicodeEncodeError as unfit_text:
        raise StoreError(f"{where}: {unfit_text.object!r} given, expected text that is valid Unicode") from None


def _lists(column: Column, given: Any, count: int, where: str, targets: Targets) -> pa.Array:
    items = (
        given.to_pylist() if isinstance(given, pa.Array) else list(given) if isinstance(given, Iterable) else [given]
    )
    if len(items) != count:
        raise StoreError(f"{where}: {len(items)} lists given, expected {count}")
    unfit = sorted({type(i).__name__ for i in items if isinstance(i, str | bytes) or not isinstance(i, Iterable)})
    if unfit:
        raise StoreError(f"{where}: {', '.join(unfit)} given, expected a sequence for each cell")
    if column.relationship:
        cells = [targets(list(item)) for item in items]
        lengths = [len(cell) for cell in cells]
        flat = pa.array(np.concatenate(cells) if cells else np.zeros(0, np.uint64), pa.uint64())
        return _list_array(lengths, flat)
    if pa.types.is_string(plain_type(column).value_type):
        texts = [_texts(column, list(item), len(list(item)), where) for item in items]
        return _list_array([len(text) for text in texts], pa.array([t for text in texts for t in text], pa.string()))
    return _number_lists(column, items, where)


def _number_lists(column: Column, items: Sequence[Any], where: str) -> pa.Array:
    lanes = () if column.lanes == 1 else (column.lanes,)
    arrays = [
        _numbers(column, item, (len(item), *lanes), where) if len(item) else np.zeros((0, *lanes), _dtype(column))
        for item in (item if isinstance(item, np.ndarray) else list(item) for item in items)
    ]
    kind = plain_type(column)
    flat: Any = np.concatenate(arrays).reshape(-1) if arrays else np.zeros(0, _dtype(column))
    values = pa.array(flat, element_type(column))
    if column.lanes > 1:
        values = pa.FixedSizeListArray.from_arrays(values, type=kind.value_type)
    return _list_array([len(array) for array in arrays], values)


def _list_array(lengths: Sequence[int], flat: pa.Array) -> pa.Array:
    offsets = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(np.int32)
    kind = pa.list_(pa.field("item", flat.type, nullable=False))
    return pa.ListArray.from_arrays(pa.array(offsets), flat, type=kind)
