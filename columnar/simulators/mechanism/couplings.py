"""Couplings: coordinates that follow others, by mimics, gears, racks and pinions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.simulators.mechanism.motions import MotionKind, Motions
from schemas.descriptors import JointType, LimitAxis

__all__ = ["Couplings", "find_couplings"]

Doubles = npt.NDArray[np.float64]

_SINGLE: Final = (LimitAxis.ANGULAR, LimitAxis.LINEAR)


@dataclass(frozen=True)
class Couplings:
    """Relations position = offset + factor * position of the leader; arrays (n,).

    Attributes:
        paths: the prim that states each.
        follower: the motion that follows.
        leader: the motion that is followed.
        offset: rad or length.
        factor: none, rad/length or length/rad.
        natural_frequency: 1/s; 0 for a hard relation.
        damping_ratio: 0 for a hard relation.
        lost: paths of relations between coordinates that the tree does not have, or with coefficients that are no
            numbers.
    """

    paths: tuple[str, ...]
    follower: npt.NDArray[np.int64]
    leader: npt.NDArray[np.int64]
    offset: Doubles
    factor: Doubles
    natural_frequency: Doubles
    damping_ratio: Doubles
    lost: tuple[str, ...]


def find_couplings(descriptors: Descriptors, motions: Motions) -> Couplings:
    """Mimics first, then gears, racks and pinions, in the order of their tables."""
    rows, lost = [], []
    stated = [*_mimics(descriptors), *_gears(descriptors)]
    motion_of = _motions_by_name(descriptors, motions) if stated else {}
    for path, follower, leader, *numbers in stated:
        if follower in motion_of and leader in motion_of and np.isfinite(numbers[:2]).all():
            rows.append((path, motion_of[follower], motion_of[leader], *numbers))
        else:
            lost.append(path)
    columns: list[tuple[Any, ...]] = list(zip(*rows, strict=True)) or [()] * 7
    offset, factor, frequency, damping = (np.array(column, np.float64) for column in columns[3:])
    return Couplings(
        paths=tuple(columns[0]),
        follower=np.array(columns[1], np.int64),
        leader=np.array(columns[2], np.int64),
        offset=offset,
        factor=factor,
        natural_frequency=frequency,
        damping_ratio=damping,
        lost=tuple(lost),
    )


def _motions_by_name(descriptors: Descriptors, motions: Motions) -> dict[tuple[str, str], int]:
    """Motions by joint path and axis; the only motion of a joint answers to any axis of it that a mimic names."""
    paths = descriptors.joints.cells("path")
    return {
        (paths[joint], str(name)): place
        for place, (joint, name) in enumerate(zip(motions.joint.tolist(), motions.name, strict=True))
        if motions.kind[place] != MotionKind.BALL
    }


def _mimics(descriptors: Descriptors) -> list[tuple[Any, ...]]:
    if not len(descriptors.mimics):
        return []
    enabled = dict(zip(*(descriptors.joints.cells(name) for name in ("path", "enabled")), strict=True))
    return [
        (
            row["joint"],
            (row["joint"], row["axis"]),
            (row["leader"], row["leader_axis"]),
            row["coef0"],
            row["coef1"],
            row["natural_frequency"],
            row["damping_ratio"],
        )
        for row in descriptors.mimics.rows()
        # A disabled joint drops the relation.
        if row["enabled"] and enabled.get(row["joint"], False) and enabled.get(row["leader"], False)
    ]


def _gears(descriptors: Descriptors) -> list[tuple[Any, ...]]:
    """A gear turns hinge 1 by the ratio times the turn of hinge 0, a pinion by the ratio times its rack's travel."""
    found = []
    names = ("path", "type", "enabled", "ratio", "hinge0", "hinge1", "prismatic")
    geared = descriptors.joints.arrow.select(names).filter(descriptors.joints.array("ratio").is_valid())
    for row in geared.to_pylist():
        if not row["enabled"]:
            continue
        hinge = (row["hinge0"], LimitAxis.ANGULAR.value)
        if row["type"] == JointType.GEAR:
            found.append((row["path"], (row["hinge1"], LimitAxis.ANGULAR.value), hinge, 0.0, row["ratio"], 0.0, 0.0))
        elif row["type"] == JointType.RACK_AND_PINION:
            rack = (row["prismatic"], LimitAxis.LINEAR.value)
            found.append((row["path"], hinge, rack, 0.0, row["ratio"], 0.0, 0.0))
    return found
