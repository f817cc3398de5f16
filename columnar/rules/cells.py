"""Predicates that take all they look for from the check: rows, values, tokens, relationships."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from columnar.inspection import Hit, all_lanes, any_lane
from columnar.rules.conditions import chosen_cells, chosen_rows
from columnar.rules.intervals import is_any, within
from columnar.rules.rule_scene import RuleScene
from columnar.rules.target_paths import target_names
from columnar.traps import TRAPS
from schemas.findings import load_findings
from schemas.rules import RuleCheck

__all__ = [
    "misplaced",
    "other_instance",
    "other_token",
    "outside",
    "recorded",
    "target_count",
    "target_self",
    "target_type",
    "unauthored",
    "wrong_cell",
    "zero",
]


def misplaced(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Rows that should not be there under the conditions of the check."""
    rows = scene.rows(check.component)
    column = check.columns[0] if check.columns else "usd-schemas"
    yield rows.hit(column, chosen_rows(scene, rows, check))


def wrong_cell(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Cells that should not be there under the conditions of the check."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    for column in check.columns if chosen.any() else ():
        cells = rows.cells(column)
        values = cells.values if cells.present.all() else None
        yield rows.hit(column, chosen & chosen_cells(scene, rows, check, column), values=values)


def outside(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Numbers outside the interval, NaN among them; of vectors one component is enough. Blocked cells hold none."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    if check.interval is None or not chosen.any():
        return
    for column in check.columns:
        cells = rows.cells(column)
        inside = within(cells.values, check.interval) | is_any(cells.values, check.allowed)
        good = all_lanes(inside)
        where = chosen & cells.present & ~good & chosen_cells(scene, rows, check, column)
        yield rows.hit(column, where, values=cells.values)


def other_token(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Tokens outside a closed set."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    for column in check.columns if chosen.any() else ():
        known = rows.token_in(column, {"", *map(str, check.allowed)})
        where = chosen & ~known & chosen_cells(scene, rows, check, column)
        yield rows.hit(column, where, values=rows.tokens(column) if where.any() else None)


def other_instance(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Instances of an API by another name than the allowed ones."""
    rows = scene.rows(check.component)
    yield rows.hit(
        "usd-schemas",
        chosen_rows(scene, rows, check) & ~rows.token_in("instance", {str(name) for name in check.allowed}),
    )


def zero(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Numbers that are 0; of vectors all components."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    for column in check.columns if chosen.any() else ():
        cells = rows.cells(column)
        none = ~any_lane(cells.values != 0)
        yield rows.hit(column, chosen & cells.present & none & chosen_cells(scene, rows, check, column))


def unauthored(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Cells that somebody should have authored."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    for column in check.columns if chosen.any() else ():
        cells = rows.cells(column)
        yield rows.hit(column, chosen & ~cells.authored & ~cells.blocked)


def target_count(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Relationships with too few or too many targets."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    if check.interval is None or not chosen.any():
        return
    for column in check.columns:
        counts = rows.target_counts(column)
        where = chosen & ~within(counts, check.interval) & chosen_cells(scene, rows, check, column)
        yield rows.hit(column, where, values=counts)


def target_self(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Relationships whose first target is the prim itself."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    for column in check.columns if chosen.any() else ():
        targets = rows.cells(column).values.astype(np.int64)
        where = chosen & rows.cells(column).present & (targets == rows.prims)
        yield rows.hit(
            column, where & chosen_cells(scene, rows, check, column), values=target_names(scene, targets, where)
        )


def target_type(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Relationships whose first target is of none of the allowed types."""
    rows = scene.rows(check.component)
    chosen = chosen_rows(scene, rows, check)
    for column in check.columns if chosen.any() else ():
        targets = rows.cells(column).filled(-1).astype(np.int64)
        right = np.logical_or.reduce([scene.is_a(str(name))[targets] for name in check.allowed])
        where = chosen & (targets >= 0) & ~right & (targets != rows.prims)
        where &= chosen_cells(scene, rows, check, column)
        yield rows.hit(column, where, values=target_names(scene, targets, where))


def recorded(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Places where a recorded finding lies in wait."""
    finding = load_findings()[str(check.finding)]
    yield from TRAPS[str(finding.trap)](scene, finding)
