"""Random joint scenes as USD text: bodies above one another, joints of every type between all kinds of targets, with
colliders, materials, filtered pairs and settings of Newton's around them."""

from __future__ import annotations

import random
from collections.abc import Iterator

__all__ = ["joint_scene"]

_NUMBERS = ("0", "1", "-1", "30", "-45.5", "inf", "-inf", "nan", "1e38", "-1e38", "400", "0.25")
_SCALES = ("(2, 2, 2)", "(1, 2, 3)", "(-1, -1, -1)", "(0.5, 1, 1)", "(-1, 1, 1)")
_TYPES = (
    "PhysicsFixedJoint",
    "PhysicsRevoluteJoint",
    "PhysicsPrismaticJoint",
    "PhysicsSphericalJoint",
    "PhysicsDistanceJoint",
    "PhysicsJoint",
    "PhysxPhysicsGearJoint",
    "PhysxPhysicsRackAndPinionJoint",
)
_FREEDOMS = ("transX", "transY", "transZ", "rotX", "rotY", "rotZ", "distance", "angular", "linear")
_BOUNDS = {
    "PhysicsRevoluteJoint": ("physics:lowerLimit", "physics:upperLimit"),
    "PhysicsPrismaticJoint": ("physics:lowerLimit", "physics:upperLimit"),
    "PhysicsSphericalJoint": ("physics:coneAngle0Limit", "physics:coneAngle1Limit"),
    "PhysicsDistanceJoint": ("physics:minDistance", "physics:maxDistance"),
}
_SIZES = {
    "Cube": ("size",),
    "Sphere": ("radius",),
    "Capsule": ("radius", "height"),
    "Cylinder": ("radius", "height"),
    "Cone": ("radius", "height"),
    "Plane": (),
    "Xform": (),
}
"""Colliders, with attributes that say how large they are."""

_LENGTHS = ("2", "-3", "0", "5e38", "None")
_MATERIALS = ("/W/rubber", "/W/paint", "/W/gone")


def joint_scene(seed: int) -> str:
    """The text of a layer."""
    return "\n".join(_Drawing(random.Random(seed)).lines())


