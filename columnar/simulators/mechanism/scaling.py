"""A mechanism in metres and kilograms, whatever its stage's units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from columnar.geometry import BodyMasses
from columnar.simulators.mechanism.axis_values import AxisValues
from columnar.simulators.mechanism.bodies import Bodies
from columnar.simulators.mechanism.couplings import Couplings
from columnar.simulators.mechanism.frames import Frames
from columnar.simulators.mechanism.loops import Closures
from columnar.simulators.mechanism.mechanism import Mechanism
from columnar.simulators.mechanism.motions import Motions
from columnar.simulators.mechanism.tree import Tree

__all__ = ["in_si_units"]


class _Powers(NamedTuple):
    """Powers of the mass unit, and of the length unit for an angular and for a linear axis."""

    mass: int
    angular: int
    linear: int


_AXIS_POWERS: Final[Mapping[str, _Powers]] = {
    "lower": _Powers(0, 0, 1),
    "upper": _Powers(0, 0, 1),
    "stiffness": _Powers(1, 2, 0),
    "damping": _Powers(1, 2, 0),
    "target_position": _Powers(0, 0, 1),
    "target_velocity": _Powers(0, 0, 1),
    "max_force": _Powers(1, 2, 1),
    "armature": _Powers(1, 2, 0),
    "dry_friction": _Powers(1, 2, 1),
    "viscous_friction": _Powers(1, 2, 0),
    "max_velocity": _Powers(0, 0, 1),
    "state_position": _Powers(0, 0, 1),
    "state_velocity": _Powers(0, 0, 1),
}
"""An acceleration drive's gains are per unit of mass (of inertia) and have none of these."""


def in_si_units(mechanism: Mechanism) -> Mechanism:
    """The same mechanism in metres and kilograms."""
    length, mass = mechanism.length, mechanism.mass
    if length == 1 and mass == 1:
        return mechanism
    motions = mechanism.motions
    factor = np.where(motions.angular, 1.0, length)
    return replace(
        mechanism,
        bodies=_bodies(mechanism.bodies, length, mass),
        tree=_tree(mechanism.tree, length),
        motions=replace(motions, values=_values(motions, length, mass)),
        start=mechanism.start._replace(scalars=mechanism.start.scalars * factor),
        closures=_closures(mechanism.closures, length),
        couplings=_couplings(mechanism.couplings, motions, length),
        gravity=mechanism.gravity * length,
        length=1.0,
        mass=1.0,
    )


def _frames(frames: Frames, length: float) -> Frames:
    return Frames(frames.position * length, frames.rotation)


def _bodies(bodies: Bodies, length: float, mass: float) -> Bodies:
    masses = bodies.masses
    moment = mass * length**2
    return replace(
        bodies,
        pose=_frames(bodies.pose, length),
        masses=BodyMasses(
            masses.mass * mass,
            masses.center * length,
            masses.moments * moment,
            masses.axes,
            masses.inertia * moment,
            masses.guessed,
        ),
        velocity=bodies.velocity * length,
    )


def _tree(tree: Tree, length: float) -> Tree:
    sides = tuple(side._replace(frame=_frames(side.frame, length)) for side in tree.sides)
    return replace(
        tree,
        outer=_frames(tree.outer, length),
        inner=_frames(tree.inner, length),
        rest=_frames(tree.rest, length),
        sides=(sides[0], sides[1]),
    )


def _values(motions: Motions, length: float, mass: float) -> AxisValues:
    values = motions.values
    found: dict[str, Any] = {}
    for name, powers in _AXIS_POWERS.items():
        per_mass = values.acceleration & (name in ("stiffness", "damping"))
        factor = np.where(motions.angular, length**powers.angular, length**powers.linear) * mass**powers.mass
        found[name] = getattr(values, name) * np.where(per_mass, 1.0, factor)
    return replace(values, **found)


def _closures(closures: Closures, length: float) -> Closures:
    loops = tuple(loop._replace(frames=_frames(loop.frames, length)) for loop in closures.loops)
    distances = tuple(
        distance._replace(
            frames=_frames(distance.frames, length), lower=distance.lower * length, upper=distance.upper * length
        )
        for distance in closures.distances
    )
    return Closures(loops, distances)


def _couplings(couplings: Couplings, motions: Motions, length: float) -> Couplings:
    follower = np.where(motions.angular[couplings.follower], 1.0, length)
    leader = np.where(motions.angular[couplings.leader], 1.0, length)
    return replace(couplings, offset=couplings.offset * follower, factor=couplings.factor * follower / leader)
