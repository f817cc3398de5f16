"""Mass properties, which OpenUSD's parser does not read."""

from __future__ import annotations

import math
from typing import Any, Final

from populate.walker.opinions import FLOAT, QUATF, VEC3F, Attribute, PrimOpinions

__all__ = ["density", "mass_properties", "own_mass"]

_API: Final = "PhysicsMassAPI"
_UNSTATED: Final = (-math.inf,) * 3
_MASS: Final = Attribute("physics:mass", FLOAT, fallback=0.0, unset=0.0)
_DENSITY: Final = Attribute("physics:density", FLOAT, fallback=0.0, unset=0.0)
_CENTER: Final = Attribute("physics:centerOfMass", VEC3F, fallback=_UNSTATED, unset=_UNSTATED)
_INERTIA: Final = Attribute("physics:diagonalInertia", VEC3F, fallback=(0.0,) * 3, unset=(0.0,) * 3)
_PRINCIPAL_AXES: Final = Attribute("physics:principalAxes", QUATF, fallback=(0.0,) * 4, unset=(0.0,) * 4)


def own_mass(opinions: PrimOpinions) -> float | None:
    """The mass a prim states; None where it is to be computed."""
    mass: float = opinions.read(_MASS, api=_API)
    return mass if mass > 0 else None


def density(opinions: PrimOpinions) -> float | None:
    """The density a body or shape states; None for none."""
    found: float = opinions.read(_DENSITY, api=_API)
    return found if found > 0 else None


def mass_properties(opinions: PrimOpinions, scale: tuple[float, float, float]) -> dict[str, Any]:
    """PhysicsMassAPI of a body, every value that means "compute it" made None; the centre is multiplied by `scale`."""
    center = opinions.read(_CENTER, api=_API)
    inertia = opinions.read(_INERTIA, api=_API)
    axes = opinions.read(_PRINCIPAL_AXES, api=_API)
    stated = all(map(math.isfinite, center))
    return {
        "mass": own_mass(opinions),
        "density": density(opinions),
        "center_of_mass": tuple(a * b for a, b in zip(center, scale, strict=True)) if stated else None,
        "diagonal_inertia": inertia if any(inertia) else None,
        "principal_axes": _normalised(axes) if any(axes) else None,
    }


def _normalised(lanes: tuple[float, ...]) -> tuple[float, ...]:
    length = math.hypot(*lanes)
    return tuple(lane / length for lane in lanes)
