"""Mass, centre of mass and inertia of bodies: as stated, else computed from their shapes as the consumer does."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.geometry.rotations import matrices, quaternions
from columnar.geometry.volumes import Solids, shape_solids
from columnar.scene import Scene

__all__ = ["BodyMasses", "body_masses"]

Doubles = npt.NDArray[np.float64]

_LONE_MASS: Final = 1.0
_LONE_RADIUS: Final = 0.1
"""A body of which nothing is known weighs 1 and turns like a ball of this radius in metres (ovphysx)."""


class BodyMasses(NamedTuple):
    """Mass properties of the rows of the body table, in its order, stage units.

    Attributes:
        mass: (n,).
        center: (n, 3) centre of mass in body axes, scale applied.
        moments: (n, 3) principal moments about that centre.
        axes: (n, 4) rotation from the principal axes to body axes; x, y, z, w.
        inertia: (n, 3, 3) the same inertia in body axes.
        guessed: (n,) bool; whether something had to be computed and a mesh whose points are not known took part, or
            nothing at all was there to compute it from.
    """

    mass: Doubles
    center: Doubles
    moments: Doubles
    axes: Doubles
    inertia: Doubles
    guessed: npt.NDArray[np.bool_]


def body_masses(descriptors: Descriptors, scene: Scene | None = None) -> BodyMasses:
    """Mass properties of every body.

    What a body states holds. The rest comes from its shapes, disabled ones too: their masses, or their volumes times
    the densities that hold for them, are added up; a stated mass scales the inertia, and a stated centre of mass shifts
    it there. This is what ovphysx 0.7 does, read off its rigid bodies. A number without bound counts as not stated, a
    density as none: nothing can be computed with it.

    Args:
        descriptors: parsed columns.
        scene: the columns, which hold the points of meshes.
    """
    bodies = descriptors.bodies
    solids = shape_solids(descriptors, scene)
    owner = _owners(descriptors)
    summed = _summed(descriptors, solids, owner)
    stated = _finite(bodies.values("mass"))
    lone = ~(summed.mass > 0)
    mass = np.where(np.isnan(stated), np.where(lone, _LONE_MASS, summed.mass), stated)
    inertia = summed.inertia * np.divide(mass, summed.mass, out=np.zeros(len(mass)), where=~lone)[:, None, None]
    ball = 0.4 * (_LONE_RADIUS / descriptors.units.meters_per_unit) ** 2
    inertia[lone] = (ball * mass[lone])[:, None, None] * np.eye(3)
    center, moved = _centers(descriptors, summed)
    # A ball that stands for nothing known stays where the centre of mass is.
    inertia += _parallel(mass, np.where(lone[:, None], 0.0, moved))
    return _stated_inertia(descriptors, mass, center, inertia, _guessed(descriptors, solids, owner, lone))


def _finite(values: npt.NDArray[np.floating]) -> Doubles:
    """Numbers without bound are none: no body can be computed with them."""
    return np.where(np.isfinite(values), values, np.nan).astype(np.float64)


class _Summed(NamedTuple):
    mass: Doubles
    center: Doubles
    inertia: Doubles


def _owners(descriptors: Descriptors) -> npt.NDArray[np.int64]:
    """(shapes,) row of the body each shape belongs to, -1 for static shapes."""
    index = np.full(len(descriptors.paths) + 1, -1, np.int64)
    index[descriptors.bodies.values("path")] = np.arange(len(descriptors.bodies))
    found: npt.NDArray[np.int64] = index[descriptors.shapes.values("body")]
    return found


def _summed(descriptors: Descriptors, solids: Solids, owner: npt.NDArray[np.int64]) -> _Summed:
    shapes, count = descriptors.shapes, len(descriptors.bodies)
    stated = _finite(shapes.values("mass"))
    density = np.nan_to_num(_finite(shapes.values("density")))
    masses = np.where(np.isnan(stated), solids.volume * density, stated)
    density = np.divide(masses, solids.volume, out=np.zeros(len(masses)), where=solids.volume > 0)
    own = owner >= 0
    row = owner[own]
    mass = np.bincount(row, masses[own], count).astype(np.float64)
    center: Doubles = np.stack(
        [np.bincount(row, (masses[:, None] * solids.center)[own, lane], count) for lane in range(3)], 1
    )
    center = np.divide(center, mass[:, None], out=np.zeros((count, 3)), where=mass[:, None] > 0)
    inertia = np.zeros((count, 3, 3))
    offset = solids.center[own] - center[row]
    np.add.at(inertia, row, solids.inertia[own] * density[own, None, None] + _parallel(masses[own], offset))
    return _Summed(mass, center, inertia)


def _centers(descriptors: Descriptors, summed: _Summed) -> tuple[Doubles, Doubles]:
    """Centres of mass, and how far each lies from that of the shapes."""
    stated = descriptors.bodies.values("center_of_mass").astype(np.float64).reshape(-1, 3)
    center = np.where(np.isnan(stated), summed.center, stated)
    return center, center - summed.center


def _stated_inertia(
    descriptors: Descriptors, mass: Doubles, center: Doubles, inertia: Doubles, guessed: npt.NDArray[np.bool_]
) -> BodyMasses:
    bodies = descriptors.bodies
    moments = _finite(bodies.values("diagonal_inertia")).reshape(-1, 3)
    axes = bodies.values("principal_axes").astype(np.float64).reshape(-1, 4)
    axes = np.where(np.isnan(axes).any(axis=1, keepdims=True), [0.0, 0.0, 0.0, 1.0], axes)
    computed = np.flatnonzero(np.isnan(moments).any(axis=1))
    moments[computed], axes[computed] = _principal(inertia[computed])
    turn = matrices(axes)
    whole = turn * moments[:, None, :] @ turn.transpose(0, 2, 1)
    whole[computed] = inertia[computed]
    return BodyMasses(mass, center, moments, axes, whole, guessed)


def _principal(inertia: Doubles) -> tuple[Doubles, Doubles]:
    """Principal moments and axes; an inertia that is diagonal already keeps its axes."""
    if not len(inertia):
        return np.zeros((0, 3)), np.zeros((0, 4))
    moments, axes = np.linalg.eigh((inertia + inertia.transpose(0, 2, 1)) / 2)
    axes[np.linalg.det(axes) < 0, :, 2] *= -1
    off = np.abs(inertia * (1 - np.eye(3))).max(axis=(1, 2))
    plain: npt.NDArray[np.bool_] = off <= 1e-12 * np.abs(inertia).max(axis=(1, 2))
    moments[plain] = np.diagonal(inertia, axis1=1, axis2=2)[plain]
    axes[plain] = np.eye(3)
    return moments, quaternions(axes)


def _parallel(mass: Doubles, offset: Doubles) -> Doubles:
    """Inertia of point masses (n,) at offsets (n, 3)."""
    square = np.sum(offset * offset, axis=1)[:, None, None] * np.eye(3)
    found: Doubles = mass[:, None, None] * (square - offset[:, :, None] * offset[:, None, :])
    return found


def _guessed(
    descriptors: Descriptors, solids: Solids, owner: npt.NDArray[np.int64], lone: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    bodies = descriptors.bodies
    stated = [np.isfinite(bodies.values(name).reshape(-1, lanes)).all(axis=1) for name, lanes in _STATED.items()]
    unknown = np.zeros(len(bodies), np.bool_)
    blind = ~solids.known & (owner >= 0)
    unknown[owner[blind]] = True
    # A centre of mass that nothing states is the origin where there are no shapes.
    found: npt.NDArray[np.bool_] = (unknown & ~np.all(stated, axis=0)) | (lone & ~(stated[0] & stated[2]))
    return found


_STATED: Final = {"mass": 1, "center_of_mass": 3, "diagonal_inertia": 3}
"""Fields that leave nothing to compute, and how many numbers each has."""
