"""Which bodies and shapes do not collide."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.simulators.mechanism.bodies import Bodies
from columnar.simulators.mechanism.tree import Tree

__all__ = ["Filters", "find_filters"]


@dataclass(frozen=True)
class Filters:
    """What does not collide.

    Attributes:
        body_pairs: pairs of rows of bodies, the smaller first, -1 for the world, sorted.
        shape_pairs: pairs of rows of shapes that no pair of bodies covers, sorted.
        group_of_shape: (shapes,) class of each shape: shapes of a class collide with the same classes.
        colliding: (classes, classes) bool, symmetric: whether shapes of two classes may collide.
    """

    body_pairs: tuple[tuple[int, int], ...]
    shape_pairs: tuple[tuple[int, int], ...]
    group_of_shape: npt.NDArray[np.int64]
    colliding: npt.NDArray[np.bool_]


def find_filters(descriptors: Descriptors, bodies: Bodies, tree: Tree) -> Filters:
    """Pairs from joints, articulations without self-collisions and filtered pairs; classes from collision groups."""
    owner = bodies.row_of_path[descriptors.shapes.values("body")]
    pairs = _joined(descriptors, tree) | _links(descriptors, bodies)
    shape_pairs = set()
    for first, second in _filtered(descriptors):
        inside = [frozenset(owner[part].tolist()) for part in (first, second)]
        if all(_whole(owner, part, held) for part, held in zip((first, second), inside, strict=True)):
            pairs |= {(min(a, b), max(a, b)) for a in inside[0] for b in inside[1] if a != b}
        else:
            shape_pairs |= {(min(a, b), max(a, b)) for a in first.tolist() for b in second.tolist() if a != b}
    groups, colliding = _groups(descriptors)
    return Filters(tuple(sorted(pairs)), tuple(sorted(shape_pairs)), groups, colliding)


def _joined(descriptors: Descriptors, tree: Tree) -> set[tuple[int, int]]:
    """Bodies that a joint without collisions joins."""
    joints = descriptors.joints
    kept = np.asarray(joints.values("enabled"), np.bool_) & ~np.asarray(joints.values("collision_enabled"), np.bool_)
    ends = np.stack([side.body for side in tree.sides], axis=1)[kept]
    ends.sort(axis=1)
    return {(a, b) for a, b in ends.tolist() if a != b}


def _links(descriptors: Descriptors, bodies: Bodies) -> set[tuple[int, int]]:
    table = descriptors.articulations
    offsets, ids = table.members("links")
    found: set[tuple[int, int]] = set()
    for row, collides in enumerate(table.values("self_collisions").tolist()):
        if not collides:
            found |= set(combinations(sorted(bodies.row_of_path[ids[offsets[row] : offsets[row + 1]]].tolist()), 2))
    return found


def _filtered(descriptors: Descriptors) -> list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """Rows of the shapes at or below the two prims of each filtered pair."""
    table = descriptors.filtered_pairs
    if not len(table):
        return []
    paths = descriptors.shapes.cells("path")
    sides = (table.cells(name) for name in ("path", "other"))
    return [(_below(paths, first), _below(paths, second)) for first, second in zip(*sides, strict=True)]


def _below(paths: list[str], root: str) -> npt.NDArray[np.int64]:
    """Rows of a prim and of those below it; paths are sorted, so that these stand together."""
    stem = root.rstrip("/")
    first = bisect_left(paths, root)
    own = range(first, first + int(stem == root and paths[first : first + 1] == [root]))
    # "0" is what follows "/".
    return np.array([*own, *range(bisect_left(paths, f"{stem}/"), bisect_left(paths, f"{stem}0"))], np.int64)


def _whole(owner: npt.NDArray[np.int64], part: npt.NDArray[np.int64], held: frozenset[int]) -> bool:
    """Whether shapes are all those of their bodies; those of the world never are."""
    return -1 not in held and int(np.isin(owner, list(held)).sum()) == len(part)


def _groups(descriptors: Descriptors) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Class 0 holds shapes of no group; every other class one combination of groups."""
    table, shapes = descriptors.groups, descriptors.shapes
    row_of_path = np.full(len(descriptors.paths) + 1, -1, np.int64)
    row_of_path[shapes.values("path")] = np.arange(len(shapes))
    member_offsets, members = table.members("members")
    memberships: list[frozenset[int]] = [frozenset()] * len(shapes)
    for group in range(len(table)):
        for row in row_of_path[members[member_offsets[group] : member_offsets[group + 1]]].tolist():
            if row >= 0:
                memberships[row] = memberships[row] | {group}
    classes = {held: place for place, held in enumerate(dict.fromkeys([frozenset[int](), *memberships]))}
    apart = _apart(descriptors)
    colliding = np.ones((len(classes), len(classes)), np.bool_)
    for first, a in classes.items():
        for second, b in classes.items():
            colliding[a, b] = not any(apart[i, j] for i in first for j in second)
    return np.array([classes[held] for held in memberships], np.int64), colliding


def _apart(descriptors: Descriptors) -> npt.NDArray[np.bool_]:
    """(groups, groups) bool, symmetric: whether members of two groups do not collide."""
    table = descriptors.groups
    row_of_path = np.full(len(descriptors.paths) + 1, -1, np.int64)
    row_of_path[table.values("path")] = np.arange(len(table))
    merged_offsets, merged = table.members("merged_groups")
    for group in range(len(table)):
        row_of_path[merged[merged_offsets[group] : merged_offsets[group + 1]]] = group
    offsets, filtered = table.members("filtered_groups")
    apart = np.zeros((len(table), len(table)), np.bool_)
    for group, inverted in enumerate(table.values("inverted").tolist()):
        listed = row_of_path[filtered[offsets[group] : offsets[group + 1]]]
        apart[group, listed[listed >= 0]] = True
        if inverted:
            apart[group] = ~apart[group]
    return apart | apart.T
