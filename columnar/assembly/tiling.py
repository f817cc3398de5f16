"""Copies of subtrees: rows, opinions and targets of a subtree repeated under new paths, a few array operations each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from columnar.assembly.opinions import ColumnOpinions, PropertyCell, RowTable, StageOpinions, plain_type
from columnar.scene import PathKind, numpy_values, world_matrices
from schemas.contract import Contract

__all__ = ["SubtreeCopies", "descendant_rows", "tile"]

_Rows = npt.NDArray[np.int64]


@dataclass(frozen=True)
class SubtreeCopies:
    """Copies of one subtree.

    Attributes:
        root: row of the subtree's root.
        paths: (m,) new root paths.
        parents: (m,) int64 rows under which the copies stand.
        local: (m, 4, 4) local matrices of the new roots.
    """

    root: int
    paths: Sequence[str]
    parents: _Rows
    local: npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Tile:
    """One subtree's copies in terms of rows: copy j of `source[i]` is new row `first + j * len(source) + i`."""

    source: _Rows
    count: int
    first: int


def descendant_rows(rows: RowTable, roots: Sequence[int]) -> _Rows:
    """Rows at or below the given rows, ascending."""
    inside = np.zeros(len(rows), np.bool_)
    inside[list(roots)] = True
    parent = np.maximum(rows.parent, 0)
    has_parent = rows.parent >= 0
    while True:
        grown = inside | (has_parent & inside[parent])
        if (grown == inside).all():
            return np.flatnonzero(inside)
        inside = grown


def tile(opinions: StageOpinions, copies: Sequence[SubtreeCopies], drop: _Rows, contract: Contract) -> StageOpinions:
    """The opinions with copies added and rows dropped.

    Args:
        opinions: what to grow.
        copies: what to repeat; sources are read before anything is dropped.
        drop: rows to leave out, ascending.
        contract: says which columns hold targets.
    """
    opinions = opinions.with_target_paths()
    tiles: list[_Tile] = []
    first = len(opinions.rows)
    for copy in copies:
        source = descendant_rows(opinions.rows, [copy.root])
        tiles.append(_Tile(source, len(copy.paths), first))
        first += len(source) * len(copy.paths)
    targets = _Targets(opinions, copies)
    columns = {
        key: _tile_column(values, tiles, targets, relationship=pa.types.is_list(kind) and kind.value_type == pa.int64())
        for key, values in opinions.columns.items()
        if (kind := plain_type(contract.component(key[0]).column_by_name[key[1]])) is not None
    }
    grown = replace(
        opinions,
        rows=_tile_rows(opinions.rows, copies, tiles),
        columns=columns,
        targets=targets.paths(),
        properties=_tile_properties(opinions.properties, tiles, targets),
    )
    return _sorted(grown, drop)


class _Targets:
    """Relationship targets with those inside a copied subtree repeated per copy."""

    def __init__(self, opinions: StageOpinions, copies: Sequence[SubtreeCopies]) -> None:
        self._known = opinions.targets
        self._parts: list[pa.Array] = [opinions.targets]
        self._maps: list[tuple[_Rows, int, int]] = []
        first = len(opinions.targets)
        for copy in copies:
            root = opinions.rows.paths[copy.root].as_py()
            inside = pc.or_(
                pc.equal(self._known, root),
                pc.or_(pc.starts_with(self._known, root + "/"), pc.starts_with(self._known, root + ".")),
            )
            found = np.flatnonzero(np.asarray(inside)) if len(self._known) else np.zeros(0, np.int64)
            suffixes = pc.utf8_slice_codeunits(self._known.take(pa.array(found)), len(root))
            self._parts.append(_joined(copy.paths, suffixes))
            place = np.full(len(self._known), -1, np.int64)
            place[found] = np.arange(len(found))
            self._maps.append((place, first, len(found)))
            first += len(found) * len(copy.paths)

    def paths(self) -> pa.Array:
        """All target paths, the copies' after the known ones."""
        return pa.concat_arrays(self._parts)

    def remap(self, number: int, copy: _Rows, values: _Rows) -> _Rows:
        """Target indices of copies: those inside the subtree become the copy's own.

        Args:
            number: which of the tiled subtrees.
            copy: (k,) copy number of each value.
            values: (k,) target indices.
        """
        place, first, inside = self._maps[number]
        return np.where(place[values] >= 0, first + copy * inside + place[values], values)


def _joined(prefixes: Sequence[str], suffixes: pa.Array) -> pa.Array:
    """Every prefix with every suffix, suffixes running fastest."""
    left = pa.array(prefixes, pa.large_string()).take(pa.array(np.repeat(np.arange(len(prefixes)), len(suffixes))))
    right = suffixes.take(pa.array(np.tile(np.arange(len(suffixes)), len(prefixes))))
    return pc.binary_join_element_wise(left, right, pa.scalar("", pa.large_string()))


