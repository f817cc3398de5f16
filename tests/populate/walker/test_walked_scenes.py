"""Scenes and materials: gravity as OpenUSD resolves it, and settings where their API is applied."""

from __future__ import annotations

import pytest
from walked_stages import rows, walked


def scene(values: str = "", apis: str = "") -> dict[str, object]:
    """The row of a scene /s."""
    names = ", ".join(f'"{name}"' for name in ("MaterialBindingAPI", *apis.split()))
    return rows(walked(f'def PhysicsScene "s" (prepend apiSchemas = [{names}])\n{{\n{values}}}\n'), "scenes")["/s"]


@pytest.mark.parametrize(
    "values", ["", " float physics:gravityMagnitude = None\n vector3f physics:gravityDirection = None\n"]
)
def test_unauthored_and_blocked_gravity_is_earths_in_stage_units(values: str) -> None:
    row = scene(values)

    assert row["gravity_direction"] == [0, -1, 0]
    assert row["gravity_magnitude"] == pytest.approx(9.81 / 0.5)
    assert row["gravity"] == pytest.approx([0, -9.81 / 0.5, 0])


def test_a_direction_is_normalised_one_without_length_is_down_and_a_negative_magnitude_stays() -> None:
    row = scene(" vector3f physics:gravityDirection = (3, 0, -4)\n float physics:gravityMagnitude = -5\n")

    assert row["gravity"] == pytest.approx([-3, 0, 4])
    assert scene(" vector3f physics:gravityDirection = (0, 0, 0)\n")["gravity_direction"] == [0, -1, 0]


def test_there_is_no_scene_without_a_prim() -> None:
    assert len(walked('def Xform "x"\n{\n}\n').scenes) == 0


@pytest.mark.parametrize(
    ("values", "apis", "steps"),
    [
        ("", "", 60),
        ("", "PhysxSceneAPI", 60),
        (" uint physxScene:timeStepsPerSecond = 240\n", "PhysxSceneAPI NewtonSceneAPI", 240),
        (" uint physxScene:timeStepsPerSecond = 240\n", "", 60),
        (
            " uint physxScene:timeStepsPerSecond = 0\n int newton:timeStepsPerSecond = 30\n",
            "PhysxSceneAPI NewtonSceneAPI",
            30,
        ),
        (" uint physxScene:timeStepsPerSecond = 4000000000\n", "PhysxSceneAPI", 60),
        (" int newton:timeStepsPerSecond = 30\n", "NewtonXpbdSceneAPI", 30),
        ("", "NewtonSceneAPI", 1000),
        (" int newton:timeStepsPerSecond = 30\n", "", 60),
    ],
)
def test_the_step_rate_is_physx_else_newtons_where_the_api_is_applied(values: str, apis: str, steps: int) -> None:
    assert scene(values, apis)["time_steps_per_second"] == steps


def test_friction_lengths_scale_with_the_stage_and_the_bounce_threshold_does_not() -> None:
    row = scene()

    assert row["friction_offset_threshold"] == pytest.approx(0.04 / 0.5)
    assert row["friction_correlation_distance"] == pytest.approx(0.025 / 0.5)
    assert row["bounce_threshold"] == pytest.approx(1e-6)


def test_materials_have_openusds_fallbacks_and_unknown_combine_modes_count_as_average() -> None:
    found = rows(
        walked(
            'def Material "bare" (prepend apiSchemas = ["PhysicsMaterialAPI"])\n{\n}\n'
            'def Material "full" (prepend apiSchemas = ["NewtonMaterialAPI", "PhysxMaterialAPI"])\n{\n'
            " float physics:density = 7\n float physics:staticFriction = 0.5\n"
            ' uniform token physxMaterial:frictionCombineMode = "max"\n'
            ' uniform token physxMaterial:dampingCombineMode = "odd"\n'
            " float physxMaterial:compliantContactStiffness = 3\n}\n"
        ),
        "materials",
    )

    assert (found["/bare"]["static_friction"], found["/bare"]["density"]) == (0, None)
    assert (found["/full"]["static_friction"], found["/full"]["density"]) == (0.5, 7)
    assert (found["/full"]["friction_combine_mode"], found["/full"]["damping_combine_mode"]) == ("max", "average")
    assert found["/full"]["compliant_stiffness"] == 3


def test_a_prim_is_a_material_or_a_body_by_the_order_of_its_apis() -> None:
    found = walked(
        'def Xform "a" (prepend apiSchemas = ["PhysicsMaterialAPI", "PhysicsRigidBodyAPI"])\n{\n}\n'
        'def Xform "b" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMaterialAPI"])\n{\n}\n'
        'def Xform "c" (prepend apiSchemas = ["NewtonMaterialAPI", "PhysicsRigidBodyAPI"])\n{\n}\n'
    )

    assert (list(rows(found, "materials")), list(rows(found, "bodies"))) == (["/a", "/c"], ["/b"])
