"""The contract says which properties exist: registered schema packages change nothing, not one byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from populate_digests import assert_same_with_registered_schemas

from schemas.contract import load_contract
from tests.parity.sweep import stages as sweep

BODIES = {
    "a material by a built-in API": """
def Material "rubber" (prepend apiSchemas = ["NewtonMaterialAPI"]) {}
def Material "ice" (prepend apiSchemas = ["PhysxPBDMaterialAPI"]) {}
def Xform "room" (prepend apiSchemas = ["MaterialBindingAPI"])
{
    rel material:binding:physics = </rubber>
    def Cube "wall" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {}
    def Cube "glass" { rel material:binding:physics = </ice>
    }
}
""",
    "types of the packages": """
def PhysxPhysicsGearJoint "gear"
{
    rel physics:hinge0 = </hinge>
    float physics:gearRatio = 2
}
def PhysxParticleSystem "particles"
{
    double3 xformOp:translate = (1, 2, 3)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Cube "inside" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {}
}
def NewtonActuator "motor" (prepend apiSchemas = ["NewtonPIDControlAPI", "NewtonActuatorDelayAPI"])
{
    rel newton:targets = [</hinge>, </gone>]
}
def PhysicsRevoluteJoint "hinge" (prepend apiSchemas = ["NewtonMimicAPI", "PhysxTendonAxisRootAPI:a"]) {}
""",
    "arrays over two specs": """
def Mesh "base" (prepend apiSchemas = ["PhysicsCollisionAPI", "NewtonMassAPI"])
{
    float[] newton:inertia = [1, 2, 3]
    double[] faceVertexCounts = [3]
}
def Mesh "mesh" (references = </base>)
{
    double[] newton:inertia = None
    int[] faceVertexCounts = [4]
}
""",
    "relationships and attributes swapped over two specs": """
def PhysicsRevoluteJoint "base" (prepend apiSchemas = ["NewtonMimicAPI"])
{
    token newton:mimicJoint = "/a"
    rel newton:mimicCoef0 = </a>
    token physics:body0 = "/a"
}
def PhysicsRevoluteJoint "joint" (references = </base>)
{
    rel newton:mimicJoint = </b>
    float newton:mimicCoef0 = 2
    rel physics:body0 = </b>
}
""",
}
"""Stages that OpenUSD itself sees with other eyes once the packages are registered."""

CASES = Path(__file__).parents[1] / "data" / "cases"


MISTYPED = ("double", "int", "bool", "token", "asset", "quatd", "float3", "double_array", "rel")
"""The value types of the sweep that are tried; the others of a class go the same way."""


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Stages with every component and column in every state, and of wrong types."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweep, "UNITS", ((0.0254, "Y"),))
        stages = dict(sweep.sweep_stages(load_contract(), tmp_path_factory.mktemp("sweep")))
    wrong = {f"mistyped_{bare}{name}" for bare in ("", "bare_") for name in MISTYPED}
    assert wrong <= set(stages)
    return [file for name, file in stages.items() if not name.startswith(("edge_", "mistyped_")) or name in wrong]


def test_stages_with_schemas_of_the_packages_do_not_depend_on_them(tmp_path: Path) -> None:
    files = [tmp_path / f"{name.replace(' ', '_')}.usda" for name in BODIES]
    for file, body in zip(files, BODIES.values(), strict=True):
        file.write_text("#usda 1.0\n" + body, encoding="utf-8")
    assert_same_with_registered_schemas(files)


def test_case_stages_do_not_depend_on_registered_schemas() -> None:
    assert_same_with_registered_schemas(sorted(CASES.glob("*.usda")), ["expanded"])


def test_no_column_depends_on_registered_schemas(swept: list[Path]) -> None:
    assert_same_with_registered_schemas(swept, ["expanded"])
