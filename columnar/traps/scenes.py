"""Settings of scenes that count otherwise than they seem to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from columnar.inspection import Hit, Inspection
from schemas.findings import Finding

__all__ = [
    "hidden_time_steps",
    "ignored_bias",
    "iteration_range",
    "long_gravity_direction",
    "no_scene",
    "partition_count",
    "pgs_forces",
    "raw_gravity",
    "zero_gravity_direction",
]

_API: Final = "PhysxSceneAPI"
_UNIT: Final = 1e-3
"""A direction whose length differs from 1 by less counts as normalised."""


def zero_gravity_direction(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A direction of (0, 0, 0)."""
    rows = scene.rows("PhysicsScene")
    cells = rows.cells("physics:gravityDirection")
    yield rows.hit("physics:gravityDirection", rows.listed & cells.present & ~cells.values.any(axis=1))


def long_gravity_direction(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A direction that is neither zero nor of length 1."""
    rows = scene.rows("PhysicsScene")
    cells = rows.cells("physics:gravityDirection")
    length = np.linalg.norm(cells.values.astype(np.float64), axis=1)
    odd = cells.present & (length > 0) & ~(np.abs(length - 1) <= _UNIT)
    yield rows.hit("physics:gravityDirection", rows.listed & odd, values=cells.values)


def raw_gravity(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A magnitude that means Earth's gravity in USD only."""
    rows = scene.rows("PhysicsScene")
    cells = rows.cells("physics:gravityMagnitude")
    raw = cells.present & (cells.values < -0.5e38)
    yield rows.hit("physics:gravityMagnitude", rows.listed & raw, values=cells.values)


def no_scene(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """Bodies or joints on a stage without a scene."""
    scenes = scene.rows("PhysicsScene")
    if not scenes.listed.any() and (len(scene.descriptors.bodies) or len(scene.descriptors.joints)):
        yield Hit("PhysicsScene", "usd-prim-type", np.zeros(1, np.int64))


def hidden_time_steps(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A step rate of Newton's that a published one hides."""
    rows = scene.rows(_API)
    cells = rows.cells("physxScene:timeStepsPerSecond")
    newton = scene.columns.read("NewtonSceneAPI", "newton:timeStepsPerSecond", rows.prims)
    hidden = rows.listed & cells.present & ~cells.authored & newton.present & newton.authored
    yield rows.hit("physxScene:timeStepsPerSecond", hidden, values=newton.values)


def ignored_bias(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A bias limit with the TGS solver on the CPU."""
    rows = scene.rows(_API)
    cells = rows.cells("physxScene:maxBiasCoefficient")
    gpu = rows.cells("physxScene:enableGPUDynamics").filled(True).astype(np.bool_)
    tgs = rows.tokens("physxScene:solverType") != "PGS"
    used = rows.listed & cells.authored & cells.present & tgs & ~gpu
    yield rows.hit("physxScene:maxBiasCoefficient", used, values=cells.values)


def pgs_forces(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """External forces every iteration with the PGS solver."""
    rows = scene.rows(_API)
    name = "physxScene:enableExternalForcesEveryIteration"
    wanted = rows.cells(name).filled(False).astype(np.bool_)
    yield rows.hit(name, rows.listed & wanted & (rows.tokens("physxScene:solverType") == "PGS"))


def partition_count(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A number of partitions that is no power of two."""
    rows = scene.rows(_API)
    name = "physxScene:gpuMaxNumPartitions"
    counts = rows.cells(name).filled(8).astype(np.int64)
    odd = (counts >= 1) & (counts <= 32) & ((counts & (counts - 1)) != 0)
    yield rows.hit(name, rows.listed & odd, values=counts)


def iteration_range(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A least iteration count that is absent, or above the largest one."""
    rows = scene.rows(_API)
    least = rows.cells("physxScene:minPositionIterationCount")
    yield rows.hit("physxScene:minPositionIterationCount", rows.listed & ~least.present)
    for kind in ("Position", "Velocity"):
        low, high = (rows.cells(f"physxScene:{end}{kind}IterationCount") for end in ("min", "max"))
        crossed = low.present & high.present & (low.values > high.values)
        yield rows.hit(f"physxScene:min{kind}IterationCount", rows.listed & crossed, values=low.values)
