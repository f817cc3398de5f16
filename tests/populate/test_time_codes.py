"""Values at a time code; without one only default values count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from columnar import Scene, cells
from populate import populate
from tests.stage_text import report_codes, scene_of

MOVING = """
def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{
    float physics:mass.timeSamples = {0: 2, 10: 4}
    float physics:density = 7
    float physics:density.timeSamples = {0: 1, 10: 3}
    bool physics:startsAsleep.timeSamples = {0: 0, 10: 1}
    vector3f physics:velocity.timeSamples = {0: (0, 0, 0), 10: (10, 20, 30)}
    point3f physics:centerOfMass = (1, 2, 3)
    float3 physics:diagonalInertia.timeSamples = {0: (1, 1, 1), 10: None}
    double3 xformOp:translate.timeSamples = {0: (0, 0, 0), 10: (10, 0, 0)}
    uniform token[] xformOpOrder = ["xformOp:translate"]
}

def PhysicsScene "scene"
{
    double physics:gravityMagnitude.timeSamples = {0: 1, 10: 2}
}
"""


def body(time: float | None) -> dict[str, Any]:
    """Cells of the body at a time code."""
    return cells(scene_of(MOVING, time=time))["/body"]


@pytest.mark.parametrize(
    ("time", "mass", "density", "asleep", "velocity", "x"),
    [
        (-5, 2.0, 1.0, False, [0.0, 0.0, 0.0], 0.0),
        (0, 2.0, 1.0, False, [0.0, 0.0, 0.0], 0.0),
        (2.5, 2.5, 1.5, False, [2.5, 5.0, 7.5], 2.5),
        (10, 4.0, 3.0, True, [10.0, 20.0, 30.0], 10.0),
        (99, 4.0, 3.0, True, [10.0, 20.0, 30.0], 10.0),
    ],
)
def test_samples_are_read_at_the_time_as_openusd_interpolates_them(
    time: float, mass: float, density: float, asleep: bool, velocity: list[float], x: float
) -> None:
    found = body(time)
    assert found["physics:mass"] == mass
    assert found["physics:density"] == density
    assert found["physics:startsAsleep"] is asleep
    assert found["physics:velocity"] == velocity
    assert found["omni:xform"][12] == x
    assert found["physics:centerOfMass"] == [1.0, 2.0, 3.0]


def test_without_a_time_only_defaults_count() -> None:
    found = body(None)
    assert found["physics:mass"] == 0.0
    assert found["physics:density"] == 7.0
    assert found["omni:xform"] == np.eye(4).reshape(-1).tolist()


def test_at_a_time_there_is_nothing_to_report_about_samples() -> None:
    codes = {(column, code) for _, column, code in report_codes(scene_of(MOVING, time=1.0))}
    assert codes == {("physics:gravityMagnitude", "mistyped")}
    assert ("/body", "physics:mass", "time_samples_only") in report_codes(scene_of(MOVING))
    assert ("/body", "xformOp:translate", "time_samples_only") in report_codes(scene_of(MOVING))


def test_a_sample_counts_as_authored_and_a_blocked_one_as_blocked() -> None:
    scene = scene_of(MOVING, time=12.0)
    columns = scene.contract.component("PhysicsMassAPI").column_by_name
    assert marks(scene, "authored") == {
        1 << columns[name].bit for name in ("physics:mass", "physics:density", "physics:centerOfMass")
    }
    assert marks(scene, "blocked") == {1 << columns["physics:diagonalInertia"].bit}
    assert "physics:diagonalInertia" not in cells(scene)["/body"]


def test_a_mistyped_sample_converts() -> None:
    assert cells(scene_of(MOVING, time=5.0))["/scene"]["physics:gravityMagnitude"] == 1.5


def test_the_type_is_that_of_the_opinion_with_the_samples() -> None:
    """A stronger opinion may declare another type and say nothing about the value."""
    declared = """
def Xform "base" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{
    double physics:mass.timeSamples = {0: 1, 10: 2}
    float3 physics:density.timeSamples = {0: (1, 1, 1), 10: (2, 2, 2)}
}

def "derived" (references = </base>)
{
    float physics:mass
    float physics:density
}
"""
    scene = scene_of(declared, time=5.0)
    assert cells(scene)["/derived"]["physics:mass"] == 1.5
    assert "physics:density" not in cells(scene)["/derived"]
    assert ("/derived", "physics:density", "mistyped") in report_codes(scene)


def test_layer_offsets_apply(tmp_path: Path) -> None:
    (tmp_path / "moving.usda").write_text("#usda 1.0\n" + MOVING)
    (tmp_path / "stage.usda").write_text(
        "#usda 1.0\n(\n    subLayers = [@./moving.usda@ (offset = 100; scale = 2)]\n)\n"
    )
    assert cells(populate(tmp_path / "stage.usda", time=110.0).scene)["/body"]["physics:mass"] == 3.0


def test_the_time_is_recorded() -> None:
    assert scene_of(MOVING).info["time_code"] is None
    assert scene_of(MOVING, time=0.0).info["time_code"] == 0.0


def marks(scene: Scene, mask: str) -> set[int]:
    """The single bits of the body's mass row."""
    (value,) = scene.column("PhysicsMassAPI", mask).values.tolist()
    return {1 << bit for bit in range(64) if value >> bit & 1}
