"""The table of collision groups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

from populate.walker.opinions import BOOL, Attribute
from populate.walker.parsed import ParsedPrim, ParsedStage

__all__ = ["group_rows"]

_FILTERED: Final = "physics:filteredGroups"
_INVERTED: Final = Attribute("physics:invertFilteredGroups", BOOL, fallback=False, unset=False)


def group_rows(stage: ParsedStage) -> Iterator[dict[str, Any]]:
    """A row for every collision group OpenUSD reports, groups of one merge name as one.

    Members are the shapes that OpenUSD puts into the group, as far as the shape table holds them. It merges groups in
    an order of its own making; here the first in path order gives the path, and filtered groups follow that order.
    Whether the group is inverted is read off the prim OpenUSD keeps, as its record holds uninitialised memory where
    nothing is authored (26.11).
    """
    members = defaultdict(set)
    for shape in (found for found in stage.shapes if found.type is not None):
        for group in shape.parsed.collisionGroups:
            members[str(group)].add(shape.path)
    for group in stage.groups:
        merged = sorted(map(str, group.parsed.mergedGroups), key=str.encode)
        yield {
            "path": merged[0] if merged else group.path,
            "members": _in_order(members[group.path]),
            "filtered_groups": _filtered(stage, group, merged),
            "inverted": group.opinions.read_own(_INVERTED),
            "merge_group": str(group.parsed.mergeGroupName) or None,
            "merged_groups": tuple(merged),
        }


def _filtered(stage: ParsedStage, group: ParsedPrim, merged: list[str]) -> tuple[str, ...]:
    if not merged:
        return tuple(map(str, group.parsed.filteredGroups))
    prims = map(stage.stage.GetPrimAtPath, merged)
    return tuple(str(target) for prim in prims for target in prim.GetRelationship(_FILTERED).GetTargets())


def _in_order(paths: set[str]) -> tuple[str, ...]:
    return tuple(sorted(paths, key=str.encode))
