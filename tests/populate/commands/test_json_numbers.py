"""What `--json` prints is JSON to any parser, whatever numbers a stage holds: those JSON has no form for are texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import invoke

STAGE = """#usda 1.0
(
    defaultPrim = "World"
    metersPerUnit = 1
    upAxis = "Z"
)
def Xform "World" {
    def PhysicsScene "Scene" {
        float physics:gravityMagnitude = -inf
    }
    def Xform "Base" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsArticulationRootAPI"]) {
        float physics:mass = 1
        float3 physics:diagonalInertia = (1, 1, 1)
        vector3f physics:velocity = (nan, 0, inf)
        def Sphere "Shape" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {
            double radius = inf
        }
    }
    def Xform "Arm" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]) {
        float physics:mass = 1
        point3f physics:centerOfMass = (-inf, -inf, -inf)
        float3 physics:diagonalInertia = (1, 1, 1)
    }
    def PhysicsRevoluteJoint "Hinge" (
        prepend apiSchemas = ["PhysicsDriveAPI:angular", "PhysicsJointStateAPI:angular", "NewtonJointAPI"]
    ) {
        rel physics:body0 = </World/Base>
        rel physics:body1 = </World/Arm>
        float physics:lowerLimit = -inf
        float physics:upperLimit = nan
        float physics:breakForce = nan
        float drive:angular:physics:stiffness = nan
        float drive:angular:physics:damping = 1
        float drive:angular:physics:targetPosition = -inf
        float state:angular:physics:velocity = inf
        float newton:velocityLimit = inf
    }
}
"""

COMMANDS: dict[str, list[str]] = {
    "show a prim": ["show", "FILE", "/World/Hinge"],
    "show a component": ["show", "FILE", "PhysicsDriveAPI"],
    "info": ["info", "FILE"],
    "contract": ["contract"],
    "contract of a component": ["contract", "PhysicsDriveAPI"],
    "schema of a component": ["contract", "PhysicsDriveAPI", "--json-schema"],
    "parse": ["parse", "FILE"],
    "check": ["check", "FILE"],
    "diff": ["diff", "STAGE"],
    "rules": ["rules"],
    "rule": ["rules", "strict.drive-finite"],
    "validate": ["validate", "FILE", "--select", "ALL"],
    "support": ["support", "FILE"],
    "tree": ["tree", "FILE"],
    "simulate": ["simulate", "FILE", "--steps", "2"],
    "simulate elsewhere": ["simulate", "FILE", "--steps", "2", "--engine", "mujoco"],
    "compare": ["compare", "FILE", "--steps", "2"],
    "to-mjcf": ["to-mjcf", "FILE", "OUT"],
    "populate": ["populate", "STAGE", "OUT"],
}


def refused(token: str) -> Any:
    raise AssertionError(f"{token} is no JSON")


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("numbers")
    stage, file = folder / "stage.usda", folder / "scene.arrow"
    stage.write_text(STAGE, encoding="utf-8")
    assert invoke("populate", stage, file).exit_code == 0
    return {"STAGE": str(stage), "FILE": str(file), "OUT": str(folder / "out")}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_prints_json(name: str, places: dict[str, str]) -> None:
    result = invoke(*(places.get(word, word) for word in COMMANDS[name]), "--json")
    # Engines may refuse the stage, with a sentence and without output; nothing may break down.
    assert result.exit_code in (0, 1, 2), result.output
    if result.exit_code == 2:
        assert result.stderr.startswith("arrowstage: ")
        assert name in ("simulate", "simulate elsewhere", "compare", "to-mjcf"), result.stderr
    else:
        json.loads(result.stdout, parse_constant=refused)


def test_reports_are_json_too(places: dict[str, str], tmp_path: Path) -> None:
    report = tmp_path / "found.sarif"
    assert invoke("validate", places["FILE"], "--sarif", report).exit_code == 1
    json.loads(report.read_text(encoding="utf-8"), parse_constant=refused)
