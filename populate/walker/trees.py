"""The tree of links that hangs on a base, which OpenUSD's parser does not tell."""

from __future__ import annotations

from collections import defaultdict
from typing import Final, NamedTuple

from populate.walker.parsed import ParsedJoint, ParsedStage
from schemas.descriptors import JointType

__all__ = ["JointGraph", "Tree"]

_NEVER_CARRY: Final = frozenset({JointType.GEAR, JointType.RACK_AND_PINION})
"""Couplings constrain links and hang none."""


class Tree(NamedTuple):
    """Links, the joints that hang them on one another, and the other joints on them; each in path order."""

    links: tuple[str, ...]
    joints: tuple[str, ...]
    others: tuple[str, ...]


class JointGraph:
    """Enabled bodies and the enabled joints on them.

    A joint carries a link if both of its sides are enabled bodies and it is neither excluded from articulations nor a
    coupling.
    """

    def __init__(self, stage: ParsedStage) -> None:
        bodies = {body.path for body in stage.bodies if body.parsed.rigidBodyEnabled}
        self._joints_of: dict[str, list[tuple[str, str | None]]] = defaultdict(list)
        enabled = (joint for joint in stage.joints if joint.parsed.jointEnabled)
        for joint in sorted(enabled, key=lambda joint: joint.path.encode()):
            ends = [str(end) for end in (joint.parsed.body0, joint.parsed.body1)]
            carries = _can_carry(joint) and bodies.issuperset(ends)
            for end, other in dict([ends, ends[::-1]]).items():
                if end in bodies:
                    self._joints_of[end].append((joint.path, other if carries else None))

    def tree(self, base: str) -> Tree:
        """The tree that a walk from the base finds: depth first, the joints of a link in path order."""
        links, tree = {base}, set()
        stack = [iter(self._joints_of[base])]
        while stack:
            joint, other = next(stack[-1], ("", None))
            if not joint:
                stack.pop()
            elif other is not None and other not in links:
                links.add(other)
                tree.add(joint)
                stack.append(iter(self._joints_of[other]))
        touching = {joint for link in links for joint, _ in self._joints_of[link]}
        return Tree(_in_order(links), _in_order(tree), _in_order(touching - tree))


def _can_carry(joint: ParsedJoint) -> bool:
    return not joint.parsed.excludeFromArticulation and joint.type not in _NEVER_CARRY


def _in_order(paths: set[str]) -> tuple[str, ...]:
    return tuple(sorted(paths, key=str.encode))
