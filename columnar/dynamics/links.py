"""Links and joints as plain rows, from which a tree is built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from columnar.dynamics.arrays import Doubles
from columnar.dynamics.kinds import JOINT_MOTIONS, JointKind, Motion

__all__ = ["Frame", "LinkRow"]

_IDENTITY = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True)
class Frame:
    """A frame in the space of a link or of the world: origin, and orientation as a quaternion x, y, z, w."""

    position: Sequence[float] = (0.0, 0.0, 0.0)
    rotation: Sequence[float] = _IDENTITY


@dataclass(frozen=True)
class LinkRow:
    """One link and the joint that carries it.

    Frames are Springhead's: the link's own frame is Fc, that of its parent Fp, and the joint's frame Fj stands twice,
    once on either side. At rest the two coincide; the joint's motion takes the parent-side frame to the child-side one:
    `pose(child) = pose(parent) * frame_in_parent * motion(position) * inverse(frame_in_child)`.

    Attributes:
        name: the link's name, unique in a tree.
        parent: name of the link that carries it; None for a root, whose parent is the world.
        joint: the joint's name, unique in a tree.
        kind: what the joint does.
        frame_in_parent: Fj on Fp (Springhead's pRj, prj; USD's localPos0 and localRot0 where body 0 is the parent).
        frame_in_child: Fj on Fc (cRj, crj; localPos1 and localRot1).
        motions: turns and shifts in axes of the joint frame, from the parent outward; by default those of the kind,
            about Springhead's axes (a hinge turns about Z). USD's axis token is a motion about X, Y or Z.
        mass: of the link.
        center_of_mass: in link axes, from the link's origin.
        inertia: (3, 3) about the centre of mass, link axes.
        inertial_axes: orientation of the inertial frame in the link, a quaternion; it matters to those who set inertias
            or apply wrenches along its axes.
    """

    name: str
    parent: str | None
    joint: str
    kind: JointKind
    frame_in_parent: Frame = Frame()
    frame_in_child: Frame = Frame()
    motions: tuple[Motion, ...] | None = None
    mass: float = 1.0
    center_of_mass: Sequence[float] = (0.0, 0.0, 0.0)
    inertia: Any = field(default_factory=lambda: np.eye(3))
    inertial_axes: Sequence[float] = _IDENTITY

    @property
    def steps(self) -> tuple[Motion, ...]:
        """The motions that hold: those given, or those of the kind."""
        return JOINT_MOTIONS[self.kind] if self.motions is None else self.motions

    def inertia_matrix(self) -> Doubles:
        """(3, 3) about the centre of mass."""
        return np.asarray(self.inertia, np.float64)
