"""The mechanisms, as USD text: articulations on a fixed base link, but where a case is about something else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["STAGES"]

_DRIVE = """float drive:angular:physics:stiffness = {stiffness}
    float drive:angular:physics:damping = {damping}
    float drive:angular:physics:targetPosition = 30"""


def _header(meters: float = 1.0, kilograms: float = 1.0, up: str = "Z") -> str:
    scene = f'def PhysicsScene "Scene" {{\n    float physics:gravityMagnitude = {9.81 / meters}\n}}\n'
    units = f'metersPerUnit = {meters}\n    kilogramsPerUnit = {kilograms}\n    upAxis = "{up}"'
    return f"#usda 1.0\n(\n    {units}\n)\n{scene}"


def _body(name: str, place: tuple[float, ...], *, moment: float = 1.0, cells: str = "", apis: str = "") -> str:
    return f"""
def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"{apis}]) {{
    double3 xformOp:translate = {place}
    uniform token[] xformOpOrder = ["xformOp:translate"]
    float physics:mass = 1
    float3 physics:diagonalInertia = ({moment}, {moment}, {moment})
    {cells}
}}
"""


def _base(place: tuple[float, ...] = (0, 0, 0)) -> str:
    return f"""
def PhysicsFixedJoint "Root" (prepend apiSchemas = ["PhysicsArticulationRootAPI"]) {{
    rel physics:body1 = </Base>
    point3f physics:localPos0 = {place}
}}
{_body("Base", place)}"""


def _joint(
    kind: str, name: str, parent: str, child: str, place0: tuple[float, ...], *, place1: tuple[float, ...] = (0, 0, 0),
    cells: str = "", apis: str = "",
) -> str:  # fmt: skip
    applied = f"(prepend apiSchemas = [{apis}])" if apis else ""
    side = f"rel physics:body0 = </{parent}>" if parent else ""
    return f"""
