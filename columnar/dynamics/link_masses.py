"""Setting masses of links, and the inverse weights that follow from them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from columnar.dynamics.arrays import Doubles
from columnar.dynamics.inertias import Masses
from columnar.dynamics.jacobians import point_jacobian
from columnar.dynamics.mechanism import coordinates_last
from columnar.dynamics.solved import Solved

if TYPE_CHECKING:
    from columnar.dynamics.articulation import Articulation

__all__ = ["inverse_weights", "set_center", "set_inertia", "set_mass"]

_ASYMMETRY = 1e-9


def set_mass(articulation: Articulation, link: int, mass: Any) -> None:
    """Sets a mass, a number or (E,); the inertia stays.

    Raises:
        ValueError: another shape, or a mass that is not finite and more than 0.
    """
    values = _per_environment(articulation, mass, (), "mass")
    if not (np.isfinite(values) & (values > 0.0)).all():
        raise ValueError(f"{articulation.tree.link_names[link]}: a mass of {mass}; it must be finite and more than 0")
    masses = articulation.masses
    _replace(articulation, mass=_with(masses.mass, link, values))


def set_center(articulation: Articulation, link: int, center: Any) -> None:
    """Sets a centre of mass, (3,) or (E, 3) in link axes from the link's origin.

    Raises:
        ValueError: another shape, or not finite.
    """
    values = _per_environment(articulation, center, (3,), "COM")
    if not np.isfinite(values).all():
        raise ValueError(f"{articulation.tree.link_names[link]}: a centre of mass of {center}; it must be finite")
    _replace(articulation, center=_with(articulation.masses.center, link, values))


def set_inertia(articulation: Articulation, link: int, inertia: Any) -> None:
    """Sets an inertia, (3, 3) or (E, 3, 3) about the centre of mass along the axes of the inertial frame.

    Raises:
        ValueError: another shape, or a matrix that is not symmetric positive definite.
    """
    name = articulation.tree.link_names[link]
    values = _per_environment(articulation, inertia, (3, 3), "inertia")
    matrices = np.moveaxis(values, 2, 0)
    scale = np.abs(matrices).max(axis=(1, 2), keepdims=True)
    if not np.isfinite(matrices).all() or (np.abs(matrices - np.swapaxes(matrices, 1, 2)) > _ASYMMETRY * scale).any():
        raise ValueError(f"{name}: the inertia is not symmetric")
    if not (np.linalg.eigvalsh(matrices) > 0.0).all():
        raise ValueError(f"{name}: the inertia is not positive definite; every principal moment must be more than 0")
    turn = articulation.tree.inertial_rotation[:, :, link]
    turned = np.moveaxis(turn @ matrices @ turn.T, 0, 2)
    _replace(articulation, inertia=_with(articulation.masses.inertia, link, turned))


def inverse_weights(articulation: Articulation, link: int) -> Doubles:
    """(2, E or 1): a third of the trace of J M^-1 J^T for shifts of the centre of mass, and for turns.

    At the rest position, where every joint is at zero; armature counts, springs do not.
    """
    tree, masses = articulation.tree, articulation.masses
    environments = max(part.shape[-1] for part in (masses.mass, masses.center, masses.inertia))
    coordinates = coordinates_last(tree, tree.neutral(), environments)
    solved = Solved(articulation.mechanism, masses, coordinates)
    jacobian = point_jacobian(tree, solved.posture, link, solved.centers()[:, link])
    given = solved.responses(np.swapaxes(jacobian, 0, 1))
    mobility = np.einsum("rve,vre->re", jacobian, given)
    return np.stack([mobility[3:].mean(axis=0), mobility[:3].mean(axis=0)])


def _per_environment(articulation: Articulation, value: Any, shape: tuple[int, ...], name: str) -> Doubles:
    """The value with environments last, of length 1 where it is one for all."""
    array = np.asarray(value, np.float64)
    if array.shape == shape:
        return array[..., None]
    if array.shape == (articulation.n_envs, *shape):
        return np.moveaxis(array, 0, -1)
    raise ValueError(f"{name} has shape {array.shape}; expected {shape} or {(articulation.n_envs, *shape)}")


def _with(part: Doubles, link: int, values: Doubles) -> Doubles:
    """A copy with other values for one link, wide enough for both."""
    width = max(part.shape[-1], values.shape[-1])
    found = np.broadcast_to(part, (*part.shape[:-1], width)).copy()
    found[..., link, :] = values
    return found


def _replace(articulation: Articulation, **parts: Doubles) -> None:
    masses: Masses = replace(articulation.masses, **parts)
    articulation.mechanism = replace(articulation.mechanism, masses=masses)
