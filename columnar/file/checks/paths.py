"""Checks of a scene's path and prim tables, on which every other table stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from columnar.file.checks.findings import Findings
from columnar.file.checks.tables import Tables
from columnar.scene import PATH_RULE, PathKind, invalid_path_names, numpy_values, text_buffers, valid_mask

__all__ = ["PathIndex", "check_paths"]

_Ids = npt.NDArray[Any]
_SLASH = 0x2F
_BLOCK_ROWS = 4096
"""Rows compared in one go: so few that the copies stay in the cache, and in memory that is there already."""


@dataclass(frozen=True)
class PathIndex:
    """What other tables may refer to.

    Attributes:
        names: (n,) large_utf8 path strings by id.
        has_row: (n,) bool, whether the prim table has a row for the path.
    """

    names: pa.Array
    has_row: npt.NDArray[np.bool_]

    @property
    def size(self) -> int:
        """Number of paths."""
        return len(self.names)

    @property
    def rule(self) -> str:
        """What a path id must be, for messages."""
        return f"a path id below {self.size}"

    def in_range(self, ids: _Ids) -> bool:
        """Whether all ids are paths of this scene."""
        return not len(ids) or int(ids.max()) < self.size

    def labels(self, ids: _Ids) -> list[str]:
        """Paths of the first few ids, for messages."""
        return [self.names[int(i)].as_py() if i < self.size else f"path id {i}" for i in ids[:5]]


def check_paths(tables: Tables, findings: Findings) -> PathIndex:
    """Check the path and prim tables of a scene; the index is usable whatever was found."""
    if "path" not in tables or "prim" not in tables:
        findings.add("path, prim", "are missing or empty", "a path and a prim table in every scene")
        return PathIndex(pa.array([], pa.large_string()), np.zeros(0, np.bool_))
    prims, names = tables["prim"], tables["path"]["name"]
    _check_names(names, findings)
    index = PathIndex(names, np.zeros(len(names), np.bool_))
    ids = numpy_values(prims["prim"])
    if not index.in_range(ids):
        findings.add_rows("prim.prim", np.flatnonzero(ids >= index.size), "is no path id", index.rule)
        return index
    index.has_row[ids.view(np.int64)] = True
    _check_prims(ids, prims, index, findings)
    _check_kinds(numpy_values(tables["path"]["kind"]), index, findings)
    return index


def _check_names(names: pa.Array, findings: Findings) -> None:
    if names[0].as_py() != "/":
        findings.add("path.name", "does not begin with '/'", "the pseudo-root '/' as path 0")
    findings.add_rows("path.name", invalid_path_names(names), "is no path", PATH_RULE)
    ascending = pc.less(names.slice(0, len(names) - 1), names.slice(1))
    if not pc.all(ascending).as_py():
        unordered = np.flatnonzero(~np.asarray(ascending)) + 1
        findings.add_rows("path.name", unordered, "is out of order", "each path once, in byte order")


def _check_prims(ids: _Ids, prims: Mapping[str, pa.Array], index: PathIndex, findings: Findings) -> None:
    if ids[0] != 0:
        findings.add("prim.prim", "does not begin with the pseudo-root", "a row for '/' (path 0) first")
    unordered = np.flatnonzero(ids[1:] <= ids[:-1]) + 1
    labels = index.labels(ids[unordered])
    findings.add_rows("prim.prim", unordered, "is out of order", "each prim once, in path order", names=labels)
    _check_parents(ids, prims["parent"], index, findings)
    prototypes = numpy_values(prims["prototype"].drop_null())
    if not index.in_range(prototypes) or not index.has_row[prototypes].all():
        findings.add("prim.prototype", "names a path without a row", "the prim of a shared prototype")


def _check_parents(ids: _Ids, parents: pa.Array, index: PathIndex, findings: Findings) -> None:
    given, valid = numpy_values(parents), valid_mask(parents)
    if valid[0]:
        findings.add("prim.parent row 0", "is given for '/'", "no parent of the pseudo-root")
    offsets, text = text_buffers(index.names)
    blocks = (slice(start, start + _BLOCK_ROWS) for start in range(0, len(ids), _BLOCK_ROWS))
    fits = [_is_ancestor(given[block], ids[block], index, offsets, text) for block in blocks]
    rows = np.flatnonzero(~np.concatenate(fits) & valid)
    labels = index.labels(ids[rows])
    findings.add_rows("prim.parent", rows, "is no ancestor", "the path id of an ancestor with a row", names=labels)


def _is_ancestor(
    parents: _Ids, ids: _Ids, index: PathIndex, offsets: npt.NDArray[np.int64], text: npt.NDArray[np.uint8]
) -> npt.NDArray[np.bool_]:
    """Whether parents stand before their children and have rows, and their paths are as long as the child's to a slash.

    All paths are below the root. Offsets and text are those of the path names.
    """
    before = parents < ids
    parents, ids = np.where(before, parents, 0).astype(np.int64), ids.astype(np.int64)
    ends = offsets[ids] + offsets[parents + 1] - offsets[parents]
    below = (text.take(ends, mode="clip") == _SLASH) & (ends < offsets[ids + 1])
    fits: npt.NDArray[np.bool_] = before & index.has_row[parents] & (below | (parents == 0))
    return fits


def _check_kinds(kinds: npt.NDArray[np.int32], index: PathIndex, findings: Findings) -> None:
    """`row` and `prototype` are the kinds of paths with a row; a prototype may also be only spoken of."""
    order = list(PathKind)
    is_row = kinds == order.index(PathKind.ROW)
    may_be_row = is_row | (kinds == order.index(PathKind.PROTOTYPE))
    wrong = np.flatnonzero((index.has_row & ~may_be_row) | (is_row & ~index.has_row))
    findings.add_rows(
        "path.kind",
        wrong,
        "contradicts the prim table",
        "'row' or 'prototype' exactly for paths with a row in it",
        names=index.labels(wrong.astype(np.uint64)),
    )
