"""Stages with native instances, as text: `STAGES` by what is in them."""

from __future__ import annotations

__all__ = ["STAGES"]

ARM = """
class Xform "{name}"
{{
    def Xform "link" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
    {{
        double3 xformOp:translate = (0, {height}, 0.1)
        uniform token[] xformOpOrder = ["xformOp:translate"]

        def Cube "shape" (prepend apiSchemas = ["PhysicsCollisionAPI"])
        {{
            double size = 0.5
        }}
    }}

    def Xform "site"
    {{
        double xformOp:rotateX = 30
        uniform token[] xformOpOrder = ["xformOp:rotateX"]
    }}

    def PhysicsRevoluteJoint "hinge" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])
    {{
        rel physics:body0 = </{name}/site>
        rel physics:body1 = </{name}/link>
        float drive:angular:physics:stiffness = 5
        double physics:lowerLimit = -10
    }}
{inner}
}}
"""

INSTANCE = """
{indent}def Xform "{name}" (instanceable = true
{indent}    references = </{source}>)
{indent}{{
{indent}    double3 xformOp:translate = ({x}, 0, 0)
{indent}    uniform token[] xformOpOrder = ["xformOp:translate"]
{indent}}}
"""


def instance(name: str, source: str, x: float, indent: str = "") -> str:
    """An instanceable prim at x."""
    return INSTANCE.format(name=name, source=source, x=x, indent=indent)


FLAT = (
    ARM.format(name="Arm", height=1, inner="")
    + 'def Xform "World"\n{'
    + "".join(instance(f"r{number}", "Arm", number, "    ") for number in range(3))
    + "}\n"
)

NESTED = (
    ARM.format(name="Finger", height=0.25, inner="")
    + ARM.format(
        name="Hand", height=2, inner=instance("left", "Finger", -1, "    ") + instance("right", "Finger", 1, "    ")
    )
    + 'def Xform "World"\n{'
    + instance("a", "Hand", 10, "    ")
    + instance("b", "Hand", 20, "    ")
    + instance("lone", "Finger", 30, "    ")
    + "}\n"
)

TARGETED = (
    FLAT
    + """
def PhysicsFixedJoint "weld"
{
    rel physics:body0 = </World/r1/link>
    rel physics:body1 = </World/r2/site>
}
"""
)

GROUPED = (
    FLAT
    + """
def PhysicsCollisionGroup "group" (prepend apiSchemas = ["CollectionAPI:colliders"])
{
    rel collection:colliders:includes = [</World/r1>, </World/r2/link/shape>]
    rel physics:filteredGroups = </group>
}
"""
)

BOUND = (
    """
class Xform "Box"
{
    def Material "inner" (prepend apiSchemas = ["PhysicsMaterialAPI"])
    {
        float physics:dynamicFriction = 0.25
    }

    def Cube "own" (prepend apiSchemas = ["PhysicsCollisionAPI", "MaterialBindingAPI"])
    {
        rel material:binding:physics = </Box/inner>
    }

    def Cube "bare" (prepend apiSchemas = ["PhysicsCollisionAPI"])
    {
    }
}

def Material "ice" (prepend apiSchemas = ["PhysicsMaterialAPI"])
{
}

def Xform "cold" (prepend apiSchemas = ["MaterialBindingAPI"])
{
    rel material:binding:physics = </ice>
"""
    + instance("box", "Box", 1, "    ")
    + "}\n"
    + instance("warm", "Box", 2)
)

INSIDE_ONLY = """
class Xform "Box"
{
    def Material "inner" (prepend apiSchemas = ["PhysicsMaterialAPI"])
    {
    }

    def Xform "room" (prepend apiSchemas = ["MaterialBindingAPI"])
    {
        rel material:binding:physics = </Box/inner>

        def Cube "wall" (prepend apiSchemas = ["PhysicsCollisionAPI"])
        {
        }
    }
}
""" + instance("box", "Box", 1)

BODIES = (
    """
class Xform "Body" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{
    float physics:mass = 3
    bool acme:custom = true

    def Sphere "ball" (prepend apiSchemas = ["PhysicsCollisionAPI", "AcmeMagnetAPI"])
    {
        float acme:strength = 4
        double physics:density = 5
        rel acme:pulls = </Body>
    }
}
"""
    + instance("one", "Body", 1)
    + instance("two", "Body", 2)
)

STAGES = {
    "flat": FLAT,
    "nested": NESTED,
    "targeted from outside": TARGETED,
    "in a collision group": GROUPED,
    "with materials inside and outside": BOUND,
    "with materials inside only": INSIDE_ONLY,
    "whose root is a body": BODIES,
}
