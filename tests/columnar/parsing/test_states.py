"""Joint states: which instances count, and their units."""

from __future__ import annotations

import math

import pytest
from parsed_tables import parsed, rows


def test_states_are_read_by_type_and_angles_become_radians() -> None:
    joints = {
        f"Physics{kind}Joint": {"prim": [f"/{kind or 'D6'}"]} for kind in ("Revolute", "Prismatic", "Spherical", "")
    }
    prims = ["/Revolute", "/Revolute", "/Prismatic", "/Spherical", "/D6", "/D6", "/D6"]
    state = {"prim": prims, "instance": ["angular", "linear", "linear", "rotX", "rotY", "transX", "distance"]}
    state |= {"physics:position": [90.0] * 7, "physics:velocity": [180.0] * 7}

    found = rows(parsed({**joints, "PhysicsJointStateAPI": state}), "states")

    assert sorted(found) == [("/D6", "rotY"), ("/D6", "transX"), ("/Prismatic", "linear"), ("/Revolute", "angular")]
    assert found["/Revolute", "angular"]["position"] == pytest.approx(math.pi / 2)
    assert found["/D6", "rotY"]["velocity"] == pytest.approx(math.pi)
    assert found["/Prismatic", "linear"]["position"] == 90.0
    assert found["/D6", "transX"]["velocity"] == 180.0
