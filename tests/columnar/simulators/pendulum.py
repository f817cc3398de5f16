"""Stages that the tests of simulators share."""

from __future__ import annotations

__all__ = ["HEADER", "NAILED_BASE", "pendulum", "stage_header"]

NAILED_BASE = """
def PhysicsFixedJoint "Root" (prepend apiSchemas = ["PhysicsArticulationRootAPI"]) {
    rel physics:body1 = </Base>
    point3f physics:localPos0 = (0, 0, 2)
}
def Xform "Base" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]) {
    double3 xformOp:translate = (0, 0, 2)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    float physics:mass = 1
    float3 physics:diagonalInertia = (1, 1, 1)
}
"""
"""A base that a fixed joint nails to the world, two units up: the root of an articulation."""


def stage_header(*, meters: float = 1.0, kilograms: float = 1.0, up: str = "Z") -> str:
    """The head of a layer in these units."""
    return f'#usda 1.0\n(\n    metersPerUnit = {meters}\n    kilogramsPerUnit = {kilograms}\n    upAxis = "{up}"\n)\n'


HEADER = stage_header()


def pendulum(
    *,
    meters: float = 1.0,
    kilograms: float = 1.0,
    up: str = "Z",
    drive: str = "",
    joint: str = "",
    limits: tuple[float, float] | None = None,
    schemas: str = "",
) -> str:
    """A bob of 1 kg on a rod of half a metre, hinged about the horizontal X axis two metres up, drawn hanging.

    Its moments of inertia about its centre of mass are 0.01, 0.01 and 0.002 kg m^2.
    """
    length, mass = 1 / meters, 1 / kilograms
    moment = mass * length**2
    height = (0.0, 0.0, 2 * length) if up == "Z" else (0.0, 2 * length, 0.0)
    center = (0.0, 0.0, -0.5 * length) if up == "Z" else (0.0, -0.5 * length, 0.0)
    moments = (0.01, 0.01, 0.002) if up == "Z" else (0.01, 0.002, 0.01)
    apis = f'prepend apiSchemas = ["PhysicsDriveAPI:angular"{schemas}]' if drive or schemas else ""
    bounds = ""
    if limits is not None:
        bounds = f"float physics:lowerLimit = {limits[0]}\n    float physics:upperLimit = {limits[1]}"
    return f"""{stage_header(meters=meters, kilograms=kilograms, up=up)}
def PhysicsScene "Scene" {{
    float physics:gravityMagnitude = {9.81 * length}
}}
def Xform "Bob" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]) {{
    double3 xformOp:translate = {height}
    uniform token[] xformOpOrder = ["xformOp:translate"]
    float physics:mass = {mass}
    point3f physics:centerOfMass = {center}
    float3 physics:diagonalInertia = {tuple(moment * value for value in moments)}
}}
def PhysicsRevoluteJoint "Hinge" ({apis}) {{
    rel physics:body1 = </Bob>
    point3f physics:localPos0 = {height}
    uniform token physics:axis = "X"
    {bounds}
    {drive}
    {joint}
}}
"""