class _Drawing:
    def __init__(self, draw: random.Random) -> None:
        self._draw = draw
        self._names = iter(draw.sample([f"{letter}{number}" for letter in "abcABZ_" for number in range(9)], 60))
        self._targets = ["/W", "/W/gone", "/W.gone"]
        self._joints: list[str] = []

    def lines(self) -> Iterator[str]:
        units = self._draw.choice(["1", "0.01", "0.0254"])
        yield f'#usda 1.0\n(\n    metersPerUnit = {units}\n    upAxis = "{self._draw.choice("YZ")}"\n)'
        yield f'def Xform "W" ({self._apis(self._root())})\n{{'
        yield from self._scene()
        yield 'def Material "rubber" (prepend apiSchemas = ["PhysicsMaterialAPI"]) {\nfloat physics:density = 7\n}'
        yield 'def Material "paint" {\n}'
        for _ in range(self._draw.randint(1, 5)):
            yield from self._body("/W", depth=0)
        for _ in range(self._draw.randint(1, 7)):
            yield from self._joint()
        yield "}"

    def _maybe(self, chance: float) -> bool:
        return self._draw.random() < chance

    def _root(self) -> list[str]:
        return ["PhysicsArticulationRootAPI"] if self._maybe(0.5) else []

    @staticmethod
    def _apis(names: list[str]) -> str:
        listed = ", ".join(f'"{name}"' for name in names)
        return f"prepend apiSchemas = [{listed}]" if listed else ""

    def _opened(self, kind: str, name: str, apis: list[str]) -> Iterator[str]:
        """The beginning of a prim, sometimes with filtered pairs."""
        filters = self._maybe(0.1)
        yield f'def {kind} "{name}" ({self._apis([*apis, *(["PhysicsFilteredPairsAPI"] if filters else [])])})\n{{'
        if filters:
            yield f"rel physics:filteredPairs = <{self._draw.choice(self._targets)}>"

    def _bindings(self) -> Iterator[str]:
        for purpose in ("", ":physics"):
            if self._maybe(0.2):
                yield f"rel material:binding{purpose} = <{self._draw.choice(_MATERIALS)}>"

    def _scene(self) -> Iterator[str]:
        if self._maybe(0.8):
            apis = [api for api in ("PhysicsMaterialAPI", "NewtonSceneAPI") if self._maybe(0.15)]
            yield from self._opened("PhysicsScene", "scene", apis)
            if self._maybe(0.2):
                yield f"int newton:timeStepsPerSecond = {self._draw.choice(['240', '0', 'None'])}"
            if self._maybe(0.4):
                directions = ["(0, 0, 0)", "(3, 0, -4)", "(0, -1, 0)"]
                yield f"vector3f physics:gravityDirection = {self._draw.choice(directions)}"
            if self._maybe(0.4):
                yield f"float physics:gravityMagnitude = {self._draw.choice(['5', '-inf', '-3', '0'])}"
            yield "}"

    def _transform(self) -> Iterator[str]:
        operations = []
        numbers = [f"{self._draw.uniform(-3, 3):.3f}" for _ in range(6)]
        if self._maybe(0.7):
            yield f"double3 xformOp:translate = ({', '.join(numbers[:3])})"
            operations.append("xformOp:translate")
        if self._maybe(0.4):
            turns = ", ".join(f"{self._draw.uniform(-180, 180):.2f}" for _ in range(3))
            yield f"float3 xformOp:rotateXYZ = ({turns})"
            operations.append("xformOp:rotateXYZ")
        if self._maybe(0.25):
            yield f"float3 xformOp:scale = {self._draw.choice(_SCALES)}"
            operations.append("xformOp:scale")
        if operations:
            yield f"uniform token[] xformOpOrder = [{', '.join(f'{chr(34)}{name}{chr(34)}' for name in operations)}]"

    def _body(self, parent: str, *, depth: int) -> Iterator[str]:
        name = next(self._names)
        path = f"{parent}/{name}"
        self._targets += [path, path]
        apis = ["PhysicsRigidBodyAPI", *(self._root() if self._maybe(0.2) else []), *self._bound()]
        yield from self._opened("Xform", name, apis)
        yield from self._transform()
        yield from self._bindings()
        if self._maybe(0.1):
            yield "bool newton:selfCollisionEnabled = 0"
        for flag, chance in (("rigidBodyEnabled = 0", 0.1), ("kinematicEnabled = 1", 0.1)):
            if self._maybe(chance):
                yield f"bool physics:{flag}"
        for _ in range(self._draw.randint(0, 2)):
            yield from self._collider(path)
        if depth < 2 and self._maybe(0.3):
            yield from self._body(path, depth=depth + 1)
        yield "}"

    def _collider(self, parent: str) -> Iterator[str]:
        name = next(self._names)
        self._targets.append(f"{parent}/{name}")
        apis = ["PhysicsCollisionAPI"] if self._maybe(0.7) else []
        kind = self._draw.choice(list(_SIZES))
        yield from self._opened(kind, name, apis + self._bound())
        yield from self._transform()
        yield from self._bindings()
        for size in _SIZES[kind]:
            if self._maybe(0.4):
                yield f"double {size} = {self._draw.choice(_LENGTHS)}"
        if kind not in ("Cube", "Sphere", "Xform") and self._maybe(0.4):
            yield f"uniform token axis = {self._draw.choice(['None', chr(34) + 'Y' + chr(34)])}"
        yield "}"

    def _bound(self) -> list[str]:
        return ["MaterialBindingAPI"] if self._maybe(0.5) else []

    def _joint(self) -> Iterator[str]:
        name, kind = next(self._names), self._draw.choice(_TYPES)
        instances = [f"{api}:{axis}" for api in ("PhysicsDriveAPI", "PhysicsLimitAPI") for axis in self._axes()]
        yield f'def {kind} "{name}" ({self._apis([*instances, *(self._root() if self._maybe(0.2) else [])])})\n{{'
        for side in "01":
            yield from self._side(side)
        for flag, chance in (("jointEnabled = 0", 0.1), ("excludeFromArticulation = 1", 0.1)):
            if self._maybe(chance):
                yield f"bool physics:{flag}"
        for bound in _BOUNDS.get(kind, ()):
            if self._maybe(0.6):
                yield f"float {bound} = {self._draw.choice([*_NUMBERS, 'None'])}"
        for instance in instances:
            yield from self._instance(*instance.split(":"))
        if self._joints and kind.startswith("Physx"):
            columns = ("hinge0", "hinge1") if "Gear" in kind else ("hinge", "prismatic")
            yield from (f"rel physics:{column} = <{self._draw.choice(self._joints)}>" for column in columns)
        self._joints.append(f"/W/{name}")
        yield "}"

    def _axes(self) -> list[str]:
        return self._draw.sample(_FREEDOMS, self._draw.choice([0, 0, 1, 3]))

    def _side(self, side: str) -> Iterator[str]:
        if self._maybe(0.85):
            yield f"rel physics:body{side} = <{self._draw.choice(self._targets)}>"
        if self._maybe(0.6):
            numbers = ", ".join(f"{self._draw.uniform(-1, 1):.3f}" for _ in range(7)).split(", ")
            yield f"point3f physics:localPos{side} = ({', '.join(numbers[:3])})"
            yield f"quatf physics:localRot{side} = ({', '.join(numbers[3:])})"

    def _instance(self, api: str, axis: str) -> Iterator[str]:
        prefix, columns = {
            "PhysicsDriveAPI": ("drive", ("targetPosition", "stiffness", "damping", "maxForce")),
            "PhysicsLimitAPI": ("limit", ("low", "high")),
        }[api]
        for column in columns:
            if self._maybe(0.5):
                yield f"float {prefix}:{axis}:physics:{column} = {self._draw.choice(_NUMBERS)}"
