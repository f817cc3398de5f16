"""Section PATHS: the tree of every path a crate file speaks of.

Paths are numbered twice. Specs and values name a path by its *index*; the tree stores them as *nodes* in namespace
order, parents first, each with the token of its last element. All arrays here are by node.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.errors import CrateError
from populate.readers.crate.file_bytes import Cursor, FileBytes
from populate.readers.crate.integers import decode_integers
from populate.readers.crate.sections import Section, require_plausible

__all__ = ["NO_NODE", "PathTree", "read_paths"]

NO_NODE: Final = -1
"""Stands for the parent of the root, and for the node of a path index without one."""

_ONLY_CHILD: Final = -1
_ONLY_SIBLING: Final = 0
_LEAF: Final = -2

_Nodes = NDArray[np.int32]


@dataclass(frozen=True)
class PathTree:
    """The paths.

    Attributes:
        token: (n,) int32 token of the last element; that of the root says nothing.
        is_property: (n,) bool, whether the element is the name of a prim's property.
        parent: (n,) int32 parent node, always before the node itself, `NO_NODE` for the root, which is node 0.
        node: (m,) int32 node by path index, `NO_NODE` for the empty path.
    """

    token: _Nodes
    is_property: NDArray[np.bool_]
    parent: _Nodes
    node: _Nodes

    def __len__(self) -> int:
        return len(self.token)

    def nodes(self, indices: NDArray[np.integer], what: str) -> _Nodes:
        """Nodes of path indices.

        Raises:
            CrateError: there is no such path.
        """
        if len(indices) and (int(indices.min()) < 0 or int(indices.max()) >= len(self.node)):
            raise CrateError(f"{what}: path {indices.max()}: the file has {len(self.node)}")
        found: _Nodes = self.node[indices]
        if len(found) and int(found.min()) == NO_NODE:
            raise CrateError(f"{what}: path {indices[int(found.argmin())]} is not in the tree of paths")
        return found


def read_paths(file: FileBytes, section: Section, token_count: int) -> PathTree:
    """Read section PATHS.

    Raises:
        CrateError: the section is damaged, names a token that is not there, or its nodes make no tree.
    """
    cursor = Cursor(file, section.start, section.size, "section PATHS")
    path_count, count = (require_plausible(cursor.count(), file, cursor.what) for _ in range(2))
    if not 0 < count <= path_count:
        raise CrateError(f"{cursor.what}: {path_count} paths, {count} of them in the tree")
    node = _nodes_by_index(decode_integers(cursor.block(), count, cursor.what), path_count, cursor.what)
    token = decode_integers(cursor.block(), count, cursor.what)
    is_property = token < 0
    np.abs(token, out=token)
    if int(token.min()) < 0 or int(token[1:].max(initial=0)) >= token_count:
        raise CrateError(f"{cursor.what}: token {token.max()}: the file has {token_count}")
    parent = _parents(decode_integers(cursor.block(), count, cursor.what), cursor.what)
    return PathTree(token, is_property, parent, node)


def _nodes_by_index(index: _Nodes, path_count: int, what: str) -> _Nodes:
    if int(index.min()) < 0 or int(index.max()) >= path_count:
        raise CrateError(f"{what}: path {index.max()} of {path_count}")
    node = np.full(path_count, NO_NODE, np.int32)
    numbers = np.arange(len(index), dtype=np.int32)
    node[index] = numbers
    if (node[index] != numbers).any():
        raise CrateError(f"{what}: one path stands at two places of the tree")
    return node


def _parents(jump: _Nodes, what: str) -> _Nodes:
    """Parent of every node from what follows each: -2 nothing, -1 its first child, 0 its next sibling, and a positive
    number both, the sibling being that many nodes further on.
    """
    count = len(jump)
    if not _LEAF <= int(jump.min()) <= int(jump.max()) < count:
        raise CrateError(f"{what}: a jump of {jump.min() if jump.min() < _LEAF else jump.max()} among {count} nodes")
    with_child = _places((jump > 0) | (jump == _ONLY_CHILD))
    with_sibling = _places(jump >= _ONLY_SIBLING)
    siblings = np.maximum(jump[with_sibling], 1)
    siblings += with_sibling
    _require_tree(with_child, siblings, count, what)
    before = np.full(count, NO_NODE, np.int32)
    before[siblings] = with_sibling
    del siblings, with_sibling
    first = _first_siblings(before)
    parent = np.full(count, NO_NODE, np.int32)
    parent[with_child + 1] = with_child
    return parent[first]


def _places(flags: NDArray[np.bool_]) -> _Nodes:
    """Nodes for which a flag is set."""
    return np.flatnonzero(flags).astype(np.int32)


def _require_tree(with_child: _Nodes, siblings: _Nodes, count: int, what: str) -> None:
    """Every node but the root must follow exactly one other, which lies before it: that makes one tree."""
    inside = (not len(with_child) or int(with_child[-1]) < count - 1) and (
        not len(siblings) or int(siblings.max()) < count
    )
    if not inside:
        raise CrateError(f"{what}: a jump leads beyond the last of {count} nodes")
    followed = np.zeros(count, np.bool_)
    followed[with_child + 1] = True
    followed[siblings] = True
    if len(with_child) + len(siblings) != count - 1 or not followed[1:].all():
        raise CrateError(f"{what}: the jumps of {count} nodes make no tree")


def _first_siblings(before: _Nodes) -> _Nodes:
    """First sibling of every node, given the one before each.

    Runs of siblings that stand side by side share a first node, found in one pass; the runs of one parent are then
    followed back, twice as far in each round.
    """
    numbers = np.arange(len(before), dtype=np.int32)
    starts_run = np.ones(len(before), np.bool_)
    np.not_equal(before[1:], numbers[:-1], out=starts_run[1:])
    head = numbers * starts_run
    np.maximum.accumulate(head, out=head)
    continued = _places(starts_run & (before != NO_NODE))
    if not len(continued):
        return head
    first = numbers
    first[continued] = head[before[continued]]
    rows = continued
    while len(rows):
        seen = first[rows]
        first[rows] = first[seen]
        rows = rows[first[rows] != seen]
    return first[head]
