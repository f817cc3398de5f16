"""The JSON schema of a component describes what `show --json` prints of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_scenes import hinge_scene, reported_scene
from json_schema_check import violations

from columnar.commands import contract_page, show_file
from columnar.reports import json_text
from columnar.scene import Scene
from schemas.contract import ComponentKind, load_contract

CONTRACT = load_contract()


def _schema(component: str) -> dict[str, Any]:
    found: dict[str, Any] = contract_page(CONTRACT, component, json_schema=True).data()
    return found


@pytest.mark.parametrize("scene", [hinge_scene(), reported_scene()], ids=["hinge", "reported"])
def test_cells_obey_the_schema(scene: Scene) -> None:
    for component in CONTRACT.tables:
        data = show_file(Path("robot.arrow"), component.name, opener=lambda _: scene).data()
        for prim, found in json.loads(json_text(data))["prims"].items():
            assert not list(violations(found, _schema(component.name), prim))


@pytest.mark.parametrize(
    ("component", "found"),
    [
        ("PhysicsJoint", {"physics:localPos0": [0.0, 1.0]}),
        ("PhysicsJoint", {"physics:breakForce": "infinity"}),
        ("PhysicsJoint", {"physics:jointEnabled": 1}),
        ("PhysicsJoint", {"physics:body0": "/World"}),
        ("PhysicsJoint", {"physics:axis": "X"}),
        ("PhysicsDriveAPI", {"physics:stiffness": 1.0}),
        ("PhysxSceneAPI", {"physxScene:gpuMaxRigidContactCount": -1}),
    ],
)
def test_wrong_cells_do_not(component: str, found: dict[str, Any]) -> None:
    assert list(violations(found, _schema(component)))


def test_the_prim_block_allows_what_is_not_a_column() -> None:
    scene = reported_scene()
    data = show_file(Path("robot.arrow"), "/A", opener=lambda _: scene).data()
    assert "unregistered" in data["prims"]["/A"]
    assert not list(violations(data["prims"]["/A"], _schema("prim")))


def test_the_contract_schema_describes_components_and_columns() -> None:
    schema = contract_page(CONTRACT, json_schema=True).data()
    assert schema["properties"]["components"]["additionalProperties"] == {"$ref": "#/$defs/Component"}
    assert {"Component", "Column", "Formula", "Interaction"} <= set(schema["$defs"])
    assert set(schema["$defs"]["ComponentKind"]["enum"]) == {kind.value for kind in ComponentKind}
