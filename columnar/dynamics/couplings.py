"""Couplings: joints that follow others, links joined in loops, and the cones of ball joints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from columnar.dynamics.arrays import Doubles, Ids
from columnar.dynamics.links import Frame
from columnar.dynamics.order import TreeError

__all__ = ["Cone", "Loop", "Mimic", "follow", "mimic_order", "mimic_rows"]


@dataclass(frozen=True)
class Mimic:
    """position[follower] = offset + factor * position[leader], held exactly; both are degrees of freedom by index."""

    follower: int
    leader: int
    offset: float = 0.0
    factor: float = 1.0


@dataclass(frozen=True)
class Loop:
    """A joint that closes a loop: two frames held together by springs and dampers along what is locked.

    Attributes:
        name: of the joint.
        links: the links on either side, by index; -1 for the world.
        frames: the joint's frame on either side.
        locked: six flags: no shift along, no turn about, X, Y and Z of the first frame.
        distance: smallest and largest distance of the two origins, in place of `locked`; None: no such joint.
        stiffness, damping: force per shift, and per its rate.
        turn_stiffness, turn_damping: torque per angle, and per its rate.
    """

    name: str
    links: tuple[int, int]
    frames: tuple[Frame, Frame]
    locked: tuple[bool, bool, bool, bool, bool, bool] = (True,) * 6
    distance: tuple[float, float] | None = None
    stiffness: float = 1e5
    damping: float = 1e3
    turn_stiffness: float = 1e4
    turn_damping: float = 1e2


@dataclass(frozen=True)
class Cone:
    """The range of a ball joint: how far the axis may swing, by a spring and a damper beyond it.

    Attributes:
        joint: index of the joint.
        axis: the axis that swings, in the joint's frame: 0, 1 or 2 for X, Y or Z (Springhead's is Z).
        angles: half angles about the two axes that follow it in the order X, Y, Z, X, Y; infinite: none.
        stiffness, damping: torque per angle beyond the cone, and per its rate.
    """

    joint: int
    axis: int
    angles: tuple[float, float]
    stiffness: float = 1e3
    damping: float = 1e1


def mimic_order(mimics: Sequence[Mimic], count: int) -> tuple[Mimic, ...]:
    """Mimics, leaders before those who follow them.

    Args:
        mimics: in any order.
        count: degrees of freedom there are.

    Raises:
        TreeError: a degree of freedom follows twice, itself, in a circle, or does not exist.
    """
    by_follower: dict[int, Mimic] = {}
    for mimic in mimics:
        if not (0 <= mimic.follower < count and 0 <= mimic.leader < count):
            raise TreeError(f"{mimic}: degrees of freedom count from 0 to {count - 1}")
        if mimic.follower in by_follower:
            raise TreeError(f"{mimic}: the follower follows {by_follower[mimic.follower]} already")
        by_follower[mimic.follower] = mimic
    ordered: list[Mimic] = []
    placed = set(range(count)) - set(by_follower)
    while len(ordered) < len(by_follower):
        ready = [mimic for mimic in by_follower.values() if mimic.leader in placed and mimic.follower not in placed]
        if not ready:
            circle = sorted(set(by_follower) - placed)
            raise TreeError(f"degrees of freedom {circle} follow each other in a circle; let one of them lead")
        ordered += ready
        placed |= {mimic.follower for mimic in ready}
    return tuple(ordered)


def follow(mimics: Sequence[Mimic], coordinate: Ids, positions: Doubles, velocities: Doubles) -> None:
    """Puts followers where their leaders say, in place.

    Args:
        mimics: leaders first.
        coordinate: (nv,) coordinate of each degree of freedom.
        positions: (nq, E).
        velocities: (nv, E).
    """
    for mimic in mimics:
        positions[coordinate[mimic.follower]] = mimic.offset + mimic.factor * positions[coordinate[mimic.leader]]
        velocities[mimic.follower] = mimic.factor * velocities[mimic.leader]


def mimic_rows(mimics: Sequence[Mimic], count: int) -> Doubles:
    """(R, nv, 1): rows that vanish on velocities which keep the mimics."""
    rows = np.zeros((len(mimics), count, 1))
    for row, mimic in zip(rows, mimics, strict=True):
        row[mimic.follower] = 1.0
        row[mimic.leader] = -mimic.factor
    return rows
