"""What adapters raise."""

from __future__ import annotations

__all__ = ["EngineMissing", "SimulatorError"]


class SimulatorError(ValueError):
    """An engine that is not there, or a model that it does not take; the message says what to do."""


class EngineMissing(SimulatorError):
    """The engine's package is not installed."""
