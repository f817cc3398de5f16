"""A record batch under another contract version brought to this one: columns by name, absent where it had none.

The rule: a file of the same contract version must have exactly this contract's columns. An older file of the same major
version may lack some; they come back as absent cells, whole components as unpopulated. A newer one may have more; they
are left out, with a warning that names them. Everything else (a column no contract had, another type, another mask bit)
is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pyarrow as pa

from columnar.file.header import ContractVersion
from columnar.file.problems import Problem
from columnar.scene import encode_tokens, numpy_values, scene_schema, valid_mask
from schemas.contract import Contract

__all__ = ["SchemaDifferences", "compare_schemas", "conform"]

_REDO = "populate the stage again"


@dataclass
class SchemaDifferences:
    """How a file's schema differs from the contract's.

    Attributes:
        added: tables and columns that only the file has.
        missing: tables and columns that only the contract has.
        problems: what no version difference explains.
    """

    added: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def none(self) -> bool:
        """Whether the columns are the same."""
        return not (self.added or self.missing or self.problems)

    def judge(self, version: ContractVersion, current: ContractVersion) -> list[Problem]:
        """The problems, with the differences that these two versions do not explain."""
        found = list(self.problems)
        if self.added and version <= current:
            what = f"has {_listed(self.added)}, which contract {_text(version)} does not"
            found.append(Problem("", what, "the contract's tables and columns only", _REDO))
        if self.missing and version >= current:
            what = f"lacks {_listed(self.missing)}, which contract {_text(version)} has"
            found.append(Problem("", what, "all of the contract's tables and columns", _REDO))
        return found


def compare_schemas(schema: pa.Schema, contract: Contract) -> SchemaDifferences:
    """What a file's schema has more, less, or otherwise than the contract's."""
    expected = scene_schema(contract)
    differences = SchemaDifferences()
    try:
        _compare_fields(schema, expected, differences)
    except UnicodeDecodeError:
        differences.problems.append(Problem("", "has a column whose name is no UTF-8", "", _REDO))
    differences.added.sort()
    differences.missing.sort()
    return differences


def _compare_fields(schema: pa.Schema, expected: pa.Schema, differences: SchemaDifferences) -> None:
    for where, given, wanted in _pairs(schema, expected, differences):
        if not given.type.equals(wanted.type) or given.nullable != wanted.nullable:
            differences.problems.append(Problem(where, f"is of type {_kind(given)}", _kind(wanted), _REDO))
        elif _bit(given) != _bit(wanted):
            found = f"has mask bit {_bit(given) or 'none'}"
            differences.problems.append(Problem(where, found, f"bit {_bit(wanted) or 'none'}", _REDO))


def conform(batch: pa.RecordBatch, contract: Contract) -> pa.RecordBatch:
    """The batch with exactly the contract's columns, in its order; tokens of closed sets get the contract's codes.

    Args:
        batch: its schema has been compared and judged, its buffers have been validated.
        contract: the contract to arrive at.
    """
    expected = scene_schema(contract)
    if batch.schema.equals(expected):
        return batch
    columns = []
    for wanted in expected:
        if wanted.name not in batch.schema.names:
            columns.append(pa.nulls(batch.num_rows, wanted.type))
        elif wanted.name in contract.components:
            columns.append(_conform_table(batch.column(wanted.name), wanted, contract))
        else:
            columns.append(batch.column(wanted.name))
    return pa.RecordBatch.from_arrays(columns, schema=expected)


def _conform_table(tables: pa.Array, wanted: pa.Field, contract: Contract) -> pa.Array:
    component = contract.component(wanted.name)
    rows = tables.values
    given = {child.name: rows.field(index) for index, child in enumerate(rows.type)}
    known = sum(1 << column.bit for column in component.columns)
    arrays = []
    for child in wanted.type.value_type:
        array = given.get(child.name)
        if array is None:
            array = _absent(child.type, len(rows))
        elif child.name in ("authored", "blocked"):
            array = pa.array(numpy_values(array) & known, pa.uint64())
        elif child.name in component.column_by_name:
            array = _in_closed_order(array, component.column_by_name[child.name].tokens)
        arrays.append(array)
    struct = pa.StructArray.from_arrays(arrays, fields=list(wanted.type.value_type))
    mask = tables.is_null() if tables.null_count else None
    return pa.ListArray.from_arrays(tables.offsets, struct, type=wanted.type, mask=mask)


def _absent(kind: pa.DataType, count: int) -> pa.Array:
    """A column of nulls with zeros below; lanes are never null themselves."""
    if not pa.types.is_fixed_size_list(kind):
        return pa.nulls(count, kind)
    lanes = pa.repeat(pa.scalar(0, kind.value_type), count * kind.list_size)
    return pa.FixedSizeListArray.from_arrays(lanes, type=kind, mask=pa.repeat(True, count))


def _in_closed_order(array: pa.Array, closed: tuple[str, ...]) -> pa.Array:
    """Tokens under the contract's codes: a closed set that has grown since the file was written comes first again."""
    inner = array.values if pa.types.is_list(array.type) else array
    if not (closed and pa.types.is_dictionary(inner.type) and len(inner.dictionary)):
        return array
    if inner.dictionary.to_pylist()[: len(closed)] == list(closed):
        return array
    decoded = inner.dictionary_decode()
    if inner is array:
        return encode_tokens(decoded, closed)
    kind = pa.list_(pa.field("item", decoded.type, nullable=False))
    mask = pa.array(~valid_mask(array)) if array.null_count else None
    return encode_tokens(pa.ListArray.from_arrays(array.offsets, decoded, type=kind, mask=mask), closed)