def Physics{kind}Joint "{name}" {applied} {{
    {side}
    rel physics:body1 = </{child}>
    point3f physics:localPos0 = {place0}
    point3f physics:localPos1 = {place1}
    {cells}
}}
"""


def _bob(*, length: float = 1.0, mass: float = 1.0, up: str = "Z") -> str:
    """A bob of 1 kg half a metre below its origin, with a moment of 0.01 kg m^2 about any axis of its own."""
    center = (0, 0, -0.5 / length) if up == "Z" else (0, -0.5 / length, 0)
    moment = 0.01 / (mass * length**2)
    text = _body("Bob", (0, 0, 0), moment=moment, cells=f"point3f physics:centerOfMass = {center}")
    return text.replace("physics:mass = 1\n", f"physics:mass = {1 / mass}\n")


def _pendulum(*, meters: float = 1.0, kilograms: float = 1.0, up: str = "Z", drive: bool = True) -> str:
    gain = 1 / (kilograms * meters**2)
    cells = 'uniform token physics:axis = "X"\n    '
    cells += _DRIVE.format(stiffness=0.5 * gain, damping=0.02 * gain) if drive else ""
    apis = '"PhysicsDriveAPI:angular"' if drive else ""
    hinge = _joint("Revolute", "Hinge", "Base", "Bob", (0, 0, 0), cells=cells, apis=apis)
    return _header(meters, kilograms, up) + _base() + _bob(length=meters, mass=kilograms, up=up) + hinge


_START = "float state:angular:physics:position = 60"
_STATE = '"PhysicsJointStateAPI:angular"'
_HINGE_X = 'uniform token physics:axis = "X"'
_HINGE_Y = 'uniform token physics:axis = "Y"'


def _swinging(cells: str = "", apis: str = "") -> str:
    hinge = _joint(
        "Revolute",
        "Hinge",
        "Base",
        "Bob",
        (0, 0, 0),
        cells=f"{_HINGE_X}\n    {_START}\n    {cells}",
        apis=_STATE + apis,
    )
    return _header() + _base() + _bob() + hinge


def _tilted(body: str) -> str:
    """A body drawn turned by 60 degrees about X."""
    order = 'uniform token[] xformOpOrder = ["xformOp:translate"]'
    turned = order.replace('translate"', 'translate", "xformOp:rotateXYZ"')
    return body.replace(order, f"float3 xformOp:rotateXYZ = (60, 0, 0)\n    {turned}")


def _mimic() -> str:
    text = _header() + _base() + _body("A", (0, 0, 0)) + _body("B", (1, 0, 0))
    limits = "float physics:lowerLimit = -170\n    float physics:upperLimit = 170\n    "
    lead = limits + _DRIVE.format(stiffness=1, damping=0.1)
    text += _joint("Revolute", "Lead", "Base", "A", (0, 0, 0), cells=lead, apis='"PhysicsDriveAPI:angular"')
    cells = (
        limits + "rel newton:mimicJoint = </Lead>\n    float newton:mimicCoef0 = 5\n    float newton:mimicCoef1 = -2"
    )
    return text + _joint("Revolute", "Follow", "Base", "B", (1, 0, 0), cells=cells, apis='"NewtonMimicAPI"')


def _loop() -> str:
    text = _header() + _base() + _body("A", (0, 0, -0.5)) + _body("B", (0.5, 0, -1)) + _body("C", (1, 0, -0.5))
    push = "float drive:angular:physics:damping = 0.5\n    float drive:angular:physics:targetVelocity = 30"
    first = f"{_HINGE_Y}\n    {push}"
    text += _joint(
        "Revolute", "J0", "Base", "A", (0, 0, 0), place1=(0, 0, 0.5), cells=first, apis='"PhysicsDriveAPI:angular"'
    )
    text += _joint("Revolute", "J1", "A", "B", (0, 0, -0.5), place1=(-0.5, 0, 0), cells=_HINGE_Y)
    text += _joint("Revolute", "J2", "B", "C", (0.5, 0, 0), place1=(0, 0, -0.5), cells=_HINGE_Y)
    last = f"{_HINGE_Y}\n    bool physics:excludeFromArticulation = 1"
    return text + _joint("Revolute", "Last", "Base", "C", (1, 0, 0), place1=(0, 0, 0.5), cells=last)


def _scaled() -> str:
    """The swinging pendulum half as long, its body scaled by 2: the centre of mass is half a metre away again."""
    text = _swinging()
    text = text.replace("(0, 0, -0.5)", "(0, 0, -0.25)")
    ops = 'float3 xformOp:scale = (2, 2, 2)\n    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]'
    head, tail = text.split('def Xform "Bob"')
    return head + 'def Xform "Bob"' + tail.replace('uniform token[] xformOpOrder = ["xformOp:translate"]', ops, 1)


_D6 = "".join(
    f"    float limit:{axis}:physics:low = 1\n    float limit:{axis}:physics:high = -1\n"
    for axis in ("transY", "rotX", "rotY", "rotZ")
)
_D6_APIS = ", ".join(f'"PhysicsLimitAPI:{axis}"' for axis in ("transY", "rotX", "rotY", "rotZ"))
_ROPE = "float physics:minDistance = 1\n    float physics:maxDistance = 2.2"
_FLOATING = "vector3f physics:velocity = (1, 0, 2)\n    vector3f physics:angularVelocity = (0, 0, 90)"

STAGES: Mapping[str, str] = MappingProxyType(
    {
        "driven_pendulum": _pendulum(),
        "hinge": _swinging(),
        "slider": _header() + _base() + _body("Bob", (0, 0, 0))
        + _joint("Prismatic", "Slide", "Base", "Bob", (0, 0, 0), cells='uniform token physics:axis = "Z"'),
        "ball": _header() + _base() + _tilted(_bob()) + _joint("Spherical", "Ball", "Base", "Bob", (0, 0, 0)),
        "d6": _header() + _base() + _body("Bob", (0, 0, 0))
        + _joint("", "D6", "Base", "Bob", (0, 0, 0), cells=_D6, apis=_D6_APIS),
        "fixed": _header() + _base() + _body("Bob", (0, 0, 1))
        + _joint("Fixed", "Held", "Base", "Bob", (0, 0, 1)),
        "distance": _header() + _body("Bob", (0, 0, 0))
        + _joint("Distance", "Rope", "", "Bob", (0, 0, 2), cells=_ROPE),
        "limit": _swinging(
            "float physics:lowerLimit = 20\n    float physics:upperLimit = 70\n    float newton:damping = 0.05",
            ', "NewtonJointAPI"',
        ),
        "mimic": _mimic(),
        "loop": _loop(),
        "floating_base": _header() + _body("Bob", (0, 0, 0), cells=_FLOATING, apis=', "PhysicsArticulationRootAPI"'),
        "centimetres_and_grams": _pendulum(meters=0.01, kilograms=0.001),
        "y_up": _pendulum(up="Y"),
        "scaled_body": _scaled(),
    }
)  # fmt: skip
"""Text of each stage by the name of its case."""
