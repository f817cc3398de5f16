"""The tree of joints: which joint carries each body, and which are left over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.simulators.mechanism.bodies import Bodies, BodyMotion
from columnar.simulators.mechanism.frames import Frames
from columnar.simulators.mechanism.sides import Side, find_sides
from schemas.descriptors import JointType

__all__ = ["Tree", "find_tree"]

_CARRYING: Final = (
    JointType.FIXED,
    JointType.REVOLUTE,
    JointType.PRISMATIC,
    JointType.SPHERICAL,
    JointType.D6,
)
"""Types a tree is made of; the others act between bodies that something else carries."""


@dataclass(frozen=True)
class Tree:
    """How bodies hang together; arrays by row of the body table.

    Attributes:
        parent: (n,) the body that carries it, -1 for the world.
        joint: (n,) row of the joint that carries it, -1 for none.
        reversed: (n,) bool; whether the body is on side 0 of that joint, so that its motion counts backwards.
        free: (n,) bool; whether nothing carries it and it moves.
        order: (n,) rows, parents before children.
        outer: the joint's frame in the parent, or in the world.
        inner: the joint's frame in the body.
        rest: the body's frame in its parent (or the world) when the joint is at zero; as drawn without a joint.
        left_over: rows of enabled joints of carrying types that carry nothing: they close loops.
        sides: both sides of every joint.
    """

    parent: npt.NDArray[np.int64]
    joint: npt.NDArray[np.int64]
    reversed: npt.NDArray[np.bool_]
    free: npt.NDArray[np.bool_]
    order: npt.NDArray[np.int64]
    outer: Frames
    inner: Frames
    rest: Frames
    left_over: npt.NDArray[np.int64]
    sides: tuple[Side, Side]


def find_tree(descriptors: Descriptors, bodies: Bodies) -> Tree:
    """The tree of a scene.

    Articulations with a fixed base come first, by their own joints. What joints hold then hangs on what stands already:
    the world, static and kinematic bodies, links. A floating articulation of which a joint holds some link hangs there,
    which moves no differently and closes no loop. The other ones float on their own base, and what remains floats with
    the first body in path order as its base.
    """
    sides = find_sides(descriptors, bodies)
    growth = _Growth(descriptors, bodies, sides)
    growth.add_articulations(fixed=True)
    growth.add_held()
    growth.add_articulations(fixed=False)
    growth.add_floating()
    return growth.finished()


class _Growth:
    """A forest that grows joint by joint."""

    def __init__(self, descriptors: Descriptors, bodies: Bodies, sides: tuple[Side, Side]) -> None:
        count = len(bodies)
        self._descriptors, self._bodies, self._sides = descriptors, bodies, sides
        self._parent = np.full(count, -1, np.int64)
        self._joint = np.full(count, -1, np.int64)
        self._reversed = np.zeros(count, np.bool_)
        self._free = np.zeros(count, np.bool_)
        self._placed = bodies.motion != BodyMotion.DYNAMIC
        self._order = np.flatnonzero(self._placed).tolist()
        self._ends = [side.body.tolist() for side in sides]
        self._usable = _usable(descriptors, sides)
        self._used = np.zeros(len(descriptors.joints), np.bool_)
        tokens = descriptors.joints.tokens("type")
        self._kinds = [tokens[code] for code in descriptors.joints.values("type").tolist()]
        self._growing = False
        self._read_articulations()

    def _read_articulations(self) -> None:
        """Root joint and joints of each articulation, and the articulation of each link."""
        table, bodies = self._descriptors.articulations, self._bodies
        row_of_joint = np.full(len(self._descriptors.paths) + 1, -1, np.int64)
        row_of_joint[self._descriptors.joints.values("path")] = np.arange(len(self._descriptors.joints))
        self._roots: list[int] = row_of_joint[table.values("root")].tolist()
        self._articulation_of: dict[int, int] = {}
        self._joints_of: list[list[int]] = []
        joint_offsets, joints = table.members("joints")
        link_offsets, links = table.members("links")
        for row in range(len(table)):
            held = row_of_joint[joints[joint_offsets[row] : joint_offsets[row + 1]]]
            self._joints_of.append(held[held >= 0].tolist())
            for body in bodies.row_of_path[links[link_offsets[row] : link_offsets[row + 1]]].tolist():
                self._articulation_of[body] = row

    def add_articulations(self, *, fixed: bool) -> None:
        """Place the links of articulations with a fixed, or with a floating base."""
        table = self._descriptors.articulations
        stated = table.values("fixed_base").tolist()
        for row, base in enumerate(self._bodies.row_of_path[table.values("base")].tolist()):
            if base < 0 or self._placed[base] or stated[row] != fixed:
                continue
            if not (fixed and self._carried_by_anchor(self._roots[row], base)):
                self._place(base, free=not fixed)
            self._grow([base], self._joints_of[row])

    def _carried_by_anchor(self, joint: int, base: int) -> bool:
        """Whether the joint that anchors a base moves, and so carries it; one that does not leaves it as drawn."""
        if joint < 0 or not self._usable[joint]:
            return False
        self._used[joint] = True
        side = 1 if self._ends[0][joint] == base else 0
        ground = self._ends[side][joint]
        if self._kinds[joint] == JointType.FIXED or self._ends[1 - side][joint] != base:
            return False
        if ground >= 0 and not self._placed[ground]:
            return False
        self._carry(joint, ground, base, turned=side == 1)
        return True

    def add_held(self) -> None:
        """Place the bodies that joints hold to what stands."""
        excluded = self._descriptors.joints.values("exclude_from_articulation")
        for joints in (np.flatnonzero(~excluded), np.arange(len(excluded))):
            self._grow([-1, *self._order], joints.tolist())

    def add_floating(self) -> None:
        """Place the bodies that are left."""
        for body in range(len(self._bodies)):
            if not self._placed[body]:
                self._place(body, free=True)
                self._grow([body], range(len(self._used)))

    def finished(self) -> Tree:
        """The tree as arrays."""
        side0, side1 = self._sides
        turned, joint = self._reversed, self._joint
        carried = joint >= 0
        none = Frames.at_origin(len(joint))
        end0, end1 = none, none
        if carried.any():
            end0, end1 = side0.frame.take(joint), side1.frame.take(joint)
        outer = none.replaced(carried, end0.replaced(turned, end1))
        inner = none.replaced(carried, end1.replaced(turned, end0))
        drawn = self._bodies.pose
        return Tree(
            parent=self._parent,
            joint=joint,
            reversed=turned,
            free=self._free,
            order=np.array(self._order, np.int64),
            outer=outer,
            inner=inner,
            rest=drawn.replaced(carried, outer.times(inner.inverse())),
            left_over=np.flatnonzero(self._usable & ~self._used),
            sides=self._sides,
        )

    def _place(self, body: int, *, free: bool) -> None:
        self._placed[body] = True
        self._free[body] = free
        self._order.append(body)

    def _grow(self, start: Iterable[int], joints: Iterable[int]) -> None:
        """Breadth first from bodies that stand (-1 for the world), along unused joints in their order."""
        around: dict[int, list[int]] = {}
        for joint in joints:
            if self._usable[joint] and not self._used[joint]:
                for ends in self._ends:
                    around.setdefault(ends[joint], []).append(joint)
        waiting = [body for body in start if body in around]
        for body in waiting:
            for joint in around.get(body, ()):
                side = 0 if self._ends[0][joint] == body else 1
                other = self._ends[1 - side][joint]
                if not self._used[joint] and other >= 0 and not self._placed[other]:
                    self._carry(joint, body, other, turned=side == 1)
                    waiting += self._links_beyond(other)

    def _carry(self, joint: int, body: int, other: int, *, turned: bool) -> None:
        self._used[joint] = True
        self._parent[other], self._joint[other], self._reversed[other] = body, joint, turned
        self._place(other, free=False)

    def _links_beyond(self, body: int) -> list[int]:
        """A body just placed, and the links that its articulation's own joints place after it."""
        before = len(self._order)
        row = self._articulation_of.get(body)
        if row is not None and not self._growing:
            self._growing = True
            self._grow([body], self._joints_of[row])
            self._growing = False
        return [body, *self._order[before:]]


def _usable(descriptors: Descriptors, sides: tuple[Side, Side]) -> npt.NDArray[np.bool_]:
    """(n,) bool: enabled joints of types that carry, between two sides that are somewhere."""
    joints = descriptors.joints
    types = np.array([token in _CARRYING for token in joints.tokens("type")] + [False])
    usable: npt.NDArray[np.bool_] = (
        np.asarray(joints.values("enabled"), np.bool_) & types[joints.values("type")] & (sides[0].body != sides[1].body)
    )
    for side in sides:
        # PhysX makes no joint of such a frame.
        usable &= np.isfinite(side.frame.position).all(axis=1) & np.isfinite(side.frame.rotation).all(axis=1)
    return usable