def _pairs(
    schema: pa.Schema, expected: pa.Schema, differences: SchemaDifferences
) -> Iterator[tuple[str, pa.Field, pa.Field]]:
    """Fields that both have and that may differ: of components the columns, elsewhere the whole table."""
    for name in _repeated(schema.names):
        differences.problems.append(Problem(name, "is there more than once", "one table of a name", _REDO))
    differences.added += [name for name in schema.names if name not in expected.names]
    for wanted in expected:
        index = schema.get_field_index(wanted.name)
        if index < 0:
            if wanted.name not in schema.names:
                differences.missing.append(wanted.name)
            continue
        given = schema.field(index)
        if given.equals(wanted, check_metadata=True):
            continue
        if not _is_component(given) or not _is_component(wanted):
            yield wanted.name, given, wanted
            continue
        yield from _column_pairs(given, wanted, differences)


def _column_pairs(
    given: pa.Field, wanted: pa.Field, differences: SchemaDifferences
) -> Iterator[tuple[str, pa.Field, pa.Field]]:
    own, other = given.type.value_type, wanted.type.value_type
    names = [child.name for child in own]
    for name in _repeated(names):
        differences.problems.append(Problem(f"{wanted.name}.{name}", "is there more than once", "one column", _REDO))
    wanted_names = {child.name for child in other}
    differences.added += [f"{wanted.name}.{name}" for name in names if name not in wanted_names]
    yield f"{wanted.name} (its rows)", _shell(given), _shell(wanted)
    for child in other:
        if child.name not in names:
            differences.missing.append(f"{wanted.name}.{child.name}")
        else:
            yield f"{wanted.name}.{child.name}", own.field(names.index(child.name)), child


def _is_component(table: pa.Field) -> bool:
    """A component's table: a list of structs with the two masks."""
    kind = table.type
    if not (pa.types.is_list(kind) and pa.types.is_struct(kind.value_type)):
        return False
    names = {child.name for child in kind.value_type}
    return {"prim", "listed", "authored", "blocked"} <= names


def _shell(table: pa.Field) -> pa.Field:
    """The table without its columns, to compare nullability."""
    item = pa.field(table.type.value_field.name, pa.struct([]), nullable=table.type.value_field.nullable)
    return pa.field(table.name, pa.list_(item), nullable=table.nullable)


def _repeated(names: list[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def _bit(column: pa.Field) -> str | None:
    bit = (column.metadata or {}).get(b"bit")
    return None if bit is None else bit.decode("utf-8", "replace")


def _kind(column: pa.Field) -> str:
    text = str(column.type)
    text = text if len(text) <= 80 else text[:77] + "..."
    return text if column.nullable else f"{text} not null"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return ", ".join(names[:8]) + more


def _text(version: ContractVersion) -> str:
    return f"{version.major}.{version.minor}.{version.patch}"
