"""Relationships from one part of the stage into another: their targets must have rows for other reasons.

A prim that has a row only because a relationship targets it has none in the copies that nobody targets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from columnar.assembly import StageOpinions
from columnar.scene import numpy_values
from populate.readers.declined import Declined
from populate.readers.direct import LayerRun
from populate.readers.placement import RowRole
from populate.readers.repeated.arc_roots import NO_ROOT, ArcRoots
from populate.readers.repeated.grouping import Group
from populate.readers.repeated.representatives import Representatives

__all__ = ["guard_targets"]

_SHARED = "/__Prototype_"
_NONE = -1
"""No representative."""


def guard_targets(
    region: LayerRun,
    roots: ArcRoots,
    groups: Sequence[Group],
    representatives: Representatives,
    own: StageOpinions,
) -> None:
    """Decline relationships from one part of the stage into another whose target would need a row of its own.

    Raises:
        Declined: such a target.
    """
    _guard_composed(representatives, own)
    nodes = region.reading.targets.nodes
    below = np.flatnonzero(roots.of_nodes(nodes) != NO_ROOT)
    crate = region.layer.crate
    root_paths = roots.paths().to_pylist()
    group_of_root = {root: number for number, group in enumerate(groups) for root in group.roots.tolist()}
    for place, root in zip(below.tolist(), roots.of_nodes(nodes[below]).tolist(), strict=True):
        if crate.paths.is_property[nodes[place]]:
            continue
        target = own.targets[place].as_py()
        base = representatives.bases[group_of_root[root]]
        row = representatives.row_by_path.get(base.path + target[len(root_paths[root]) :], -1)
        if row < 0 or representatives.roles[row] == RowRole.TARGET:
            raise Declined(f"a relationship targets {target}, which has no row for itself")


def _guard_composed(representatives: Representatives, own: StageOpinions) -> None:
    """Decline what representatives target in one another, and outside, unless it has a row of its own."""
    known = set(own.rows.paths.to_pylist())
    number_by_path = {base.path: number for number, base in enumerate(representatives.bases)}
    paths = representatives.opinions.targets.to_pylist()
    bases = [_base_above(path, number_by_path) for path in paths]
    for speaker, target in _pairs(representatives):
        path, base = paths[target], bases[target]
        if base == _NONE:
            has_row = path in known or path.startswith(_SHARED)
        else:
            has_row = base == speaker or _is_row_itself(representatives, path)
        if not has_row:
            raise Declined(f"what is brought in targets {path}, which has no row of its own")


def _is_row_itself(representatives: Representatives, path: str) -> bool:
    row = representatives.row_by_path.get(path, -1)
    return row >= 0 and representatives.roles[row] != RowRole.TARGET


def _base_above(path: str, number_by_path: dict[str, int]) -> int:
    """The representative at or above a path."""
    path = path.partition(".")[0]
    while path:
        if path in number_by_path:
            return number_by_path[path]
        path = path.rpartition("/")[0]
    return _NONE


def _pairs(representatives: Representatives) -> Iterator[tuple[int, int]]:
    """Every (representative, number of a target) such that something in the one targets the other, each once."""
    opinions, contract = representatives.opinions, representatives.reading.source.contract
    base_of_row = np.full(len(opinions.rows.paths), _NONE, np.int64)
    for number, base in enumerate(representatives.bases):
        base_of_row[base.first : base.first + base.count] = number
    found = {(int(base_of_row[cell.row]), target) for cell in opinions.properties for target in cell.targets or ()}
    for (component, column), values in opinions.columns.items():
        if contract.component(component).column_by_name[column].relationship:
            counts = numpy_values(values.values.value_lengths().fill_null(0))
            speakers = np.repeat(base_of_row[values.rows], counts)
            found.update(zip(speakers.tolist(), values.values.flatten().to_pylist(), strict=True))
    yield from sorted(found)
