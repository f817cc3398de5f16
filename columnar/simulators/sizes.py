"""How much a simulation may keep."""

from __future__ import annotations

from typing import Final

from columnar.simulators.errors import SimulatorError
from columnar.simulators.protocol import Names

__all__ = ["check_size"]

_MOST_NUMBERS: Final = 250_000_000
"""Numbers that all states together may hold, 2 GB of them."""

_PER_COORDINATE: Final = 3
_PER_BODY: Final = 13
_PER_STATE: Final = 8
"""Numbers of a `State`: position, velocity and acceleration; a pose and its rates; time, energies and the like."""


def check_size(names: Names, *, steps: int, environments: int = 1) -> None:
    """Refuse what would not fit into memory, before it is made.

    Args:
        names: coordinates and bodies of a state.
        steps: how many states are kept besides the first.
        environments: copies side by side.

    Raises:
        SimulatorError: too many numbers.
    """
    state = _PER_STATE + _PER_COORDINATE * len(names.coordinates) + _PER_BODY * len(names.bodies)
    numbers = state * (steps + 1) * environments
    if numbers > _MOST_NUMBERS:
        raise SimulatorError(
            f"{steps} steps of {environments} environments are {numbers} numbers; "
            f"{_MOST_NUMBERS} are kept at most: take fewer steps or environments"
        )
