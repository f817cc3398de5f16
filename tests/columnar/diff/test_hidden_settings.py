"""Values that only one side reads: a hand-made second side stands for USD where no profile reads them."""

from __future__ import annotations

import pytest
from difference_cases import Expected, agree, sides
from edited import with_value

from columnar.assembly import scene_from_tables
from columnar.diff import diff
from columnar.parsing import parse
from schemas.contract import FLT_MAX
from tests.stage_text import scene_of

DEGREE = 0.017453292


@pytest.mark.parametrize(
    ("component", "finding", "ratio"),
    [("PhysxPhysicsGearJoint", "OVP-006", 1.0), ("PhysxPhysicsRackAndPinionJoint", "OVP-007", DEGREE)],
)
def test_an_absent_ratio(component: str, finding: str, ratio: float) -> None:
    scene, a, _ = sides({component: {"prim": ["/J"]}})

    found = list(diff(a, with_value(a, "joints", 0, "ratio", ratio), scene=scene))
    wrong = diff(a, with_value(a, "joints", 0, "ratio", 2.0), scene=scene)

    assert agree(found, [Expected("joints", "/J", "ratio", 0.0, ratio, finding)])
    assert wrong.unexplained == 1


@pytest.mark.parametrize(
    ("field", "finding", "scaled", "plain"),
    [("sleep_threshold", "OVP-011", 50.0, 5e-5), ("stabilization_threshold", "OVP-010", 1e4, 1e-5)],
)
def test_an_absent_threshold(field: str, finding: str, scaled: float, plain: float) -> None:
    # In centimetres (10 / 0.01)^2 is a million.
    tables = {
        "PhysicsRigidBodyAPI": {"prim": ["/A", "/B"]},
        "PhysicsFixedJoint": {"prim": ["/J"]},
        "PhysicsJoint": {"prim": ["/J"], "physics:body0": [["/A"]], "physics:body1": [["/B"]]},
        "PhysicsArticulationRootAPI": {"prim": ["/A"]},
        "PhysxArticulationAPI": {"prim": ["/A"]},
    }
    scene, a, _ = sides(tables, meters_per_unit=0.01)

    found = list(diff(a, with_value(a, "articulations", 0, field, plain), scene=scene))

    assert agree(found, [Expected("articulations", "/A", field, scaled, plain, finding)])


def test_a_published_step_rate_hides_newtons() -> None:
    tables = {
        "PhysicsScene": {"prim": ["/S"]},
        "PhysxSceneAPI": {"prim": ["/S"]},
        "NewtonSceneAPI": {"prim": ["/S"], "newton:timeStepsPerSecond": [240]},
    }
    scene = scene_from_tables(tables)
    a = parse(scene)

    found = list(diff(a, with_value(a, "scenes", 0, "time_steps_per_second", 240), scene=scene))

    assert agree(found, [Expected("scenes", "/S", "time_steps_per_second", 60, 240, "OVP-030")])


@pytest.mark.parametrize("column", ["restitution", "stiffness", "damping"])
def test_negative_tuning_of_a_limit(column: str) -> None:
    tables = {
        "PhysicsRevoluteJoint": {"prim": ["/J"], "physics:lowerLimit": [-1.0], "physics:upperLimit": [1.0]},
        "PhysxLimitAPI": {"prim": ["/J"], "instance": ["angular"], column: [-3.0]},
    }
    scene, a, b = sides(tables)

    found = [d for d in diff(a, b, scene=scene) if d.table == "limits"]

    assert agree(found, [Expected("limits", "/J", column, 0.0, -3.0, "USD-014")])


def test_newtons_gravity_switch() -> None:
    tables = {
        "PhysicsScene": {
            "prim": ["/S"],
            "physics:gravityDirection": [[0, 0, -1]],
            "physics:gravityMagnitude": [5.0],
        },
        "NewtonSceneAPI": {"prim": ["/S"], "newton:gravityEnabled": [False]},
    }
    scene, a, b = sides(tables)

    expected = [
        Expected("scenes", "/S", "gravity", [0.0, 0.0, 0.0], [0.0, 0.0, -5.0], "USD-009"),
        Expected("scenes", "/S", "gravity_magnitude", 0.0, 5.0, "USD-009"),
    ]
    assert agree(list(diff(a, b, scene=scene)), expected)


def test_a_profile_of_ones_own_is_recognised_where_it_does_the_same() -> None:
    scene, a, b = sides({"PhysicsFixedJoint": {"prim": ["/J"]}})
    renamed = with_value(a, "joints", 0, "break_force", FLT_MAX)
    assert diff(renamed, b, scene=scene).unexplained == diff(a, b, scene=scene).unexplained == 0


def test_a_blocked_collision_flag_is_what_memory_holds_to_openusd() -> None:
    scene = scene_of('def PhysicsFixedJoint "J"\n{\n    bool physics:collisionEnabled = None\n}\n')
    a = parse(scene)

    found = list(diff(a, with_value(a, "joints", 0, "collision_enabled", True), scene=scene))

    assert agree(found, [Expected("joints", "/J", "collision_enabled", False, True, "USD-024")])
