"""What adapters raise."""

from __future__ import annotations

import math

__all__ = ["EngineMissing", "SimulatorError", "check_time_step"]


class SimulatorError(ValueError):
    """An engine that is not there, or a model that it does not take; the message says what to do."""


class EngineMissing(SimulatorError):
    """The engine's package is not installed."""


def check_time_step(time_step: float) -> None:
    """Refuse a time step that no engine can take.

    Raises:
        SimulatorError: it is not a positive number.
    """
    if not (math.isfinite(time_step) and time_step > 0):
        raise SimulatorError(f"a time step of {time_step} s cannot be taken; give a positive number of seconds")
