"""Tables handed in by a caller: names, lengths, paths and values checked, every problem noted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from columnar.assembly.opinions import plain_type
from columnar.assembly.user_values import describe_type, typed_values
from columnar.scene import MATRIX, PATH_RULE, SceneError, invalid_path_names
from schemas.contract import Component, Contract, unknown_name

__all__ = ["PRIM_TABLE", "TableProblems", "TablesError", "UserTable", "read_tables"]

PRIM_TABLE = "prim"
"""Name of the optional table that says what prims are."""

_TEXTS = pa.list_(pa.field("item", pa.string(), nullable=False))

_PRIM_COLUMNS = {
    "usd-prim-type": pa.string(),
    "usd-schemas": _TEXTS,
    "unregistered": _TEXTS,
    "omni:xform": MATRIX,
    "omni:resetXformStack": pa.bool_(),
}

_DERIVED = ("listed", "authored", "blocked", "parent", "from_instance", "prototype", "omni:fabric:worldMatrix")

_INSTANCE = re.compile(r"[^\s/]+")

_SHOWN = 5


class TablesError(SceneError):
    """Tables that make no scene. `problems` holds one line each, the message all of them."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("the tables do not make a scene:\n" + "\n".join(f"  {problem}" for problem in problems))


class TableProblems:
    """What is wrong with the tables, gathered over all of them."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def add(self, line: str) -> None:
        """Note a problem."""
        self._lines.append(line)

    def add_rows(self, table: str, rows: Sequence[tuple[int, object]], what: str) -> None:
        """Note rows that share a problem, the first few with their value."""
        if rows:
            shown = ", ".join(f"{row} ({_short(value)})" for row, value in rows[:_SHOWN])
            more = f" and {len(rows) - _SHOWN} more" if len(rows) > _SHOWN else ""
            self.add(f"{table}: {'rows' if len(rows) > 1 else 'row'} {shown}{more}: {what}")

    def raise_any(self) -> None:
        """Raise what was gathered.

        Raises:
            TablesError: there are problems.
        """
        if self._lines:
            raise TablesError(self._lines)


@dataclass(frozen=True)
class UserTable:
    """One checked table.

    Attributes:
        name: component name, or "prim".
        prims: (n,) prim path of each row.
        instances: (n,) instance names of a multiple-apply component, else None.
        columns: (n,) arrays of the columns' plain type, relationships as lists of path text; null where unauthored.
        relationships: names of the columns that hold paths.
    """

    name: str
    prims: tuple[str, ...]
    instances: tuple[str, ...] | None
    columns: Mapping[str, pa.Array]
    relationships: frozenset[str] = frozenset()


def read_tables(tables: Mapping[str, Any], contract: Contract, problems: TableProblems) -> list[UserTable]:
    """The tables that could be read; whatever is wrong with the others, or with single rows, goes to `problems`.

    Args:
        tables: by name, `pa.Table`, `pa.RecordBatch` or a mapping from column names to values.
        contract: says which tables and columns there are.
        problems: where findings go.
    """
    known = {component.name: component for component in contract.tables}
    found = []
    for name, table in tables.items():
        if name != PRIM_TABLE and name not in known:
            problems.add(f"{name}: {unknown_name('table', name, [*known, PRIM_TABLE])}")
            continue
        columns = _columns(table)
        lengths = {column: len(values) for column, values in columns.items()}
        if len(set(lengths.values())) > 1:
            listed = ", ".join(f"{column!r} {length}" for column, length in lengths.items())
            problems.add(f"{name}: columns differ in length: {listed}")
        read = _read_table(name, known.get(name), columns, problems)
        if read is not None:
            found.append(read)
    return found


def _columns(table: Any) -> dict[str, Any]:
    if isinstance(table, pa.Table | pa.RecordBatch):
        return {name: table.column(name) for name in table.column_names}
    return dict(table)


def _read_table(
    name: str, component: Component | None, columns: dict[str, Any], problems: TableProblems
) -> UserTable | None:
    keys = [key for key in ("prim", "path") if key in columns]
    if len(keys) != 1:
        problems.add(f"{name}: needs one column of prim paths, named 'prim' or 'path'; it has {keys or 'neither'}")
        return None
    prims = _texts(name, keys[0], columns.pop(keys[0]), problems)
    problems.add_rows(name, _bad_prims(prims), f"{keys[0]!r} must be a prim path: {PATH_RULE}, no property, not '/'")
    instances = _instances(name, component, columns, problems)
    problems.add_rows(name, _repeated(prims, instances), "the same prim (and instance) has an earlier row")
    kinds: Mapping[str, pa.DataType] = _PRIM_COLUMNS
    relationships: frozenset[str] = frozenset()
    if component is not None:
        kinds = {c.name: _TEXTS if c.relationship else plain_type(c) for c in component.columns}
        relationships = frozenset(column.name for column in component.columns if column.relationship)
    return UserTable(
        name=name,
        prims=tuple(path or "" for path in prims),
        instances=None if instances is None else tuple(instance or "" for instance in instances),
        columns=_typed_columns(name, columns, kinds, problems),
        relationships=relationships,
    )


def _typed_columns(
    name: str, columns: Mapping[str, Any], kinds: Mapping[str, pa.DataType], problems: TableProblems
) -> dict[str, pa.Array]:
    typed = {}
    for column, values in columns.items():
        if column not in kinds:
            problems.add(f"{name}: {_unknown_column(column, kinds)}")
            continue
        typed[column], bad = typed_values(values, kinds[column])
        problems.add_rows(name, _quoted(values, bad), f"{column!r} must be {describe_type(kinds[column])} or None")
    return typed


def _unknown_column(column: str, known: Iterable[str]) -> str:
    if column in _DERIVED:
        return f"column {column!r} is worked out from the others; leave it out"
    return unknown_name("column", column, known) if known else f"no column {column!r}; it has only 'prim'"


def _texts(table: str, column: str, values: Any, problems: TableProblems) -> list[str | None]:
    """Texts of a column that must have one in every row; None where it has not, which is noted."""
    array, bad = typed_values(values, pa.string())
    missing = sorted({*bad, *np.flatnonzero(np.asarray(array.is_null())).tolist()})
    problems.add_rows(table, _quoted(values, missing), f"{column!r} must be a text")
    texts: list[str | None] = array.to_pylist()
    return texts


def _instances(
    table: str, component: Component | None, columns: dict[str, Any], problems: TableProblems
) -> list[str | None] | None:
    if component is None or not component.multiple_apply:
        return None
    if "instance" not in columns:
        problems.add(f"{table}: is a multiple-apply schema; give each row's name in a column 'instance'")
        return None
    names = _texts(table, "instance", columns.pop("instance"), problems)
    unfit = [(row, name) for row, name in enumerate(names) if name is not None and not _INSTANCE.fullmatch(name)]
    problems.add_rows(table, unfit, "'instance' must be a name without spaces")
    return names


def _bad_prims(prims: Sequence[str | None]) -> list[tuple[int, object]]:
    readable = ["/World" if path is None else path for path in prims]
    unfit = set(invalid_path_names(pa.array(readable, pa.large_string())).tolist())
    unfit.update(row for row, path in enumerate(readable) if path == "/" or "." in path)
    return [(row, prims[row]) for row in sorted(unfit)]


def _repeated(prims: Sequence[str | None], instances: Sequence[str | None] | None) -> list[tuple[int, object]]:
    """Rows whose prim (and instance) an earlier row has; those without a readable one are left to other messages."""
    if instances is None:
        keys: list[object] = list(prims)
    else:
        keys = [None if None in pair else pair for pair in zip(prims, instances, strict=False)]
    first: dict[object, int] = {}
    return [(row, key) for row, key in enumerate(keys) if key is not None and first.setdefault(key, row) != row]


def _quoted(values: Any, rows: Iterable[int]) -> list[tuple[int, object]]:
    scalars = isinstance(values, pa.Array | pa.ChunkedArray)
    return [(row, values[row].as_py() if scalars else values[row]) for row in rows]


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
