"""Shapes: sizes in the world's scale, poses in the body, densities, what meshes become."""

from __future__ import annotations

import math
from typing import Any

import pytest
from parsed_tables import matrix, parsed, rows


def shape(kind: str, *, profile: str = "ovphysx", fill: bool = True, **tables: Any) -> dict[str, Any]:
    """The shape at /A/s, a collider of some type."""
    geometry = {"prim": ["/A/s"], **tables.pop("geometry", {})}
    tables = {"PhysicsCollisionAPI": {"prim": ["/A/s"]}, kind: geometry, **tables}
    found: dict[str, Any] = rows(parsed(tables, profile=profile, fill=fill), "shapes")["/A/s"]
    return found


def scaled(*scale: float) -> dict[str, Any]:
    return {"prim": {"prim": ["/A/s"], "omni:xform": [matrix(scale=scale)]}}


@pytest.mark.parametrize(("profile", "sign"), [("ovphysx", 1.0), ("openusd", -1.0)])
def test_half_extents_of_a_mirrored_cube(profile: str, sign: float) -> None:
    found = shape("Cube", profile=profile, geometry={"size": [2.0]}, **scaled(-2, -3, -4))

    assert found["half_extents"] == pytest.approx([sign * 2, sign * 3, sign * 4])


@pytest.mark.parametrize("profile", ["ovphysx", "openusd"])
def test_the_sign_of_a_size_does_not_count(profile: str) -> None:
    assert shape("Cube", profile=profile, geometry={"size": [-2.0]})["half_extents"] == [1.0] * 3


@pytest.mark.parametrize(("profile", "half"), [("ovphysx", 0.5), ("openusd", 1.0)])
def test_an_absent_size_is_1_under_ovphysx(profile: str, half: float) -> None:
    assert shape("Cube", profile=profile, fill=False)["half_extents"] == [half] * 3


@pytest.mark.parametrize(("profile", "half"), [("ovphysx", 2.5e38), ("openusd", math.inf)])
def test_openusd_makes_a_height_single_before_it_halves_it(profile: str, half: float) -> None:
    found = shape("Capsule", profile=profile, geometry={"height": [5e38]})

    assert found["half_height"] == pytest.approx(half)


def test_a_sphere_takes_the_largest_scale() -> None:
    assert shape("Sphere", geometry={"radius": [0.5]}, **scaled(1, -3, 2))["radius"] == pytest.approx(1.5)


@pytest.mark.parametrize("kind", ["Capsule", "Cylinder", "Cone"])
@pytest.mark.parametrize(
    ("axis", "radius", "height"), [("X", 2.0, 2.0), ("Y", 2.0, 3.0), ("Z", 1.5, 4.0), ("Q", 1.5, 4.0)]
)
def test_round_shapes_take_the_scale_along_and_the_larger_across(
    kind: str, axis: str, radius: float, height: float
) -> None:
    found = shape(kind, geometry={"radius": [0.5], "height": [2.0], "axis": [axis]}, **scaled(2, 3, 4))

    assert found["half_height"] == pytest.approx(height)
    assert found["radius"] == pytest.approx(radius)
    assert found["axis"] == ("Z" if axis == "Q" else axis)


def test_a_pose_in_the_body_is_in_its_unscaled_space() -> None:
    place = {
        "prim": ["/A", "/A/s"],
        "omni:xform": [matrix(scale=(2, 3, 4), turn=30, move=(5, 0, 0)), matrix(turn=90, move=(1, 1, 1))],
    }

    found = shape("Sphere", prim=place, PhysicsRigidBodyAPI={"prim": ["/A"]})

    assert (found["body"], found["position"]) == ("/A", pytest.approx([2.0, 3.0, 4.0]))
    assert found["rotation"] == pytest.approx([0.0, 0.0, 0.5**0.5, 0.5**0.5], abs=1e-6)


def test_a_static_shape_stands_in_the_world_and_a_body_in_itself() -> None:
    place = {"prim": ["/A/s"], "omni:xform": [matrix(turn=90, move=(1, 2, 3))]}

    static = shape("Sphere", prim=place)
    own = shape("Sphere", prim=place, PhysicsRigidBodyAPI={"prim": ["/A/s"]})

    assert (static["body"], static["position"]) == (None, pytest.approx([1.0, 2.0, 3.0]))
    assert (own["body"], own["position"], own["rotation"]) == ("/A/s", [0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0])


def test_the_density_nearest_to_the_shape_holds() -> None:
    mass = {"PhysicsMassAPI": {"prim": ["/A", "/A/s"], "physics:density": [3.0, 2.0]}}
    material = {"PhysicsMaterialAPI": {"prim": ["/M"], "physics:density": [4.0]}, "Material": {"prim": ["/M"]}}
    bound = {"MaterialBindingAPI": {"prim": ["/A/s"], "material:binding:physics": [["/M"]]}}
    body = {"PhysicsRigidBodyAPI": {"prim": ["/A"]}}

    assert shape("Sphere", **body, **mass, **material, **bound)["density"] == 2.0
    mass["PhysicsMassAPI"]["physics:density"][1] = 0.0
    assert shape("Sphere", **body, **mass, **material, **bound)["density"] == 3.0
    assert shape("Sphere", **body, **material, **bound)["density"] == 4.0
    assert shape("Sphere", **body)["density"] == 1000.0


def test_the_default_density_is_that_of_water_in_stage_units() -> None:
    tables = {"PhysicsCollisionAPI": {"prim": ["/s"]}, "Sphere": {"prim": ["/s"]}}

    (row,) = parsed(tables, meters_per_unit=0.01, kilograms_per_unit=0.001).shapes

    assert row.density == pytest.approx(1000.0 * 0.01**3 / 0.001)


@pytest.mark.parametrize(
    ("stated", "kinematic", "profile", "expected"),
    [
        (None, False, "ovphysx", "convexHull"),
        ("meshSimplification", False, "ovphysx", "convexHull"),
        ("sdf", False, "ovphysx", "sdf"),
        ("bogus", True, "ovphysx", "none"),
        (None, True, "ovphysx", "none"),
        (None, False, "openusd", "none"),
    ],
)
def test_a_dynamic_body_has_no_triangle_meshes(
    stated: str | None, kinematic: bool, profile: str, expected: str
) -> None:
    body = {"PhysicsRigidBodyAPI": {"prim": ["/A"], "physics:kinematicEnabled": [kinematic]}}
    told = {"PhysicsMeshCollisionAPI": {"prim": ["/A/s"], "physics:approximation": [stated]}} if stated else {}

    found = shape("Mesh", profile=profile, **body, **told)

    assert found["approximation"] == expected
    assert found["mesh_scale"] == [1.0, 1.0, 1.0]


def test_contact_offsets_are_automatic_but_for_planes() -> None:
    assert shape("Sphere")["contact_offset"] == -1.0
    assert shape("Plane")["contact_offset"] == pytest.approx(0.02)
    stated = {
        "PhysxCollisionAPI": {
            "prim": ["/A/s"],
            "physxCollision:contactOffset": [0.5],
            "physxCollision:restOffset": [0.1],
        }
    }
    found = shape("Plane", **stated)
    assert (found["contact_offset"], found["rest_offset"]) == pytest.approx((0.5, 0.1))


def test_a_collider_without_geometry_is_no_shape() -> None:
    assert len(parsed({"PhysicsCollisionAPI": {"prim": ["/s"]}}).shapes) == 0
