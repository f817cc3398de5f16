"""`validate`: every place of a scene that breaks one of the rules that apply."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from columnar.descriptors import Descriptors
from columnar.rules.findings import FoundPlaces, RuleFindings
from columnar.rules.predicates import PREDICATES
from columnar.rules.rule_scene import RuleScene
from columnar.rules.selection import RuleSelection, concerns_runtime, selected_rules
from columnar.scene import Scene, numbered_by_path
from schemas.rules import Rule

__all__ = ["validate"]


def validate(
    scene: Scene,
    selection: RuleSelection | None = None,
    *,
    rules: Sequence[Rule] | None = None,
    descriptors: Descriptors | None = None,
) -> RuleFindings:
    """Every place that breaks a rule, over columns alone.

    Args:
        scene: a populated, opened or hand-made scene.
        selection: which rules apply, by default OpenUSD's own and the strict ones.
        rules: rules of one's own, instead of a selection from the shipped ones.
        descriptors: what the PhysX consumer makes of the scene, where that is known already.

    Raises:
        SelectionError: the selection names what there is not.
    """
    chosen = selection or RuleSelection()
    applied = selected_rules(chosen) if rules is None else rules
    scene = numbered_by_path(scene)
    view = RuleScene(scene, descriptors)
    with np.errstate(all="ignore"):
        places = [
            FoundPlaces(rule, check, hit)
            for rule in applied
            for check in rule.checks
            if concerns_runtime(rule, check, chosen.runtimes)
            for hit in PREDICATES[check.predicate](view, check)
        ]
    return RuleFindings(scene, places)
