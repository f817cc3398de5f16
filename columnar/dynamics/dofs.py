"""What acts on single degrees of freedom: rotor inertia, friction, limits, drives."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from columnar.dynamics.arrays import Doubles

__all__ = ["DofProperties"]


@dataclass(frozen=True)
class DofProperties:
    """Properties of the nv degrees of freedom of a tree, (nv,) each; efforts are torques or forces.

    Attributes:
        armature: inertia added to the axis.
        viscous_friction: effort against the motion per velocity.
        static_friction: effort to get moving.
        dynamic_friction: effort against the motion, whatever its speed.
        max_velocity: largest velocity; inf: any.
        lower, upper: limits of the position; infinite: none.
        limit_stiffness, limit_damping: spring and damper beyond a limit.
        limit_inertia: inertia added to the axis beyond a limit, so that no load pushes far through it.
        drive_stiffness, drive_damping: gains of the drive; 0: none.
        drive_max_effort: largest effort of the drive; inf: any.
        drive_accelerates: whether the gains give an acceleration: they are multiplied by the inertia that the degree
            of freedom feels, 1 / (inverse mass matrix)_ii.
        drive_position, drive_velocity: targets to begin with.
    """

    armature: Doubles
    viscous_friction: Doubles
    static_friction: Doubles
    dynamic_friction: Doubles
    max_velocity: Doubles
    lower: Doubles
    upper: Doubles
    limit_stiffness: Doubles
    limit_damping: Doubles
    limit_inertia: Doubles
    drive_stiffness: Doubles
    drive_damping: Doubles
    drive_max_effort: Doubles
    drive_accelerates: Doubles
    drive_position: Doubles
    drive_velocity: Doubles

    @classmethod
    def free(cls, count: int, **changed: Any) -> DofProperties:
        """Nothing acts, but for what is given by name, a number or (nv,) each."""
        values = {name: np.zeros(count) for name in cls.__dataclass_fields__}
        for name, value in (
            ("max_velocity", np.inf),
            ("upper", np.inf),
            ("lower", -np.inf),
            ("drive_max_effort", np.inf),
        ):
            values[name] = np.full(count, value)
        return cls(**values).changed(**changed)

    def changed(self, **values: Any) -> DofProperties:
        """With other values, a number or (nv,) each.

        Raises:
            ValueError: a value of another shape.
            TypeError: no such property.
        """
        count = len(self.armature)
        return replace(self, **{name: _filled(value, count, name) for name, value in values.items()})


def _filled(value: Any, count: int, name: str) -> Doubles:
    array = np.asarray(value, np.float64)
    if array.shape not in ((), (count,)):
        raise ValueError(f"{name} has shape {array.shape}; expected a number or ({count},)")
    return np.broadcast_to(array, (count,)).copy()
