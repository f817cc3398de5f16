"""Mimics: units by the axes involved, signs of the older API, and which of the two counts."""

from __future__ import annotations

import math
from typing import Any

import pytest
from parsed_tables import parsed, rows

PER_RADIAN = 180 / math.pi
JOINTS = {
    "PhysicsRevoluteJoint": {"prim": ["/hinge", "/hinge2"]},
    "PhysicsPrismaticJoint": {"prim": ["/slider", "/slider2"]},
    "PhysicsJoint": {"prim": ["/d6"]},
}


def newton(follower: str, leader: str | None, **cells: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"prim": [follower], "newton:mimicJoint": [None if leader is None else [leader]]}
    return {"NewtonMimicAPI": found | {f"newton:mimic{name}": [value] for name, value in cells.items()}}


def physx(follower: str, leader: str, instance: str = "rotX", **cells: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"prim": [follower], "instance": [instance], "referenceJoint": [[leader]]}
    return {"PhysxMimicJointAPI": found | {name: [value] for name, value in cells.items()}}


# (follower, leader, factor on coef0, factor on coef1), as PhysX shows them.
UNITS = [
    ("/hinge", "/hinge2", 1 / PER_RADIAN, 1.0),
    ("/slider", "/slider2", 1.0, 1.0),
    ("/slider", "/hinge", 1.0, PER_RADIAN),
    ("/hinge", "/slider", 1 / PER_RADIAN, 1 / PER_RADIAN),
]


@pytest.mark.parametrize(("follower", "leader", "constant", "factor"), UNITS)
def test_coefficients_are_in_the_units_of_both_joints(
    follower: str, leader: str, constant: float, factor: float
) -> None:
    (row,) = rows(parsed({**JOINTS, **newton(follower, leader, Coef0=90.0, Coef1=3.0)}), "mimics").values()

    assert (row["leader"], row["enabled"]) == (leader, True)
    assert (row["coef0"], row["coef1"]) == pytest.approx((90.0 * constant, 3.0 * factor))


@pytest.mark.parametrize(("follower", "leader", "constant", "factor"), UNITS)
def test_the_older_api_has_the_opposite_signs(follower: str, leader: str, constant: float, factor: float) -> None:
    tables = {**JOINTS, **physx(follower, leader, gearing=3.0, offset=90.0, naturalFrequency=5.0, dampingRatio=0.5)}
    (row,) = rows(parsed(tables), "mimics").values()

    assert (row["coef0"], row["coef1"]) == pytest.approx((-90.0 * constant, -3.0 * factor))
    assert (row["natural_frequency"], row["damping_ratio"]) == (5.0, 0.5)


def test_a_d6_follows_with_the_axis_that_the_instance_names() -> None:
    tables = {**JOINTS, **physx("/d6", "/hinge", "rotZ", gearing=1.0, referenceJointAxis="rotX")}

    assert list(rows(parsed(tables), "mimics")) == [("/d6", "rotZ")]


def test_newtons_relation_wins_and_a_disabled_one_is_a_row() -> None:
    both = {**newton("/hinge", "/slider", Enabled=False, Coef1=2.0), **physx("/hinge", "/hinge2", gearing=7.0)}

    (row,) = rows(parsed({**JOINTS, **both}), "mimics").values()

    assert (row["leader"], row["enabled"]) == ("/slider", False)


def test_a_relation_without_a_leader_is_a_row_without_one() -> None:
    (row,) = rows(parsed({**JOINTS, **newton("/hinge", None)}), "mimics").values()

    assert row["leader"] is None
    assert (row["axis"], row["leader_axis"]) == ("angular", "angular")
