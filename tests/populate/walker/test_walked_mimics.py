"""Mimics: two APIs with opposite signs, and units that follow both joints."""

from __future__ import annotations

import math

import pytest
from walked_stages import rows, walked

HINGES = 'def PhysicsRevoluteJoint "lead"\n{\n}\ndef PhysicsPrismaticJoint "slide"\n{\n}\n'
PHYSX = "physxMimicJoint:rotX"


def newton(kind: str, leader: str, values: str = "") -> str:
    """A joint /j that follows `leader` by Newton's API."""
    return (
        f'def Physics{kind}Joint "j" (prepend apiSchemas = ["NewtonMimicAPI"])\n'
        f"{{\n rel newton:mimicJoint = <{leader}>\n{values}}}\n"
    )


@pytest.mark.parametrize(
    ("kind", "leader", "axis", "leader_axis", "coef0", "coef1"),
    [
        ("Revolute", "/lead", "angular", "angular", math.pi, 2),
        ("Prismatic", "/slide", "linear", "linear", 180, 2),
        ("Prismatic", "/lead", "linear", "angular", 180, math.degrees(2)),
        ("Revolute", "/slide", "angular", "linear", math.pi, math.radians(2)),
        ("Revolute", "/gone", "angular", "angular", math.pi, 2),
    ],
)
def test_coefficients_are_in_units_of_follower_and_leader(
    kind: str, leader: str, axis: str, leader_axis: str, coef0: float, coef1: float
) -> None:
    body = HINGES + newton(kind, leader, " float newton:mimicCoef0 = 180\n float newton:mimicCoef1 = 2\n")
    row = rows(walked(body), "mimics")[f"/j {axis}"]

    assert (row["leader"], row["leader_axis"]) == (leader, leader_axis)
    assert (row["coef0"], row["coef1"]) == (pytest.approx(coef0), pytest.approx(coef1))


def test_a_disabled_relation_is_a_row_and_defaults_follow_one_to_one() -> None:
    row = rows(walked(HINGES + newton("Revolute", "/lead", " bool newton:mimicEnabled = false\n")), "mimics")[
        "/j angular"
    ]

    assert (row["enabled"], row["coef0"], row["coef1"], row["natural_frequency"]) == (False, 0, 1, 0)


def test_physx_signs_are_turned_and_its_first_instance_counts_on_a_hinge() -> None:
    apis = '["PhysxMimicJointAPI:rotZ", "PhysxMimicJointAPI:rotX"]'
    body = HINGES + (
        f'def PhysicsRevoluteJoint "j" (prepend apiSchemas = {apis})\n{{\n'
        f" rel {PHYSX}:referenceJoint = </lead>\n float {PHYSX}:gearing = 3\n float {PHYSX}:offset = -180\n"
        f" float {PHYSX}:naturalFrequency = 4\n float physxMimicJoint:rotZ:gearing = 9\n}}\n"
    )
    row = rows(walked(body), "mimics")["/j angular"]

    assert (row["leader"], row["coef1"], row["natural_frequency"]) == ("/lead", -3, 4)
    assert row["coef0"] == pytest.approx(math.pi)


def test_a_d6_names_its_axes_and_newton_wins_over_physx() -> None:
    apis = '"PhysxMimicJointAPI:rotY", "PhysxMimicJointAPI:rotZ"'
    values = (
        " rel physxMimicJoint:rotY:referenceJoint = </two>\n"
        ' uniform token physxMimicJoint:rotY:referenceJointAxis = "rotZ"\n'
    )
    found = rows(
        walked(
            f'def PhysicsJoint "one" (prepend apiSchemas = [{apis}])\n{{\n{values}}}\n'
            f'def PhysicsJoint "two" (prepend apiSchemas = [{apis}, "NewtonMimicAPI"])\n{{\n{values}}}\n'
        ),
        "mimics",
    )

    assert set(found) == {"/one rotY", "/one rotZ", "/two rotX"}
    assert (found["/one rotY"]["leader_axis"], found["/one rotY"]["coef1"]) == ("rotZ", -1)
    assert found["/two rotX"]["leader"] is None
