"""Values that a neutral or unknown one cannot override."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from columnar.inspection import Hit, Inspection
from schemas.contract import FLT_MAX, INSTANCE_PLACEHOLDER
from schemas.findings import Finding

__all__ = ["axis_zero", "contact_threshold", "envelope_instance"]

_SEEDS: Final = {
    "armature": ("newton:armature", 0.0),
    "maxJointVelocity": ("newton:velocityLimit", FLT_MAX),
    "staticFrictionEffort": ("newton:friction", 0.0),
    "dynamicFrictionEffort": ("newton:friction", 0.0),
    "viscousFrictionCoefficient": ("newton:damping", 0.0),
}
"""Newton's column for the same, and the PhysX value that says nothing."""

_INSTANCES: Final = ("angular", "linear", "transX", "transY", "transZ", "rotX", "rotY", "rotZ")


def axis_zero(scene: Inspection, finding: Finding) -> Iterator[Hit]:
    """An authored value that says nothing, where Newton's says something."""
    rows = scene.rows("PhysxJointAxisAPI")
    column = finding.column.partition(f"{INSTANCE_PLACEHOLDER}:")[2]
    newton_column, neutral = _SEEDS[column]
    cells = rows.cells(column)
    seed = scene.columns.read("NewtonJointAPI", newton_column, rows.prims)
    told = seed.listed & seed.present & (seed.values < neutral if neutral else seed.values > 0)
    silent = cells.authored & cells.present & (cells.values == np.float32(neutral))
    yield rows.hit(column, rows.listed & silent & told, values=seed.values)


def envelope_instance(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """An envelope on an instance of another name than the freedoms have."""
    rows = scene.rows("PhysxDrivePerformanceEnvelopeAPI")
    names = np.zeros(0, object) if rows.instances is None else rows.instances
    yield rows.hit("maxActuatorVelocity", rows.listed & ~np.isin(names, _INSTANCES))


def contact_threshold(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A threshold of 1 that was authored, on a stage of other units than metres."""
    rows = scene.rows("PhysxContactReportAPI")
    cells = rows.cells("physxContactReport:threshold")
    metres = scene.scene.info["usd-metadata:metersPerUnit"] == 1.0
    yield rows.hit("physxContactReport:threshold", rows.listed & cells.authored & (cells.values == 1) & (not metres))
