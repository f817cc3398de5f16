"""Bodies: poses, velocities, mass sentinels, tuning with and without the API."""

from __future__ import annotations

import math
from typing import Any

import pytest
from parsed_tables import matrix, parsed, rows

INF = math.inf
FLT_MAX = 3.4028234663852886e38


def body(profile: str = "ovphysx", meters: float = 1.0, fill: bool = True, **tables: Any) -> dict[str, Any]:
    tables.setdefault("PhysicsRigidBodyAPI", {"prim": ["/A"]})
    found: dict[str, Any] = rows(parsed(tables, profile=profile, fill=fill, meters_per_unit=meters), "bodies")["/A"]
    return found


@pytest.mark.parametrize("fill", [True, False])
@pytest.mark.parametrize("mass", [None, 0.0, -1.0])
def test_mass_sentinels_are_null(mass: float | None, fill: bool) -> None:
    found = body(PhysicsMassAPI={"prim": ["/A"], "physics:mass": [mass]}, fill=fill)

    names = ("mass", "density", "center_of_mass", "diagonal_inertia", "principal_axes")
    assert [found[name] for name in names] == [None] * 5


def test_stated_mass_properties_and_the_scale_of_the_centre() -> None:
    mass = {"physics:mass": [5.0], "physics:density": [2.0], "physics:centerOfMass": [[1.0, 1.0, 1.0]]}
    mass |= {"physics:diagonalInertia": [[0.0, 2.0, 3.0]], "physics:principalAxes": [[0.0, 0.0, 2.0, 2.0]]}
    place = {"prim": ["/A"], "omni:xform": [matrix(scale=(2, 3, 4), turn=90)]}

    found = body(prim=place, PhysicsMassAPI={"prim": ["/A"], **mass})

    assert (found["mass"], found["density"]) == (5.0, 2.0)
    assert found["center_of_mass"] == pytest.approx([2.0, 3.0, 4.0])
    assert found["diagonal_inertia"] == [0.0, 2.0, 3.0]
    assert found["principal_axes"] == pytest.approx([0.0, 0.0, 0.5**0.5, 0.5**0.5])


def test_the_pose_is_the_worlds_without_its_scale() -> None:
    place = {
        "prim": ["/G", "/G/A"],
        "omni:xform": [matrix(scale=(2, 2, 2), move=(1, 0, 0)), matrix(turn=90, move=(1, 1, 1))],
    }

    found = rows(parsed({"prim": place, "PhysicsRigidBodyAPI": {"prim": ["/G/A"]}}), "bodies")["/G/A"]

    assert found["position"] == pytest.approx([3.0, 2.0, 2.0])
    assert found["rotation"] == pytest.approx([0.0, 0.0, 0.5**0.5, 0.5**0.5])
    assert found["scale"] == pytest.approx([2.0, 2.0, 2.0])


@pytest.mark.parametrize(
    ("local", "velocity", "angular"),
    [(None, [1.0, 0.0, 0.0], [math.pi, 0.0, 0.0]), (True, [0.0, 2.0, 0.0], [0.0, math.pi, 0.0])],
)
def test_local_velocities_are_scaled_and_turned(
    local: bool | None, velocity: list[float], angular: list[float]
) -> None:
    place = {"prim": ["/A"], "omni:xform": [matrix(scale=(2, 3, 4), turn=90)]}
    cells = {"physics:velocity": [[1.0, 0.0, 0.0]], "physics:angularVelocity": [[180.0, 0.0, 0.0]]}
    flag = {"usd-metadata:customData:physics:localSpaceVelocities": [local]}

    found = body(prim=place, PhysicsRigidBodyAPI={"prim": ["/A"], **cells, **flag})

    assert found["velocity"] == pytest.approx(velocity, abs=1e-6)
    assert found["angular_velocity"] == pytest.approx(angular, abs=1e-6)


@pytest.mark.parametrize("meters", [1.0, 0.01])
@pytest.mark.parametrize("tables", [{}, {"PhysxRigidBodyAPI": {"prim": ["/A"]}}])
def test_thresholds_scale_with_the_stage_unit(meters: float, tables: dict[str, Any]) -> None:
    found = body(meters=meters, **tables)

    assert found["sleep_threshold"] == pytest.approx(5e-5 * (10 / meters) ** 2)
    assert found["stabilization_threshold"] == pytest.approx(1e-5 * (10 / meters) ** 2)
    assert found["max_depenetration_velocity"] == pytest.approx(3 / meters)
    assert (found["max_linear_velocity"], found["max_contact_impulse"]) == pytest.approx((1e16, FLT_MAX))
    assert found["max_angular_velocity"] == pytest.approx(100.0, rel=1e-5)


def test_tuning_is_kept_in_range() -> None:
    physx = {
        "linearDamping": [-1.0],
        "maxLinearVelocity": [INF],
        "solverPositionIterationCount": [1000],
        "lockedPosAxis": [5],
    }

    found = body(
        PhysxRigidBodyAPI={"prim": ["/A"], **{f"physxRigidBody:{name}": value for name, value in physx.items()}}
    )

    assert (found["linear_damping"], found["solver_position_iterations"], found["locked_position_axes"]) == (
        0.0,
        255,
        5,
    )
    assert found["max_linear_velocity"] == pytest.approx(1e16)