def _tile_rows(rows: RowTable, copies: Sequence[SubtreeCopies], tiles: Sequence[_Tile]) -> RowTable:
    paths, parents, codes, locals_, resets, instanced = (
        [rows.paths],
        [rows.parent],
        [rows.archetype],
        [rows.local],
        [rows.reset],
        [rows.from_instance],
    )
    for copy, part in zip(copies, tiles, strict=True):
        size = len(part.source)
        root = rows.paths[copy.root].as_py()
        suffixes = pc.utf8_slice_codeunits(rows.paths.take(pa.array(part.source)), len(root))
        paths.append(_joined(copy.paths, suffixes))
        place = np.full(len(rows), -1, np.int64)
        place[part.source] = np.arange(size)
        inner = place[np.maximum(rows.parent[part.source], 0)]
        parent = part.first + np.repeat(np.arange(part.count), size) * size + np.tile(inner, part.count)
        roots = np.flatnonzero(np.tile(part.source == copy.root, part.count))
        parent[roots] = copy.parents
        local = np.tile(rows.local[part.source], (part.count, 1, 1))
        local[roots] = copy.local
        reset = np.tile(rows.reset[part.source], part.count)
        reset[roots] = False
        parents.append(parent)
        codes.append(np.tile(rows.archetype[part.source], part.count))
        locals_.append(local)
        resets.append(reset)
        instanced.append(np.ones(size * part.count, np.bool_))
    return replace(
        rows,
        paths=pa.concat_arrays(paths),
        parent=np.concatenate(parents),
        archetype=np.concatenate(codes),
        local=np.concatenate(locals_),
        reset=np.concatenate(resets),
        world=np.zeros((0, 4, 4)),
        from_instance=np.concatenate(instanced),
    )


def _tile_column(
    opinions: ColumnOpinions, tiles: Sequence[_Tile], targets: _Targets, *, relationship: bool
) -> ColumnOpinions:
    picks = [np.arange(len(opinions.rows))]
    rows = [opinions.rows]
    flats = [numpy_values(opinions.values.flatten()).astype(np.int64)] if relationship else []
    for number, part in enumerate(tiles):
        inside, place = _inside(opinions.rows, part)
        copy = np.repeat(np.arange(part.count), len(inside))
        rows.append(part.first + copy * len(part.source) + np.tile(place, part.count))
        picks.append(np.tile(inside, part.count))
        if relationship:
            lists = opinions.values.take(pa.array(picks[-1]))
            lengths = np.asarray(pc.fill_null(pc.list_value_length(lists), 0))
            flat = numpy_values(lists.flatten()).astype(np.int64)
            flats.append(targets.remap(number, np.repeat(copy, lengths), flat))
    pick = np.concatenate(picks)
    values = opinions.values.take(pa.array(pick))
    if relationship:
        lengths = np.asarray(pc.fill_null(pc.list_value_length(values), 0))
        offsets = pa.array(np.concatenate([[0], np.cumsum(lengths)]), pa.int32())
        mask = values.is_null() if values.null_count else None
        values = pa.ListArray.from_arrays(offsets, pa.array(np.concatenate(flats)), type=values.type, mask=mask)
    return ColumnOpinions(
        rows=np.concatenate(rows),
        instances=None if opinions.instances is None else opinions.instances[pick],
        states=opinions.states[pick],
        values=values,
    )


def _inside(rows: _Rows, part: _Tile) -> tuple[_Rows, _Rows]:
    """Positions of opinions whose row is in the subtree, and the rows' places in it."""
    if not len(part.source):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    place = np.minimum(np.searchsorted(part.source, rows), len(part.source) - 1)
    inside = np.flatnonzero(part.source[place] == rows)
    return inside, place[inside]


def _tile_properties(
    cells: Sequence[PropertyCell], tiles: Sequence[_Tile], targets: _Targets
) -> tuple[PropertyCell, ...]:
    found = list(cells)
    for number, part in enumerate(tiles):
        place = {int(row): i for i, row in enumerate(part.source)}
        inside = [cell for cell in cells if cell.row in place]
        for copy in range(part.count):
            for cell in inside:
                row = part.first + copy * len(part.source) + place[cell.row]
                held = cell.targets
                if held:
                    held = tuple(targets.remap(number, np.full(len(held), copy), np.array(held, np.int64)).tolist())
                found.append(replace(cell, row=row, targets=held))
    return tuple(found)


def _sorted(opinions: StageOpinions, drop: _Rows) -> StageOpinions:
    """Rows in path order without the dropped ones; world matrices composed anew."""
    rows = opinions.rows
    keep = np.ones(len(rows), np.bool_)
    keep[drop] = False
    order = np.asarray(pc.sort_indices(rows.paths)).astype(np.int64)
    order = order[keep[order]]
    place = np.full(len(rows), -1, np.int64)
    place[order] = np.arange(len(order))
    parent = np.where(rows.parent[order] >= 0, place[np.maximum(rows.parent[order], 0)], -1)
    local, reset = rows.local[order], rows.reset[order]
    dropped = rows.paths.take(pa.array(drop)).to_pylist()
    known = set(rows.paths.take(pa.array(order)).to_pylist())
    kinds = {path: kind for path, kind in opinions.path_kinds.items() if path not in known}
    return replace(
        opinions,
        rows=replace(
            rows,
            paths=rows.paths.take(pa.array(order)),
            parent=parent,
            archetype=rows.archetype[order],
            local=local,
            reset=reset,
            world=world_matrices(local, reset, parent),
            from_instance=rows.from_instance[order],
            prototype={int(place[a]): int(place[b]) for a, b in rows.prototype.items() if place[a] >= 0},
        ),
        columns={key: _placed(values, place) for key, values in opinions.columns.items()},
        path_kinds=kinds | dict.fromkeys(dropped, PathKind.PRIM),
        properties=tuple(replace(c, row=int(place[c.row])) for c in opinions.properties if place[c.row] >= 0),
    )


def _placed(opinions: ColumnOpinions, place: _Rows) -> ColumnOpinions:
    rows = place[opinions.rows]
    kept = rows >= 0
    if kept.all():
        return replace(opinions, rows=rows)
    return ColumnOpinions(
        rows=rows[kept],
        instances=None if opinions.instances is None else opinions.instances[kept],
        states=opinions.states[kept],
        values=opinions.values.filter(pa.array(kept)),
    )
