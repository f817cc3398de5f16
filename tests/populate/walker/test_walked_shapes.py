"""Shapes: sizes in world scale, bodies, materials and densities."""

from __future__ import annotations

import pytest
from walked_stages import rows, walked

from tests.releases import seen_here


def collider(kind: str, values: str = "", apis: str = "") -> str:
    """A collider /s."""
    names = ", ".join(f'"{name}"' for name in ("PhysicsCollisionAPI", *apis.split()))
    return f'def {kind} "s" (prepend apiSchemas = [{names}])\n{{\n{values}}}\n'


def scaled(x: float, y: float, z: float) -> str:
    """A scale op."""
    return f' float3 xformOp:scale = ({x}, {y}, {z})\n uniform token[] xformOpOrder = ["xformOp:scale"]\n'


def shape(text: str) -> dict[str, object]:
    """The row of /s."""
    return rows(walked(text), "shapes")["/s"]


def test_a_cube_keeps_the_signs_of_its_scale_but_not_of_its_size() -> None:
    row = shape(collider("Cube", " double size = -2\n" + scaled(-1, -2, -3)))

    assert row["half_extents"] == pytest.approx([-1, -2, -3])


def test_round_shapes_take_the_larger_scale_across_their_axis() -> None:
    values = ' uniform token axis = "Y"\n double radius = 1\n double height = 4\n' + scaled(2, 5, 3)

    for kind in ("Capsule", "Cylinder", "Cone"):
        row = shape(collider(kind, values))
        assert (row["axis"], row["radius"], row["half_height"]) == ("Y", pytest.approx(3), pytest.approx(10))
    assert shape(collider("Sphere", " double radius = 1\n" + scaled(2, 5, 3)))["radius"] == pytest.approx(5)


@pytest.mark.parametrize(("kind", "field", "value"), [("Cube", "half_extents", [1] * 3), ("Sphere", "radius", 1)])
def test_a_blocked_size_is_the_fallback(kind: str, field: str, value: object) -> None:
    name = "size" if kind == "Cube" else "radius"

    assert shape(collider(kind, f" double {name} = None\n"))[field] == value


def test_a_mesh_has_its_scale_and_an_unknown_approximation_is_none() -> None:
    hull = shape(collider("Mesh", ' uniform token physics:approximation = "convexHull"\n' + scaled(1, 2, 3)))
    applied = shape(
        collider("Mesh", ' uniform token physics:approximation = "convexHull"\n', apis="PhysicsMeshCollisionAPI")
    )
    odd = shape(collider("Mesh", ' uniform token physics:approximation = "odd"\n', apis="NewtonMeshCollisionAPI"))

    assert hull["mesh_scale"] == pytest.approx([1, 2, 3])
    assert [row["approximation"] for row in (hull, applied, odd)] == ["none", "convexHull", "none"]


def test_geometry_the_table_cannot_hold_and_what_is_no_geometry_have_no_row() -> None:
    warnings: list[str] = []
    found = walked(collider("Capsule_1") + collider("Scope").replace('"s"', '"t"'), on_warning=warnings.append)

    assert len(found.shapes) == 0
    assert any("/t" in text for text in warnings)


BODY = """
def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"])
{
    float3 xformOp:scale = (2, 2, 2)
    uniform token[] xformOpOrder = ["xformOp:scale"]
    float physics:density = 300

    def Xform "off" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
    {
        bool physics:rigidBodyEnabled = false

        def Sphere "ball" (prepend apiSchemas = ["PhysicsCollisionAPI"])
        {
            double3 xformOp:translate = (1, 0, 0)
            uniform token[] xformOpOrder = ["xformOp:translate"]
        }
    }
}
"""


def test_a_shape_stands_in_the_unscaled_space_of_the_nearest_body_that_counts() -> None:
    row = rows(walked(BODY), "shapes")["/body/off/ball"]

    # Water, 1,000 kg / m^3 with half a metre the unit, where the disabled body counts.
    body, density = ("/body", 300) if seen_here("USD-001") else ("/body/off", 125)
    assert (row["body"], row["position"], row["density"]) == (body, pytest.approx([2, 0, 0]), density)


MATERIALS = """
def Material "rubber" (prepend apiSchemas = ["PhysicsMaterialAPI"])
{
    float physics:density = 700
}
def Material "paint"
{
}
"""


def test_a_physics_binding_counts_with_its_api_and_a_physics_material_only() -> None:
    bound = " rel material:binding:physics = </rubber>\n"
    painted = " rel material:binding:physics = </paint>\n"

    assert shape(MATERIALS + collider("Cube", bound, "MaterialBindingAPI"))["material"] == "/rubber"
    assert shape(MATERIALS + collider("Cube", bound))["material"] is None
    assert shape(MATERIALS + collider("Cube", painted, "MaterialBindingAPI"))["material"] is None


def test_the_first_stated_density_holds_else_that_of_water() -> None:
    bound = " rel material:binding:physics = </rubber>\n"
    own = bound + " float physics:density = 50\n"

    assert shape(MATERIALS + collider("Cube", own, "MaterialBindingAPI PhysicsMassAPI"))["density"] == 50
    assert shape(MATERIALS + collider("Cube", own, "MaterialBindingAPI"))["density"] == 700
    assert shape(collider("Cube"))["density"] == pytest.approx(1000 * 0.5**3)


def test_a_subset_lends_its_mesh_no_material() -> None:
    subset = """
    def GeomSubset "part" (prepend apiSchemas = ["MaterialBindingAPI"])
    {
        uniform token elementType = "face"
        rel material:binding:physics = </rubber>
    }
"""
    bare = shape(MATERIALS + collider("Mesh", subset, "MaterialBindingAPI"))
    bound = shape(MATERIALS + collider("Mesh", " rel material:binding = </rubber>\n" + subset, "MaterialBindingAPI"))

    assert bare["material"] is None
    assert bound["material"] == "/rubber"


def test_offsets_are_the_engines_choice_unless_stated_and_a_plane_has_its_own() -> None:
    values = " float physxCollision:contactOffset = 0.5\n float physxCollision:restOffset = -0.25\n"

    stated = shape(collider("Cube", values, "PhysxCollisionAPI"))
    assert (stated["contact_offset"], stated["rest_offset"]) == (0.5, -0.25)
    assert [shape(collider("Cube", values))[name] for name in ("contact_offset", "rest_offset")] == [-1, 0]
    assert shape(collider("Plane"))["contact_offset"] == pytest.approx(0.02 / 0.5)
