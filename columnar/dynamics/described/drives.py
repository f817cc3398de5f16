"""Drives as all engines are given them: whatever numbers are stated, what is left means something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from columnar.descriptors import Descriptors
from columnar.dynamics.arrays import Doubles
from schemas.contract import FLT_MAX

__all__ = ["SoundDrives", "UnsoundValue", "sound_drives"]

_GAINS = ("stiffness", "damping")
_TARGETS = ("target_position", "target_velocity")


class UnsoundValue(NamedTuple):
    """A number of a drive that means nothing.

    Attributes:
        row: of the drive table.
        field: of the drive table.
        value: as it stands there, radians if it is an angle.
    """

    row: int
    field: str
    value: float


@dataclass(frozen=True)
class SoundDrives:
    """Numbers of the drive table's rows, (n,) each.

    As PhysX takes a drive of a free joint (`PxD6Joint::setDrive`): one with a gain that is negative or not finite, or
    with a negative largest force, does nothing at all, and a target that is not finite is 0. A largest force that is
    not finite is none, as for ovphysx.

    Attributes:
        stiffness, damping: finite, not negative.
        target_position, target_velocity: finite.
        max_force: not negative, inf for none.
        unsound: what was stated otherwise, by row.
    """

    stiffness: Doubles
    damping: Doubles
    target_position: Doubles
    target_velocity: Doubles
    max_force: Doubles
    unsound: tuple[UnsoundValue, ...]


def sound_drives(descriptors: Descriptors) -> SoundDrives:
    """The drive table, cleaned."""
    table = descriptors.drives
    stated = {name: table.values(name).astype(np.float64) for name in (*_GAINS, *_TARGETS, "max_force")}
    amiss = {name: ~(np.isfinite(stated[name]) & (stated[name] >= 0.0)) for name in _GAINS}
    amiss |= {name: ~np.isfinite(stated[name]) for name in _TARGETS}
    largest = stated["max_force"]
    amiss["max_force"] = ~(largest >= 0.0)
    invalid = amiss["stiffness"] | amiss["damping"] | (np.isfinite(largest) & (largest < 0.0))
    unsound = [
        UnsoundValue(row, name, float(stated[name][row]))
        for name, flags in amiss.items()
        for row in np.flatnonzero(flags).tolist()
    ]
    return SoundDrives(
        **{name: np.where(invalid, 0.0, stated[name]) for name in _GAINS},
        **{name: np.where(amiss[name], 0.0, stated[name]) for name in _TARGETS},
        max_force=np.where(amiss["max_force"] | (largest >= FLT_MAX), np.inf, largest),
        unsound=tuple(sorted(unsound, key=lambda entry: (entry.row, entry.field))),
    )
