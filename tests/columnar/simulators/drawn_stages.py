"""Stages with odd frames and masses, the same in every run."""

from __future__ import annotations

import numpy as np
from pendulum import HEADER

__all__ = ["KINDS", "drawn_stage"]

ROOT = ', "PhysicsArticulationRootAPI"'

KINDS = (
    ("Revolute", "Prismatic", "Revolute"),
    ("Spherical", "Revolute", "Fixed", "Prismatic"),
    ("Revolute", "Revolute", "Spherical", "Spherical"),
)
"""Kinds of joints along a chain."""


def drawn_stage(kinds: tuple[str, ...], *, base: str, turned: bool = False) -> str:
    """A chain of links with odd frames and masses, one joint of each kind; the base fixed, hinged or floating."""
    text = HEADER + 'def PhysicsScene "S" {\n}\n'
    generator = np.random.default_rng(7)
    for place in range(len(kinds) + 1):
        rotation = generator.normal(size=4)
        rotation /= np.linalg.norm(rotation)
        text += f"""
def Xform "L{place}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"{ROOT if place == 0 else ""}]) {{
    quatd xformOp:orient = ({", ".join(map(str, rotation.tolist()))})
    double3 xformOp:translate = {tuple(generator.uniform(-1, 1, 3).tolist())}
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:orient"]
    float physics:mass = {float(generator.uniform(0.5, 2))}
    point3f physics:centerOfMass = {tuple(generator.uniform(-0.2, 0.2, 3).tolist())}
    float3 physics:diagonalInertia = {tuple(generator.uniform(0.02, 0.03, 3).tolist())}
    quatf physics:principalAxes = (0.5, 0.5, -0.5, 0.5)
}}
"""
    if base != "floating":
        kind = "Fixed" if base == "fixed" else "Revolute"
        text += f"""
def Physics{kind}Joint "Base" {{
    rel physics:body1 = </L0>
    point3f physics:localPos1 = (0.1, 0.2, -0.3)
}}
"""
    for place, kind in enumerate(kinds):
        sides = (1, 0) if turned else (0, 1)
        text += f"""
def Physics{kind}Joint "J{place}" (prepend apiSchemas = ["PhysicsDriveAPI:angular", "PhysicsDriveAPI:linear"]) {{
    rel physics:body{sides[0]} = </L{place}>
    rel physics:body{sides[1]} = </L{place + 1}>
    point3f physics:localPos{sides[0]} = {tuple(generator.uniform(-0.5, 0.5, 3).tolist())}
    quatf physics:localRot{sides[0]} = (0.5, -0.5, 0.5, 0.5)
    point3f physics:localPos{sides[1]} = {tuple(generator.uniform(-0.5, 0.5, 3).tolist())}
    uniform token physics:axis = "{"XYZ"[place % 3]}"
    float drive:angular:physics:stiffness = 0.3
    float drive:angular:physics:damping = 0.02
    float drive:angular:physics:targetPosition = 25
    float drive:linear:physics:stiffness = 20
    float drive:linear:physics:targetVelocity = 2
    float drive:linear:physics:damping = 1
}}
"""
    return text
