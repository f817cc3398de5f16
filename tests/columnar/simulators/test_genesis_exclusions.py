"""What Genesis is told not to collide: nothing that it lets pass by itself."""

from __future__ import annotations

from xml.etree import ElementTree

from built import built
from pendulum import HEADER

from columnar.simulators.genesis.exclusions import lean_mjcf

GROUND = 'def Plane "Ground" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {\n}\n'


def _ball(name: str, place: float, cells: str = "", apis: str = "") -> str:
    return f"""
def Sphere "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsCollisionAPI"{apis}]) {{
    double3 xformOp:translate = ({place}, 0, 5)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    {cells}
}}
"""


def _joint(name: str, first: str, second: str) -> str:
    side = f"rel physics:body0 = </{first}>" if first else ""
    return f"""
def PhysicsRevoluteJoint "{name}" {{
    {side}
    rel physics:body1 = </{second}>
}}
"""


def _chain() -> str:
    """Three balls in a row from the world, the first and the last filtered."""
    apart = "rel physics:filteredPairs = </C>"
    text = HEADER + _ball("A", 0, apart, ', "PhysicsFilteredPairsAPI"') + _ball("B", 3) + _ball("C", 6)
    return text + _joint("Hold", "", "A") + _joint("AB", "A", "B") + _joint("BC", "B", "C")


def _exclusions(text: str) -> set[frozenset[str | None]]:
    found = ElementTree.fromstring(lean_mjcf(built(text))).iter("exclude")
    return {frozenset((entry.get("body1"), entry.get("body2"))) for entry in found}


def test_joined_bodies_need_no_exclusion_and_filtered_ones_do() -> None:
    assert _exclusions(_chain()) == {frozenset({"/A", "/C"})}


def test_a_world_with_shapes_keeps_its_exclusions() -> None:
    assert _exclusions(_chain() + GROUND) == {frozenset({"/A", "/C"}), frozenset({"world", "/A"})}
