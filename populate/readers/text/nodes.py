"""The paths of a layer: prims in path order, then what only targets speak of, then properties."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate.paths import NO_NODE, PathTree
from populate.readers.declined import Declined
from populate.readers.text.lines import ROOT, Lines
from populate.readers.text.pool import ValuePool

__all__ = ["Nodes"]

_DEEPEST: Final = 1000

_TARGET: Final = re.compile(r"<((?:/[^\W\d]\w*)+(?:\.[^\W\d][\w:]*)?)>")


class Nodes:
    """Numbers paths.

    Attributes:
        order: prims in path order.
        of_prim: (p,) int32 node by prim.

    Args:
        lines: the layer.

    Raises:
        Declined: two prims at one path.
    """

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self.order = sorted(range(len(lines.paths)), key=lines.paths.__getitem__)
        self.of_prim = np.empty(len(self.order), np.int32)
        self.of_prim[self.order] = np.arange(len(self.order), dtype=np.int32)
        self._of_path = dict(zip(lines.paths, self.of_prim.tolist(), strict=True))
        if len(self._of_path) < len(self.order):
            raise Declined("two prims at one path")
        self._others: list[tuple[int, str, bool]] = []

    def of_target(self, text: str) -> int:
        """Node of a target as it is written.

        Raises:
            Declined: it is no absolute path of a prim or of a prim's property.
        """
        node = self._of_path.get(text[1:-1]) if text[:1] == "<" and text[-1:] == ">" else None
        if node is not None and node != ROOT:
            return node
        match = _TARGET.fullmatch(text)
        if not match:
            raise Declined(f"not understood: {text[:60]}")
        return self._of(match[1])

    def _of(self, path: str) -> int:
        """Node of a path that may be none of a prim's, made with those above it where they are missing."""
        prim, _, name = path.partition(".")
        names = prim.split("/")[1:]
        if len(names) > _DEEPEST:
            raise Declined(f"paths of more than {_DEEPEST} elements")
        node = ROOT
        for element in names:
            node = self._child(node, element)
        if name:
            node = self._child(node, name, is_property=True)
        self._of_path[path] = node
        return node

    def _child(self, parent: int, name: str, *, is_property: bool = False) -> int:
        key = parent, name, is_property
        if key not in self._children:
            self._children[key] = len(self.order) + len(self._others)
            self._others.append(key)
        return self._children[key]

    @cached_property
    def _children(self) -> dict[tuple[int, str, bool], int]:
        """Nodes by (parent node, name, whether a property), at first those of the prims."""
        paths, of_prim = self._lines.paths, self.of_prim.tolist()
        return {
            (of_prim[parent], paths[prim].rpartition("/")[2], False): of_prim[prim]
            for prim, parent in enumerate(self._lines.parents)
            if prim != ROOT
        }

    def tree(self, pool: ValuePool, runs: Iterable[tuple[str, NDArray[np.int32]]]) -> PathTree:
        """The tree of all paths; the last nodes are those of the properties, in the order given.

        Args:
            pool: numbers names.
            runs: (name, prim nodes) of properties.
        """
        paths, runs = self._lines.paths, list(runs)
        names = [pool.token(paths[prim].rpartition("/")[2]) for prim in self.order]
        names += [pool.token(name) for _, name, _ in self._others]
        sizes = [len(nodes) for _, nodes in runs]
        of_runs = np.repeat(np.array([pool.token(name) for name, _ in runs], np.int32), sizes)
        parents = self.of_prim[np.array(self._lines.parents, np.int32)[self.order]]
        parents[ROOT] = NO_NODE
        above = np.array([parent for parent, _, _ in self._others], np.int32)
        flags = np.array([is_property for _, _, is_property in self._others], np.bool_)
        count = len(names) + len(of_runs)
        return PathTree(
            token=np.concatenate([np.array(names, np.int32), of_runs]),
            is_property=np.concatenate([np.zeros(len(self.order), np.bool_), flags, np.ones(len(of_runs), np.bool_)]),
            parent=np.concatenate([parents, above, *(nodes for _, nodes in runs)]),
            node=np.arange(count, dtype=np.int32),
        )
