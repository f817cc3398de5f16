"""Producer formulas: a coefficient times powers of the stage units, or the negative up axis, evaluated in float32."""

from __future__ import annotations

from typing import Self

import numpy as np
from pydantic import BaseModel, ConfigDict, model_validator

__all__ = ["FLT_MAX", "Formula"]

FLT_MAX = 3.4028234663852886e38
"""Largest finite float32, exactly representable in a double."""


class Formula(BaseModel):
    """A value that depends on the stage units, as structured data (never an evaluated string).

    The value is `coefficient * metersPerUnit**meters_per_unit * kilogramsPerUnit**kilograms_per_unit`. How it is
    rounded is part of the rule, because producers publish float32 and a last bit tells two implementations apart:

    - with `base`, the float32 ratio `base / metersPerUnit` multiplies the coefficient `-meters_per_unit` times, from
      left to right (`5e-5 * (10 / m) * (10 / m)`);
    - without it, the coefficient is divided (or multiplied) by the float32 unit once per power (`0.02 / m`).

    `negative_up_axis` instead gives the unit vector that points down: (0, -1, 0) or (0, 0, -1).
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=True)

    coefficient: float | None = None
    base: float | None = None
    meters_per_unit: int = 0
    kilograms_per_unit: int = 0
    negative_up_axis: bool = False
    prim_types: tuple[str, ...] = ()
    """Prim types the rule is limited to; empty means every prim that the column's component allows."""

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if self.negative_up_axis == (self.coefficient is not None):
            raise ValueError("a formula needs either 'coefficient' or 'negative_up_axis = true'")
        if self.base is not None and self.meters_per_unit >= 0:
            raise ValueError("'base' goes with a negative power of meters_per_unit")
        return self

    def evaluate(self, *, meters_per_unit: float, kilograms_per_unit: float, up_axis: str) -> float | tuple[float, ...]:
        """The float32 value on a stage with these units; a number, or three lanes for the negative up axis.

        Args:
            meters_per_unit: metersPerUnit of the stage, taken as float32.
            kilograms_per_unit: kilogramsPerUnit of the stage, taken as float32.
            up_axis: "Y" or "Z"; any other token counts as Z, as the reference producer does.
        """
        if self.coefficient is None:
            return (0.0, -1.0, 0.0) if up_axis == "Y" else (0.0, 0.0, -1.0)
        with np.errstate(all="ignore"):
            value = np.float32(self.coefficient)
            meters = np.float32(meters_per_unit)
            if self.base is not None:
                value = _times_power(value, np.float32(self.base) / meters, -self.meters_per_unit)
            else:
                value = _times_power(value, meters, self.meters_per_unit)
            value = _times_power(value, np.float32(kilograms_per_unit), self.kilograms_per_unit)
        return float(value)


def _times_power(value: np.float32, factor: np.float32, power: int) -> np.float32:
    """`value` multiplied (or divided, for a negative power) by `factor`, one float32 rounding per step."""
    for _ in range(abs(power)):
        value = value * factor if power > 0 else value / factor
    return np.float32(value)
