"""The native objects that descriptors promise: one for each joint, body and articulation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from columnar.descriptors import Descriptors

__all__ = ["Promise", "Row"]

Row = Mapping[str, Any]

_TREE_TYPES = ("fixed", "revolute", "prismatic", "spherical", "d6")


class Promise:
    """Descriptors by path, and what the engine makes of each joint."""

    def __init__(self, descriptors: Descriptors) -> None:
        self._descriptors = descriptors
        self.joints = {row["path"]: row for row in self.rows("joints")}
        self.bodies = {row["path"]: row for row in self.rows("bodies")}
        self.articulations = self.rows("articulations")

    def rows(self, table: str) -> list[Row]:
        """The rows of a table."""
        found: list[Row] = self._descriptors.table(table).arrow.to_pylist()
        return found

    def of_joint(self, table: str, path: str) -> Mapping[str, Row]:
        """Rows of one joint by axis."""
        return self._by_joint[table].get(path, {})

    def kind(self, joint: Row) -> str:
        """What the engine makes of a joint: "tree", "anchor", "standalone" or "none"."""
        path = joint["path"]
        if path in self._tree_joints:
            return "tree"
        if path in self._anchors:
            return "anchor"
        return "standalone" if joint["enabled"] and self._makes_object(joint) else "none"

    @cached_property
    def links(self) -> Mapping[str, Row]:
        """Articulation by path of each link."""
        return {path: row for row in self.articulations for path in row["links"]}

    @cached_property
    def _tree_joints(self) -> frozenset[str]:
        return frozenset(path for row in self.articulations for path in row["joints"] if path != row["root"])

    @cached_property
    def _anchors(self) -> frozenset[str]:
        return frozenset(row["root"] for row in self.articulations if row["fixed_base"])

    @cached_property
    def _by_joint(self) -> Mapping[str, Mapping[str, Mapping[str, Row]]]:
        found: dict[str, dict[str, dict[str, Row]]] = {}
        for table in ("limits", "drives", "axes"):
            rows: dict[str, dict[str, Row]] = defaultdict(dict)
            for row in self.rows(table):
                rows[row["joint"]][row["axis"]] = row
            found[table] = rows
        return found

    def _makes_object(self, joint: Row) -> bool:
        """Two different sides, one of them moving, and no loop of links closed.

        A joint that closes a loop is lost, but of several beside one tree joint only the first is.
        """
        sides = [joint["body0"], joint["body1"]]
        if sides[0] == sides[1] or not any(self._moves(side) for side in sides):
            return False
        if joint["exclude_from_articulation"] or joint["type"] not in _TREE_TYPES:
            return True
        owners = [self.links.get(side) for side in sides]
        if owners[0] is None or owners[0] is not owners[1]:
            return True
        beside = self._closing_beside_tree.get(frozenset(sides), [])
        return joint["path"] in beside[1:]

    @cached_property
    def _closing_beside_tree(self) -> Mapping[frozenset[str], list[str]]:
        """Joints that close a loop beside a tree joint of the same two bodies, in the engine's order."""
        pairs = {self._pair(path) for path in self._tree_joints}
        closing = [
            path
            for row in self.articulations
            for path in row["loop_joints"]
            if self._pair(path) in pairs and not self.joints[path]["exclude_from_articulation"]
        ]
        found: dict[frozenset[str], list[str]] = defaultdict(list)
        for path in sorted(closing, key=lambda path: (_TREE_TYPES.index(self.joints[path]["type"]), path)):
            found[self._pair(path)].append(path)
        return found

    def _pair(self, path: str) -> frozenset[str]:
        joint = self.joints[path]
        return frozenset((joint["body0"], joint["body1"]))

    def _moves(self, path: str | None) -> bool:
        body = self.bodies.get(path or "")
        return body is not None and bool(body["enabled"])
