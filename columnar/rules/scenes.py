"""Scenes and stage units."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from columnar.inspection import Hit
from columnar.rules.rule_scene import RuleScene
from schemas.rules import RuleCheck

__all__ = ["ownerless", "stage_units", "unstated_units"]


def stage_units(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Stage units other than the allowed one."""
    for column in check.columns:
        value = scene.scene.info[column]
        if value not in check.allowed:
            yield Hit("scene", column, np.zeros(1, np.int64), values=[value])


def unstated_units(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Stage units that nobody authored."""
    for column in check.columns:
        if not scene.scene.info[_FLAGS[column]]:
            yield Hit("scene", column, np.zeros(1, np.int64), values=[scene.scene.info[column]])


_FLAGS = {
    "usd-metadata:metersPerUnit": "meters_per_unit_authored",
    "usd-metadata:kilogramsPerUnit": "kilograms_per_unit_authored",
    "usd-metadata:upAxis": "up_axis_authored",
}


def ownerless(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Bodies without an owner on a stage of several scenes."""
    scenes = scene.rows("PhysicsScene")
    if scenes.listed.sum() > 1:
        rows = scene.rows(check.component)
        yield rows.hit("physics:simulationOwner", rows.listed & (rows.target_counts("physics:simulationOwner") == 0))
