"""Axes and states: which axes a joint has, whose values count, and their units."""

from __future__ import annotations

import math

import pytest
from walked_stages import rows, walked

from schemas.contract import FLT_MAX


def test_every_axis_that_can_have_properties_has_a_row() -> None:
    kinds = ("Fixed", "Revolute", "Prismatic", "Spherical", "Distance", "")
    found = walked("".join(f'def Physics{kind}Joint "j{kind}"\n{{\n}}\n' for kind in kinds))

    assert set(rows(found, "axes")) == {
        "/jRevolute angular",
        "/jPrismatic linear",
        *(f"/{name} {axis}" for name in ("jSpherical", "j") for axis in ("rotX", "rotY", "rotZ")),
    }
    assert rows(found, "axes")["/jRevolute angular"]["max_velocity"] == pytest.approx(FLT_MAX)


def test_newton_gives_what_physx_leaves_neutral_but_never_one_of_two_frictions() -> None:
    prefix = "physxJointAxis:angular"
    newton = "".join(f" float newton:{name} = 3\n" for name in ("armature", "friction", "damping"))
    newton += " float newton:velocityLimit = 360\n"
    apis = '(prepend apiSchemas = ["PhysxJointAxisAPI:angular", "NewtonJointAPI"])'
    found = rows(
        walked(
            f'def PhysicsRevoluteJoint "seeded" {apis}\n{{\n{newton} float {prefix}:armature = 0\n}}\n'
            f'def PhysicsRevoluteJoint "own" {apis}\n{{\n{newton} float {prefix}:armature = 5\n'
            f" float {prefix}:maxJointVelocity = 180\n float {prefix}:staticFrictionEffort = 7\n"
            f" float {prefix}:viscousFrictionCoefficient = 1\n}}\n"
            f'def PhysicsRevoluteJoint "unapplied"\n{{\n{newton} float {prefix}:armature = 5\n}}\n'
        ),
        "axes",
    )
    seeded, own, unapplied = (found[f"/{name} angular"] for name in ("seeded", "own", "unapplied"))

    assert (seeded["armature"], seeded["static_friction"], seeded["dynamic_friction"]) == (3, 3, 3)
    assert seeded["max_velocity"] == pytest.approx(2 * math.pi)
    assert seeded["viscous_friction"] == pytest.approx(math.degrees(3))
    assert (own["armature"], own["static_friction"], own["dynamic_friction"]) == (5, 7, 0)
    assert own["max_velocity"] == pytest.approx(math.pi)
    assert own["viscous_friction"] == pytest.approx(math.degrees(1))
    assert unapplied["armature"] == unapplied["viscous_friction"] == 0


@pytest.mark.parametrize(("value", "kept"), [("-1", 0), ("inf", FLT_MAX), ("None", FLT_MAX)])
def test_a_speed_limit_is_never_negative_and_at_most_flt_max(value: str, kept: float) -> None:
    found = walked(
        'def PhysicsPrismaticJoint "j" (prepend apiSchemas = ["PhysxJointAxisAPI:linear"])\n'
        f"{{\n float physxJointAxis:linear:maxJointVelocity = {value}\n}}\n"
    )

    assert rows(found, "axes")["/j linear"]["max_velocity"] == pytest.approx(kept)


def test_states_are_read_by_the_instances_of_the_joints_type() -> None:
    apis = ", ".join(f'"PhysicsJointStateAPI:{name}"' for name in ("angular", "linear", "transX", "rotZ", "distance"))
    values = " float state:angular:physics:position = 180\n float state:transX:physics:velocity = 180\n"
    kinds = ("Fixed", "Revolute", "Prismatic", "Spherical", "Distance", "")
    found = rows(
        walked(
            "".join(
                f'def Physics{kind}Joint "j{kind}" (prepend apiSchemas = [{apis}])\n{{\n{values}}}\n' for kind in kinds
            )
        ),
        "states",
    )

    assert set(found) == {"/jRevolute angular", "/jPrismatic linear", "/j transX", "/j rotZ"}
    assert found["/jRevolute angular"]["position"] == pytest.approx(math.pi)
    assert found["/j transX"]["velocity"] == 180
