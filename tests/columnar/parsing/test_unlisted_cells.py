"""Cells count only where their API is listed, but for the physics binding of a collider."""

from __future__ import annotations

from pxr import Usd

from columnar.descriptors import Descriptors
from columnar.parsing import parse
from populate import populate

STAGE = """#usda 1.0
def PhysicsRevoluteJoint "hinge"
{
    float drive:angular:physics:stiffness = 5
    float limit:rotX:physics:low = -5
    float physxLimit:angular:restitution = 0.5
    float physxJointAxis:angular:armature = 3
    float newton:armature = 4
    float state:angular:physics:position = 6
    rel newton:mimicJoint = </slider>
    float newton:mimicCoef0 = 1
}

def PhysicsPrismaticJoint "slider"
{
    float physics:lowerLimit = -1
}

def Xform "body" (
    prepend apiSchemas = ["PhysicsRigidBodyAPI"]
)
{
    float physics:mass = 7
    float physxRigidBody:linearDamping = 8
}

def Scope "notAJoint"
{
    float physics:lowerLimit = -10
    bool physics:rigidBodyEnabled = 1
}

def Material "Rubber" (
    prepend apiSchemas = ["PhysicsMaterialAPI"]
)
{
    float physxMaterial:compliantContactStiffness = 9
}

def Cube "collider" (
    prepend apiSchemas = ["PhysicsCollisionAPI"]
)
{
    float physxCollision:contactOffset = 10
    rel material:binding:physics = </Rubber>
}
"""


def parsed_stage(text: str) -> Descriptors:
    stage = Usd.Stage.CreateInMemory()
    assert stage.GetRootLayer().ImportFromString(text)
    return parse(populate(stage).scene)


def test_no_unlisted_cell_counts_but_the_physics_binding() -> None:
    found = parsed_stage(STAGE)

    assert len(found.joints) == 2
    assert len(found.drives) == len(found.states) == len(found.mimics) == 0
    assert {(row.joint, row.restitution) for row in found.limits} == {("/hinge", 0.0), ("/slider", 0.0)}
    assert {row.armature for row in found.axes} == {0.0}
    assert [(row.mass, row.linear_damping) for row in found.bodies] == [(None, 0.0)]
    assert [row.compliant_stiffness for row in found.materials] == [0.0]
    assert [(row.contact_offset, row.material) for row in found.shapes] == [(-1.0, "/Rubber")]
