"""Scenes: gravity and its sentinels, the synthetic scene, steps per second."""

from __future__ import annotations

import math
from typing import Any

import pytest
from parsed_tables import parsed

INF = math.inf


def scene(
    profile: str = "ovphysx",
    *,
    fill: bool = True,
    cells: dict[str, Any] | None = None,
    units: dict[str, Any] | None = None,
    **tables: Any,
) -> Any:
    found = parsed(
        {"PhysicsScene": {"prim": ["/S"], **(cells or {})}, **tables}, profile=profile, fill=fill, **(units or {})
    )
    (row,) = found.scenes
    return row


@pytest.mark.parametrize("profile", ["ovphysx", "openusd"])
def test_unauthored_gravity_is_earths_in_stage_units(profile: str) -> None:
    row = scene(profile, units={"meters_per_unit": 0.01, "up_axis": "Y"})

    assert row.gravity == pytest.approx((0.0, -981.0, 0.0))


def test_absent_gravity_is_unscaled_and_along_z_under_ovphysx() -> None:
    units = {"meters_per_unit": 0.01, "up_axis": "Y"}

    assert scene(fill=False, units=units).gravity == pytest.approx((0.0, 0.0, -9.81))
    assert scene("openusd", fill=False, units=units).gravity == pytest.approx((0.0, -981.0, 0.0))


@pytest.mark.parametrize(
    ("direction", "magnitude", "ovphysx", "openusd"),
    [
        ([3.0, 0.0, -4.0], 5.0, (15.0, 0.0, -20.0), (3.0, 0.0, -4.0)),
        ([0.0, 0.0, 0.0], 9.81, (0.0, 0.0, 0.0), (0.0, 0.0, -9.81)),
        ([0.0, 0.0, -1.0], -2.0, (0.0, 0.0, 2.0), (0.0, 0.0, 2.0)),
        ([0.0, 0.0, -1.0], -1e38, (0.0, 0.0, 1e38), (0.0, 0.0, -9.81)),
    ],
)
def test_stated_gravity(direction: list[float], magnitude: float, ovphysx: Any, openusd: Any) -> None:
    cells = {"physics:gravityDirection": [direction], "physics:gravityMagnitude": [magnitude]}

    assert scene(cells=cells).gravity == pytest.approx(ovphysx)
    assert scene("openusd", cells=cells).gravity == pytest.approx(openusd)


def test_newtons_switch_turns_gravity_off_under_ovphysx() -> None:
    switch = {"NewtonSceneAPI": {"prim": ["/S"], "newton:gravityEnabled": [False]}}

    assert scene(**switch).gravity_magnitude == 0.0
    assert scene("openusd", **switch).gravity_magnitude == pytest.approx(9.81)


def test_a_stage_without_a_scene_gets_one_under_ovphysx() -> None:
    tables = {"PhysicsRigidBodyAPI": {"prim": ["/A"]}}

    (row,) = parsed(tables, meters_per_unit=0.01, up_axis="Y").scenes

    assert (row.path, row.gravity) == (None, pytest.approx((0.0, -981.0, 0.0)))
    assert len(parsed(tables, profile="openusd").scenes) == 0


@pytest.mark.parametrize(
    ("physx", "newton", "expected"),
    [(None, None, 60), (None, 240, 240), (120, 240, 120), (0, 240, 240), (0, None, 60)],
)
def test_steps_per_second(physx: int | None, newton: int | None, expected: int) -> None:
    tables: dict[str, Any] = {}
    if physx is not None:
        tables["PhysxSceneAPI"] = {"prim": ["/S"], "physxScene:timeStepsPerSecond": [physx]}
    if newton is not None:
        tables["NewtonSceneAPI"] = {"prim": ["/S"], "newton:timeStepsPerSecond": [newton]}

    assert scene(**tables).time_steps_per_second == expected


@pytest.mark.parametrize("steps", [2**31, 4_000_000_000])
def test_a_step_rate_out_of_range_counts_as_absent(steps: int) -> None:
    physx = {"prim": ["/S"], "physxScene:timeStepsPerSecond": [steps]}
    newton = {"prim": ["/S", "/T"], "newton:timeStepsPerSecond": [None, 30]}

    row = scene(fill=False, PhysxSceneAPI=physx, NewtonSceneAPI=newton)

    assert row.time_steps_per_second == 60
