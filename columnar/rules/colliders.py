"""Colliders: their shapes and how they are approximated."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from columnar.inspection import Hit
from columnar.rules.conditions import chosen_cells, chosen_rows
from columnar.rules.rule_scene import RuleScene
from schemas.rules import RuleCheck

__all__ = ["crossed_band", "no_default_prim", "sourceless_hydroelastic", "uneven_resolution"]

_SDF = "NewtonSDFCollisionAPI"
_SOURCES = ("newton:sdfMaxResolution", "newton:sdfTargetVoxelSize")


def no_default_prim(scene: RuleScene, _check: RuleCheck) -> Iterator[Hit]:
    """A stage without a default prim."""
    if not scene.scene.info["default_prim"]:
        yield Hit("scene", "default_prim", np.zeros(1, np.int64))


def crossed_band(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """A narrow band whose inner side does not lie below its outer one."""
    rows = scene.rows(_SDF)
    inner, outer = (rows.cells(f"newton:sdfNarrowBand{side}") for side in ("Inner", "Outer"))
    both = inner.authored & outer.authored & inner.present & outer.present
    where = chosen_rows(scene, rows, check) & both & ~(inner.values < outer.values)
    yield rows.hit("newton:sdfNarrowBandInner", where, values=inner.values)


def sourceless_hydroelastic(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """A hydroelastic collider without anything to make its distance field from."""
    rows = scene.rows(_SDF)
    enabled = rows.cells("newton:hydroelasticEnabled")
    where = chosen_rows(scene, rows, check) & enabled.authored & enabled.filled(False).astype(np.bool_)
    for column in _SOURCES:
        source = rows.cells(column)
        where &= ~(source.authored & source.present)
    yield rows.hit("newton:hydroelasticEnabled", where)


def uneven_resolution(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """A resolution that is no positive multiple of 8."""
    rows = scene.rows(check.component)
    for column in check.columns:
        cells = rows.cells(column)
        wrong = (cells.values < 1) | (cells.values % 8 != 0)
        chosen = chosen_rows(scene, rows, check) & chosen_cells(scene, rows, check, column)
        yield rows.hit(column, chosen & cells.present & wrong, values=cells.values)
