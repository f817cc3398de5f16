"""Drives: joints that nothing drives, or several things; targets and frictions that do not fit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from columnar.inspection import Hit
from columnar.rules.conditions import chosen_rows
from columnar.rules.driving import MOVERS, actuator_counts, following, gained
from columnar.rules.intervals import within
from columnar.rules.rule_scene import RuleScene
from schemas.rules import RuleCheck

__all__ = ["crossed_friction", "drive_off_state", "driven_twice", "missing_instance", "undriven"]


def undriven(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Joints that none of the movers of `allowed` moves."""
    rows = scene.rows(check.component)
    moved = np.logical_or.reduce([MOVERS[str(name)](scene) for name in check.allowed])
    yield rows.hit("usd-schemas", chosen_rows(scene, rows, check) & ~moved[rows.prims])


def driven_twice(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Joints of which two of these move one axis: a drive with a gain, an actuator, another actuator, a leader."""
    rows = scene.rows(check.component)
    movers = gained(scene).astype(np.int64) + following(scene) + actuator_counts(scene)
    where = chosen_rows(scene, rows, check) & (movers[rows.prims] > 1)
    yield rows.hit("usd-schemas", where, values=movers[rows.prims])


def drive_off_state(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Targets that are not within the interval of the joint's state of the same instance, where one is applied."""
    rows, states = scene.rows("PhysicsDriveAPI"), scene.rows("PhysicsJointStateAPI")
    chosen = chosen_rows(scene, rows, check)
    if check.interval is None or not chosen.any() or not len(states):
        return
    for column in check.columns:
        state = "physics:velocity" if column == "physics:targetVelocity" else "physics:position"
        stated = scene.columns.read("PhysicsJointStateAPI", state, rows.prims, rows.instances)
        targets = rows.cells(column).filled(0.0)
        gap = np.abs(targets - np.where(stated.present, stated.values, 0.0))
        yield rows.hit(column, chosen & stated.listed & ~within(gap, check.interval), values=targets)


def crossed_friction(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Axes whose static friction lies below their dynamic one."""
    rows = scene.rows(check.component)
    still, moving = (rows.cells(f"{name}FrictionEffort").filled(0.0) for name in ("static", "dynamic"))
    yield rows.hit("staticFrictionEffort", chosen_rows(scene, rows, check) & (still < moving), values=still)


def missing_instance(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Prims without any of the instances of an API, whose name is the one of `allowed`."""
    rows, api = scene.rows(check.component), scene.rows(str(check.allowed[0]))
    having = scene.flags(api.prims[api.listed & api.token_in("instance", check.instances)])
    wanted = chosen_rows(scene, rows, check.model_copy(update={"instances": ()}))
    yield rows.hit("usd-schemas", wanted & ~having[rows.prims])
