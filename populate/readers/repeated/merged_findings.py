"""What comes one by one rather than by column: cells of the `property` table, reports, kinds of paths without rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import PropertyCell, Report, StageOpinions
from columnar.scene import PathKind
from populate.readers.repeated.merged_targets import MergedTargets
from populate.readers.repeated.overlay import Override
from populate.readers.repeated.skeleton import Copies, Skeleton

__all__ = ["copied_cells", "copied_kinds", "copied_reports"]

_SHARED = "/__Prototype_"

_Index = NDArray[np.int64]
_Gone = Mapping[tuple[int, int, str], frozenset[int]]


def copied_cells(
    opinions: StageOpinions,
    skeleton: Skeleton,
    shared_rows: _Index,
    targets: MergedTargets,
    overrides: Sequence[Override],
) -> Iterator[PropertyCell]:
    """Cells of shared prototypes and of every copy, but where a copy says something else itself."""
    gone = _gone(overrides)
    shared = dict(zip(shared_rows.tolist(), skeleton.shared.tolist(), strict=True))
    for cell in opinions.properties:
        if cell.row in shared:
            moved = None if cell.targets is None else tuple(targets.composed + target for target in cell.targets)
            yield replace(cell, row=shared[cell.row], targets=moved)
    for block, copies in enumerate(skeleton.copies):
        first = copies.start
        for cell in opinions.properties:
            if first <= cell.row < first + len(copies.source):
                left = gone.get((copies.group, cell.row, cell.name), frozenset())
                for copy, row in enumerate(copies.first.tolist()):
                    if copy not in left:
                        yield replace(
                            cell, row=row + cell.row - first, targets=_moved(cell.targets, targets, block, copy)
                        )


def copied_reports(
    opinions: StageOpinions, skeleton: Skeleton, rows: Mapping[str, int], overrides: Sequence[Override]
) -> Iterator[Report]:
    """Reports on shared prototypes and on every copy, but on what a copy says itself.

    Args:
        opinions: the representatives'.
        skeleton: where rows go.
        rows: the representatives' row by path.
        overrides: what copies say themselves.
    """
    gone = _gone(overrides)
    yield from (report for report in opinions.reports if report.prim.startswith(_SHARED))
    for copies in skeleton.copies:
        inside = [(report, _relative(report.prim, copies)) for report in opinions.reports]
        roots: list[str] = copies.paths.to_pylist() if inside else []
        for report, relative in inside:
            if relative is not None:
                key = (copies.group, rows.get(report.prim, -1), report.column or "")
                left = gone.get(key, frozenset())
                for copy, root in enumerate(roots):
                    if copy not in left:
                        yield replace(report, prim=root + relative)


def copied_kinds(opinions: StageOpinions, skeleton: Skeleton) -> dict[str, PathKind]:
    """Kinds of paths without rows, of shared prototypes and in every copy."""
    found = {path: kind for path, kind in opinions.path_kinds.items() if path.startswith(_SHARED)}
    for copies in skeleton.copies:
        inside = [(_relative(path, copies), kind) for path, kind in opinions.path_kinds.items()]
        roots: list[str] = copies.paths.to_pylist() if inside else []
        for relative, kind in inside:
            if relative is not None:
                found |= {root + relative: kind for root in roots}
    return found


def _relative(path: str, copies: Copies) -> str | None:
    """What follows the representative's path, None if the path lies elsewhere."""
    relative = path.removeprefix(copies.path)
    inside = path.startswith(copies.path) and (not relative or relative[0] in "/.")
    return relative if inside else None


def _gone(overrides: Sequence[Override]) -> _Gone:
    return {(o.group, o.row, o.name): frozenset(o.places.tolist()) for o in overrides}


def _moved(held: tuple[int, ...] | None, targets: MergedTargets, block: int, copy: int) -> tuple[int, ...] | None:
    if not held:
        return held
    return tuple(targets.copied(block, np.full(len(held), copy), np.array(held, np.int64)).tolist())
