"""Articulations on which only the order of siblings on the stage decides, which columns do not keep."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.diff.keyed_rows import ROW
from columnar.diff.sides import Side, value_fields

__all__ = ["RootTies"]

Ids = npt.NDArray[np.int64]
Row = dict[str, Any]

_TABLE = "articulations"
_DEPENDENT = ("base", "links", "joints", "loop_joints")
"""What follows from the choice."""
_COUPLINGS = ("gear", "rack_and_pinion")
"""Joints that hang no link."""

_ANCHOR = 100_000
_EXCLUDED = 1_000
_LINK = 100
"""Weights by which a body to anchor is chosen."""


class _Edge(NamedTuple):
    """A joint as one of its bodies sees it; `other` is None for the world."""

    joint: str
    other: str | None
    excluded: bool
    carries: bool


class RootTies:
    """Which articulations of two sides are the same but for the order of siblings.

    Args:
        reading: what OpenUSD's parser would make of the columns; its bodies and joints decide.
    """

    def __init__(self, reading: Side) -> None:
        self._reading = reading

    def partners(self, side: Side, rows: Ids, other: Side) -> Ids:
        """(n,) the row of `other` that each of these rows of `side` could just as well be, -1 for none.

        It has the same prim, and a root in the same component that ranks the same: of bodies those that are equally far
        from all others with as many neighbours, of joints to the world those on bodies that equally heavy joints hold.
        Links and joints of the row itself must be those that follow from its root.
        """
        found = np.full(len(rows), -1, np.int64)
        held = np.flatnonzero(rows >= 0)
        if held.size:
            candidates = defaultdict(list)
            for place, row in enumerate(other.descriptors.table(_TABLE).arrow.to_pylist()):
                candidates[row["path"]].append((place, row))
            for index, place in zip(held.tolist(), rows[held].tolist(), strict=True):
                own = side.value(_TABLE, ROW, place)
                tied = (c for c, row in candidates[own["path"]] if self._tied(own, row))
                found[index] = next((c for c in tied if _same_but_root(side, place, other, c)), -1)
        return found

    def hidden(self, side: Side, rows: Ids) -> npt.NDArray[np.bool_]:
        """(n,) bool: rows of `side` that OpenUSD's parser finds or not, as the order of siblings has it.

        It walks down from the articulation's prim and does not look below a body that joints have led it to before. The
        base then stands below a body with a fellow in its component that stands elsewhere.
        """
        found = [side.value(_TABLE, ROW, place) for place in rows.tolist()]
        return np.array([self._may_be_hidden(row["base"], row["path"]) for row in found], np.bool_)

    def _may_be_hidden(self, base: str | None, root: str) -> bool:
        above = (base or "").rpartition("/")[0]
        while above.startswith(root):
            if above in self._bodies and any(
                not f"{other}/".startswith(f"{above}/") for other in self._distances(above)
            ):
                return True
            above = above.rpartition("/")[0]
        return False

    def _tied(self, own: Row, other: Row) -> bool:
        bases = own["base"], other["base"]
        if own["root"] == other["root"] or None in bases or not self._follows(own):
            return False
        if not own["fixed_base"]:
            component = self._distances(bases[0])
            return bases[1] in component and self._rank(bases[0]) == self._rank(bases[1])
        return bases[1] in self._distances(bases[0]) and self._weight(bases[0]) == self._weight(bases[1])

    def _follows(self, row: Row) -> bool:
        """Whether links and joints of a row are those that its root has."""
        links = set(self._distances(row["base"], carried=True))
        members = {edge.joint for link in links for edge in self._edges[link]} | {row["root"]} - self._bodies
        anchors = {edge.joint for edge in self._edges[row["base"]] if edge.other is None}
        rooted = row["root"] in anchors if row["fixed_base"] else row["root"] == row["base"]
        own = [*row["joints"], *row["loop_joints"]]
        return rooted and set(row["links"]) == links and set(own) == members and len(own) == len(members)

    def _rank(self, body: str) -> tuple[int, int]:
        neighbours = {edge.other for edge in self._edges[body] if edge.other is not None and not edge.excluded}
        return max(self._distances(body).values()), len(neighbours)

    def _weight(self, body: str) -> int:
        weights = (
            _EXCLUDED if edge.excluded else _ANCHOR if edge.other is None else _LINK for edge in self._edges[body]
        )
        return sum(weights)

    def _distances(self, start: str, *, carried: bool = False) -> dict[str, int]:
        """Joints from `start` to each body of its component; `carried` goes along joints that can hang a link."""
        distance, wave = {start: 0}, [start]
        while wave:
            edges = [edge for body in wave for edge in self._edges[body]]
            reached = {e.other for e in edges if e.other is not None and (e.carries if carried else not e.excluded)}
            wave = [body for body in reached if body not in distance]
            distance |= dict.fromkeys(wave, max(distance.values()) + 1)
        return distance

    @cached_property
    def _bodies(self) -> set[str]:
        rows = self._reading.descriptors.bodies.arrow.select(["path", "enabled"]).to_pylist()
        return {row["path"] for row in rows if row["enabled"]}

    @cached_property
    def _edges(self) -> dict[str, list[_Edge]]:
        """Enabled joints by the enabled bodies they touch."""
        names = ["path", "type", "body0", "body1", "enabled", "exclude_from_articulation"]
        found: dict[str, list[_Edge]] = defaultdict(list)
        for row in self._reading.descriptors.joints.arrow.select(names).to_pylist():
            excluded = row["exclude_from_articulation"]
            for end, other in {(row["body0"], row["body1"]), (row["body1"], row["body0"])}:
                if row["enabled"] and end in self._bodies:
                    beyond = other if other in self._bodies else None
                    carries = not excluded and row["type"] not in _COUPLINGS
                    found[end].append(_Edge(row["path"], beyond, excluded, carries))
        return found


def _same_but_root(side: Side, row: int, other: Side, place: int) -> bool:
    fields = value_fields(side.descriptors.table(_TABLE).schema, _TABLE)
    rows, places = np.array([row]), np.array([place])
    return all(side.equal(_TABLE, f, rows, other, places).all() for f in fields if f not in _DEPENDENT)
