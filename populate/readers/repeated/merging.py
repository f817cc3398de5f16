"""Everything put together: the layer's own rows, the representatives' for every copy, and what lies over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import ColumnOpinions, StageOpinions
from populate.readers.placement import RowRole
from populate.readers.repeated.copied_paths import copied_paths
from populate.readers.repeated.copied_rows import ColumnParts, Gone, RowCopier
from populate.readers.repeated.merged_columns import ColumnMerger
from populate.readers.repeated.merged_findings import copied_cells, copied_kinds, copied_reports
from populate.readers.repeated.merged_rows import merge_rows, overlay_rows, place_rows
from populate.readers.repeated.merged_targets import MergedTargets, merge_targets
from populate.readers.repeated.overlay import Overlay
from populate.readers.repeated.representatives import Representatives
from populate.readers.repeated.skeleton import Skeleton
from schemas.contract import Contract

__all__ = ["merge"]

_Columns = Mapping[tuple[str, str], ColumnOpinions]


def merge(
    region: StageOpinions,
    representatives: Representatives,
    skeleton: Skeleton,
    parents: list[NDArray[np.int64]],
    overlay: Overlay,
    contract: Contract,
) -> StageOpinions:
    """The opinions of the whole stage.

    Args:
        region: what the layer itself says outside its arc roots.
        representatives: what was composed.
        skeleton: where rows go.
        parents: row of the region above each copy's root, by block of copies.
        overlay: what copies say themselves.
        contract: knows the columns.
    """
    with ThreadPoolExecutor(1) as beside:
        # Mostly copies of large arrays, which other work need not wait for.
        placed = beside.submit(place_rows, region.rows, representatives, skeleton, parents, overlay)
        composed = representatives.opinions
        targets = merge_targets(region.targets, composed, skeleton)
        moved = overlay_rows(overlay, skeleton)
        reading = overlay.reading
        cells = copied_cells(composed, skeleton, representatives.shared_rows, targets, overlay.overrides)
        reports = copied_reports(composed, skeleton, representatives.row_by_path, overlay.overrides)
        rows = skeleton.region.tolist()
        columns = _Merging(region, representatives, skeleton, targets, overlay, contract)
        merged = columns.merged(reading.columns.finish(moved))
        paths = copied_paths(region.rows.paths, composed.rows.paths, representatives.shared_rows, skeleton)
        return StageOpinions(
            facts=composed.facts,
            rows=merge_rows(region.rows, representatives, skeleton, paths, placed.result()),
            columns=merged,
            instances=columns.instances,
            targets=targets.paths,
            path_kinds={**region.path_kinds, **copied_kinds(composed, skeleton)},
            properties=(
                *(replace(cell, row=rows[cell.row]) for cell in region.properties),
                *cells,
                *(replace(cell, row=int(moved[cell.row])) for cell in reading.cells),
            ),
            reports=(*region.reports, *reports, *reading.reports()),
            target_rows=region.target_rows + _target_rows(representatives, skeleton),
            target_row=targets.row,
        )


def _target_rows(representatives: Representatives, skeleton: Skeleton) -> int:
    """Rows of copies and shared prototypes that are there only because a relationship targets them."""
    targets = representatives.roles == RowRole.TARGET
    copied = sum(int(targets[copies.source].sum()) * len(copies.first) for copies in skeleton.copies)
    return copied + int(targets[representatives.shared_rows].sum())


@dataclass
class _Merging:
    """Merges columns, with instance names numbered alike."""

    region: StageOpinions
    representatives: Representatives
    skeleton: Skeleton
    targets: MergedTargets
    overlay: Overlay
    contract: Contract

    def __post_init__(self) -> None:
        known = (self.region.instances, self.representatives.opinions.instances, self.overlay.reading.slots.instances)
        self.instances = tuple(dict.fromkeys(name for names in known for name in names))
        self._number = {name: number for number, name in enumerate(self.instances)}

    def merged(self, laid: _Columns) -> dict[tuple[str, str], ColumnOpinions]:
        """Every column's opinions.

        Args:
            laid: opinions laid over copies, by final row.
        """
        composed, slots = self.representatives.opinions, self.overlay.reading.slots
        sources = (
            self._renumbered(self.region.columns, self.region.instances),
            self._renumbered(composed.columns, composed.instances),
            self._renumbered(laid, tuple(slots.instances)),
        )
        gone = self._gone()
        merger = ColumnMerger(RowCopier(self.skeleton, self.representatives.shared_rows), self.targets)
        found = {}
        for key in dict.fromkeys(key for columns in sources for key in columns):
            relationship = self.contract.component(key[0]).column_by_name[key[1]].relationship
            region, again, over = (columns.get(key) for columns in sources)
            merged = merger.merged(ColumnParts(region, again, over, gone.get(key, ())), relationship=relationship)
            if len(merged.rows):
                found[key] = merged
        return found

    def _renumbered(self, columns: _Columns, names: Sequence[str]) -> _Columns:
        number = np.array([self._number[name] for name in names], np.int32)
        return {
            key: values if values.instances is None else replace(values, instances=number[values.instances])
            for key, values in columns.items()
        }

    def _gone(self) -> dict[tuple[str, str], list[Gone]]:
        """What copies do not have of the representatives' opinions, by column."""
        found: dict[tuple[str, str], list[Gone]] = {}
        for override in self.overlay.overrides:
            for component, column, instance in override.columns:
                gone = Gone(override.group, override.row, self._number[instance], override.places)
                found.setdefault((component, column), []).append(gone)
        return found
