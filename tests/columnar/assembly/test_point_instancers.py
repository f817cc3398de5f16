"""Point instancers expanded: transforms are OpenUSD's, velocities the instancer's, prototypes themselves go."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pxr import Usd, UsdGeom

from columnar import cells
from populate import populate

STAGE = """#usda 1.0
(
    metersPerUnit = 1
    upAxis = "Z"
)
def Xform "World"
{
    def Xform "Protos"
    {
        def Cube "Box" (apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"])
        {
            double3 xformOp:translate = (1, 2, 3)
            uniform token[] xformOpOrder = ["xformOp:translate"]
        }
        def Xform "Robot"
        {
            def Xform "base" (apiSchemas = ["PhysicsRigidBodyAPI"])
            {
            }
            def Xform "arm" (apiSchemas = ["PhysicsRigidBodyAPI"])
            {
            }
            def PhysicsRevoluteJoint "joint"
            {
                rel physics:body0 = </World/Protos/Robot/base>
                rel physics:body1 = </World/Protos/Robot/arm>
            }
        }
    }
    def PointInstancer "Many"
    {
        point3f[] positions = [(10, 0, 20), (20, 0, 20), (30, 0, 0), (40, 0, 0)]
        quath[] orientations = [(1, 0, 0, 0), (0.5, 0.5, 0.5, 0.5), (0.7071, 0.7071, 0, 0), (1, 0, 0, 0)]
        float3[] scales = [(1, 1, 1), (2, 2, 2), (1, 2, 3), (1, 1, 1)]
        vector3f[] velocities = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (9, 9, 9)]
        int64[] ids = [7, 8, 9, 11]
        int[] protoIndices = [0, 1, 0, 5]
        rel prototypes = [</World/Protos/Box>, </World/Protos/Robot>]
        double3 xformOp:translate = (100, 0, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def PhysicsFixedJoint "weld"
    {
        rel physics:body0 = </World/Many/instance_7>
        rel physics:body1 = </World/Many/instance_8/arm>
    }
}
"""


@pytest.fixture
def stage_file(tmp_path: Path) -> Path:
    file = tmp_path / "many.usda"
    file.write_text(STAGE)
    return file


def test_transforms_are_those_of_openusd(stage_file: Path) -> None:
    found = cells(populate(stage_file).scene)
    stage = Usd.Stage.Open(str(stage_file))
    instancer = UsdGeom.PointInstancer(stage.GetPrimAtPath("/World/Many"))
    instancer.GetProtoIndicesAttr().Set([0, 1, 0, 0])  # OpenUSD computes nothing for an index out of range
    expected = instancer.ComputeInstanceTransformsAtTime(Usd.TimeCode.Default(), Usd.TimeCode.Default())
    for number, matrix in zip((7, 8, 9), expected, strict=False):
        local = np.array(found[f"/World/Many/instance_{number}"]["omni:xform"]).reshape(4, 4)
        np.testing.assert_allclose(local, np.array(matrix), rtol=0, atol=1e-12 * 40)
    world = found["/World/Many/instance_7"]["omni:fabric:worldMatrix"]
    assert world[12:15] == [111.0, 2.0, 23.0]


def test_prototypes_go_and_relationships_point_into_the_instance(stage_file: Path) -> None:
    found = cells(populate(stage_file).scene)
    assert not [path for path in found if path.startswith("/World/Protos/")]
    joint = found["/World/Many/instance_8/joint"]
    assert joint["physics:body0"] == ["/World/Many/instance_8/base"]
    assert joint["physics:body1"] == ["/World/Many/instance_8/arm"]


def test_joint_that_names_an_instance_resolves(stage_file: Path) -> None:
    population = populate(stage_file)
    found = cells(population.scene)
    assert found["/World/weld"]["physics:body0"] == ["/World/Many/instance_7"]
    kinds = dict(zip(population.scene.paths, population.scene.table("path")["kind"].to_pylist(), strict=True))
    assert kinds["/World/Many/instance_7"] == kinds["/World/Many/instance_8/arm"] == "row"


def test_bodies_take_the_velocities_of_their_instance(stage_file: Path) -> None:
    found = cells(populate(stage_file).scene)
    assert found["/World/Many/instance_7"]["physics:velocity"] == [1.0, 0.0, 0.0]
    assert found["/World/Many/instance_8/base"]["physics:velocity"] == [0.0, 1.0, 0.0]
    assert found["/World/Many/instance_8/arm"]["physics:velocity"] == [0.0, 1.0, 0.0]


def test_an_index_without_prototype_is_reported(stage_file: Path) -> None:
    population = populate(stage_file)
    assert population.report_counts == {"instancer_invalid": 1}
    assert "/World/Many/instance_11" not in cells(population.scene)


def test_shared_instancer_is_kept_as_published(stage_file: Path) -> None:
    found = cells(populate(stage_file, instancing="share").scene)
    assert found["/World/Many"]["protoIndices"] == [0, 1, 0, 5]
    assert found["/World/Many"]["orientations"][1] == [0.5, 0.5, 0.5, 0.5]
    assert found["/World/Many"]["invisibleIds"] == []
    assert "/World/Protos/Box" in found
    assert "/World/Many/instance_7" not in found


def test_nested_instancers_multiply(tmp_path: Path) -> None:
    file = tmp_path / "nested.usda"
    file.write_text(
        """#usda 1.0
def PointInstancer "Outer"
{
    point3f[] positions = [(0, 0, 1), (0, 0, 2)]
    int[] protoIndices = [0, 0]
    rel prototypes = </Outer/Group>
    def Xform "Group"
    {
        def PointInstancer "Inner"
        {
            point3f[] positions = [(1, 0, 0), (2, 0, 0), (3, 0, 0)]
            int[] protoIndices = [0, 0, 0]
            rel prototypes = </Outer/Group/Inner/Ball>
            def Sphere "Ball" (apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"])
            {
            }
        }
    }
}
"""
    )
    found = cells(populate(file).scene)
    balls = [path for path in found if found[path].get("usd-prim-type") == "Sphere"]
    assert balls == [f"/Outer/instance_{i}/Inner/instance_{j}" for i in range(2) for j in range(3)]
    assert found["/Outer/instance_1/Inner/instance_2"]["omni:fabric:worldMatrix"][12:15] == [3.0, 0.0, 2.0]
