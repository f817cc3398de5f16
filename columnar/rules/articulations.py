"""Articulations: how many roots, and where they stand."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from columnar.inspection import Hit
from columnar.rules.intervals import within
from columnar.rules.rule_scene import RuleScene
from schemas.rules import RuleCheck

__all__ = ["root_count", "root_count_with_joints", "silent_root"]

_ROOT = "PhysicsArticulationRootAPI"


def root_count(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """A stage whose number of articulation roots lies outside the interval."""
    rows = scene.rows(_ROOT)
    count = int((rows.listed & ~scene.instance_proxies[rows.prims]).sum())
    if check.interval is not None and not within(np.array(count), check.interval):
        yield Hit(_ROOT, "usd-schemas", np.zeros(1, np.int64), values=[count])


def root_count_with_joints(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """The same of a stage that has joints."""
    if (scene.joints & ~scene.instance_proxies).any():
        yield from root_count(scene, check)


def silent_root(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """The one root of a stage, if it does not say whether links collide with each other."""
    rows = scene.rows(_ROOT)
    roots = rows.listed & ~scene.instance_proxies[rows.prims]
    for column in check.columns if roots.sum() == 1 else ():
        cells = scene.columns.read(check.component, column, rows.prims)
        yield rows.hit(column, roots & ~cells.authored & ~cells.blocked)._replace(component=check.component)
