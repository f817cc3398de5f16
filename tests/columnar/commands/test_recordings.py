"""When a recording counts as finite."""

from __future__ import annotations

import numpy as np
import pytest

from columnar.commands.recording import Recording

PARTS = {
    "positions": (4, 1, 2),
    "velocities": (4, 1, 2),
    "link_positions": (4, 1, 1, 3),
    "link_rotations": (4, 1, 1, 4),
}


def recording(**changed: np.ndarray) -> Recording:
    return Recording(
        times=np.arange(4.0),
        coordinates=("/A", "/B"),
        dofs=("/A", "/B"),
        links=("/Link",),
        kinetic=np.zeros((4, 1)),
        potential=np.zeros((4, 1)),
        **({name: np.zeros(shape) for name, shape in PARTS.items()} | changed),
    )


def test_a_coordinate_that_is_not_counted_from_the_start() -> None:
    uncounted = np.zeros((4, 1, 2))
    uncounted[:, :, 1] = np.nan
    assert recording().finite
    assert recording(positions=uncounted, velocities=uncounted).finite


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_stops_being_a_number(name: str, value: float) -> None:
    values = np.zeros(PARTS[name])
    values[3:, ..., 0] = value
    assert not recording(**{name: values}).finite


@pytest.mark.parametrize("name", ["link_positions", "link_rotations"])
def test_a_start_that_is_no_number(name: str) -> None:
    # Links are everywhere: theirs cannot be left uncounted.
    assert not recording(**{name: np.full(PARTS[name], np.nan)}).finite
