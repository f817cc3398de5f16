"""Descriptor rows by path, read once for all articulations of a scene."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from columnar.descriptors import Descriptors
from columnar.dynamics.arrays import Doubles
from columnar.dynamics.described.drives import sound_drives
from columnar.geometry import BodyMasses, body_masses
from columnar.scene import Scene
from schemas.contract import FLT_MAX

__all__ = ["OPEN", "DescribedScene", "Row", "read_scene", "unlimited"]

Row = Mapping[str, Any]
ByAxis = Mapping[str, Mapping[str, Row]]

OPEN = 0.5e38
"""A bound beyond this, in its own direction, means none, as in the limit table."""

_GRAVITY = 9.81

_DRIVE_NUMBERS = ("stiffness", "damping", "target_position", "target_velocity", "max_force")


@dataclass(frozen=True)
class DescribedScene:
    """Rows of the tables an articulation is made of.

    Attributes:
        bodies, joints: rows by path.
        limits, drives, axes, states, mimics: rows by joint and axis; numbers of drives are sound ones.
        body_rows: index of each body in its table.
        masses: mass properties of the body table's rows.
        gravity: (3,) of each scene by path; the first one under None.
    """

    bodies: Mapping[str, Row]
    joints: Mapping[str, Row]
    limits: ByAxis
    drives: ByAxis
    axes: ByAxis
    states: ByAxis
    mimics: ByAxis
    body_rows: Mapping[str, int]
    masses: BodyMasses
    gravity: Mapping[str | None, Doubles]


def read_scene(descriptors: Descriptors, scene: Scene | None) -> DescribedScene:
    """Rows of descriptors; the scene gives the points of meshes, for masses that are not stated."""
    bodies = descriptors.bodies.rows()
    return DescribedScene(
        bodies={row["path"]: row for row in bodies},
        joints={row["path"]: row for row in descriptors.joints.rows()},
        body_rows={row["path"]: index for index, row in enumerate(bodies)},
        masses=body_masses(descriptors, scene),
        gravity=_gravity(descriptors),
        drives=_sound_rows(descriptors),
        **{name: _by_axis(descriptors, name) for name in ("limits", "axes", "states", "mimics")},
    )


def unlimited(value: float | None) -> float:
    """A largest value; inf where it means none."""
    return np.inf if value is None or not value < FLT_MAX else float(value)


def _by_axis(descriptors: Descriptors, name: str) -> ByAxis:
    found: dict[str, dict[str, Row]] = defaultdict(dict)
    for row in descriptors.table(name).rows():
        found[row["joint"]][row["axis"]] = row
    return found


def _sound_rows(descriptors: Descriptors) -> ByAxis:
    sound = sound_drives(descriptors)
    faults: dict[int, list[str]] = defaultdict(list)
    for entry in sound.unsound:
        faults[entry.row].append(entry.field)
    found: dict[str, dict[str, Row]] = defaultdict(dict)
    numbers = zip(*(getattr(sound, name).tolist() for name in _DRIVE_NUMBERS), strict=True)
    for place, (row, values) in enumerate(zip(descriptors.drives.rows(), numbers, strict=True)):
        cleaned = dict(zip(_DRIVE_NUMBERS, values, strict=True))
        found[row["joint"]][row["axis"]] = row | cleaned | {"unsound": faults.get(place, [])}
    return found


def _gravity(descriptors: Descriptors) -> dict[str | None, Doubles]:
    found: dict[str | None, Doubles] = {}
    for row in descriptors.scenes.rows():
        vector = np.asarray(row["gravity"], np.float64)
        found[row["path"]] = vector if np.isfinite(vector).all() else np.zeros(3)
        found.setdefault(None, found[row["path"]])
    if None not in found:
        down = np.array([0.0, -1.0, 0.0] if descriptors.units.up_axis == "Y" else [0.0, 0.0, -1.0])
        found[None] = down * _GRAVITY / descriptors.units.meters_per_unit
    return found
