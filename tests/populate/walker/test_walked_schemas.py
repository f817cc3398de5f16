"""Registered schema packages change nothing in what the walker finds, although OpenUSD sees more with them."""

from __future__ import annotations

from pathlib import Path

from walked_files import descriptors_of_files
from walked_stages import rows, walked

from populate.walker.built_in_apis import BUILT_IN_APIS
from schemas.contract import load_contract

CASES = Path(__file__).parents[2] / "data" / "cases"

STAGE = """#usda 1.0
def Xform "robot" (prepend apiSchemas = ["NewtonArticulationRootAPI"])
{
    def Cube "a" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "NewtonMassAPI", "NewtonMeshCollisionAPI"])
    {
        double physxRigidBody:linearDamping = 3
        float physics:mass = 2
    }
    def Cube "b" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysxRigidBodyAPI", "NewtonSDFCollisionAPI"])
    {
        double physxRigidBody:linearDamping = 3
        float physxRigidBody:sleepThreshold = None
        float physxRigidBody:angularDamping.timeSamples = { 0: 7 }
    }
    def PhysicsRevoluteJoint "hinge" (prepend apiSchemas = ["NewtonJointAPI", "PhysxLimitAPI:angular"])
    {
        rel physics:body0 = </robot/a>
        rel physics:body1 = </robot/b>
        token newton:armature = "odd"
    }
    def PhysxPhysicsGearJoint "gear" (prepend apiSchemas = ["PhysicsLimitAPI:rotX", "PhysicsDriveAPI:rotX"])
    {
        rel physics:body0 = </robot/a>
        token physics:hinge0 = "/robot/hinge"
        rel physics:hinge1 = </robot/hinge>
    }
}
def Material "rubber" (prepend apiSchemas = ["NewtonMaterialAPI"]) {}
def Xform "both" (prepend apiSchemas = ["NewtonMPMMaterialAPI", "PhysicsRigidBodyAPI"]) {}
def PhysxParticleSystem "particles"
{
    double3 xformOp:translate = (1, 2, 3)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def Sphere "inside" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {}
}
def PhysicsScene "scene" (prepend apiSchemas = ["NewtonKaminoSceneAPI", "PhysxSceneAPI"])
{
    int physxScene:timeStepsPerSecond = 7
}
"""


def test_case_stages_do_not_depend_on_registered_schemas(tmp_path: Path) -> None:
    own = tmp_path / "packages.usda"
    own.write_text(STAGE, encoding="utf-8")
    files = [own, *sorted(CASES.glob("*.usda"))]

    assert descriptors_of_files(files, "registered") == descriptors_of_files(files, "plain")


def test_what_only_a_package_declares_is_found_without_it() -> None:
    found = walked(STAGE)

    assert list(rows(found, "shapes")) == ["/particles/inside", "/robot/a", "/robot/b"]
    assert rows(found, "shapes")["/particles/inside"]["position"] == [1, 2, 3]
    assert list(rows(found, "joints")) == ["/robot/gear", "/robot/hinge"]
    assert list(rows(found, "materials")) == ["/both", "/rubber"]
    assert rows(found, "articulations")["/robot"]["links"] == ["/robot/a", "/robot/b"]
    assert rows(found, "bodies")["/robot/a"]["mass"] == 2


def test_built_in_apis_are_those_the_contract_names() -> None:
    known = load_contract().components
    named = {
        name: {api for api in component.builtin_apis if not api.startswith(("NewtonActuator", "Collection"))}
        for name, component in known.items()
        if name.startswith("Newton") and component.builtin_apis
    }

    assert {name: _all_built_in(name) for name in named if named[name]} == {k: v for k, v in named.items() if v}


def _all_built_in(api: str) -> set[str]:
    direct = set(BUILT_IN_APIS.get(api, ()))
    return direct.union(*map(_all_built_in, direct))


def test_an_opinion_of_the_right_type_counts_below_one_of_a_wrong_type() -> None:
    text = (
        'class PhysicsRevoluteJoint "base"\n{\n float newton:armature = 5\n}\n'
        'def PhysicsRevoluteJoint "j" (\n inherits = </base>\n prepend apiSchemas = ["NewtonJointAPI"]\n)\n'
        "{\n double newton:armature = 2\n}\n"
    )

    assert rows(walked(text), "axes")["/j angular"]["armature"] == 5
