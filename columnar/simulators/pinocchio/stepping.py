"""Steps in time of pinocchio models, implicit in drives and friction."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.simulators.engines import import_engine
from columnar.simulators.mechanism import MotionKind
from columnar.simulators.pinocchio.model import PinocchioModel, PinocchioTree

__all__ = ["accelerations", "step"]

Doubles = npt.NDArray[np.float64]


class _Springs(NamedTuple):
    """What acts on each degree of freedom: effort = stiffness (target - q) + damping (rate - v) - friction v."""

    stiffness: Doubles
    damping: Doubles
    target: Doubles
    rate: Doubles
    friction: Doubles
    largest: Doubles


def step(model: PinocchioModel, steps: int = 1) -> None:
    """Move on by a number of steps."""
    engine = import_engine("pinocchio")
    for _ in range(steps):
        for tree in model.trees:
            if tree.model.nv:
                change = accelerations(engine, model, tree, model.time_step)
                tree.v = tree.v + change * model.time_step
                tree.q = engine.integrate(tree.model, tree.q, tree.v * model.time_step)
    model.steps += steps


def accelerations(engine: Any, model: PinocchioModel, tree: PinocchioTree, h: float) -> Doubles:
    """(nv,) mean accelerations of the next step of length h; those of this moment for h = 0."""
    mass = np.array(engine.crba(tree.model, tree.data, tree.q))
    mass = np.triu(mass) + np.triu(mass, 1).T
    bias = np.array(engine.nonLinearEffects(tree.model, tree.data, tree.q, tree.v))
    springs = _springs(model, tree, mass)
    position = _scalars(tree)
    effort = springs.stiffness * (springs.target - position) + springs.damping * (springs.rate - tree.v)
    cut = np.clip(effort, -springs.largest, springs.largest)
    # A drive at its largest effort does not give way within the step.
    soft = np.abs(effort) <= springs.largest
    stiffness, damping = springs.stiffness * soft, springs.damping * soft + springs.friction
    force = cut - springs.friction * tree.v - bias - h * stiffness * tree.v
    found: Doubles = np.linalg.solve(mass + np.diag(h * damping + h * h * stiffness), force)
    return found


def _springs(model: PinocchioModel, tree: PinocchioTree, mass: Doubles) -> _Springs:
    values, motions = model.mechanism.motions.values, model.mechanism.motions
    zeros = np.zeros((5, tree.model.nv))
    found = _Springs(zeros[0], zeros[1], zeros[2], zeros[3], zeros[4], np.full(tree.model.nv, np.inf))
    for place, motion in enumerate(tree.motions):
        at = tree.model.joints[place + 1].idx_v
        if motion < 0 or motions.kind[motion] == MotionKind.BALL:
            continue
        found.friction[at] = max(values.viscous_friction[motion], 0.0)
        if values.driven[motion]:
            found.stiffness[at], found.damping[at] = values.stiffness[motion], values.damping[motion]
            found.target[at], found.rate[at] = values.target_position[motion], values.target_velocity[motion]
            found.largest[at] = values.max_force[motion]
            if values.acceleration[motion]:
                felt = 1 / np.linalg.inv(mass)[at, at]
                found.stiffness[at], found.damping[at] = found.stiffness[at] * felt, found.damping[at] * felt
    return found


def _scalars(tree: PinocchioTree) -> Doubles:
    """(nv,) positions of hinges and slides, 0 for other degrees of freedom."""
    found = np.zeros(tree.model.nv)
    for joint in list(tree.model.joints)[1:]:
        if joint.nq == 1 and joint.nv == 1:
            found[joint.idx_v] = tree.q[joint.idx_q]
    return found
