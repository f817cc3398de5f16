"""Materials: absent frictions, combine modes, and which binding counts."""

from __future__ import annotations

from typing import Any

import pytest
from parsed_tables import parsed, rows

MATERIALS = {"PhysicsMaterialAPI": {"prim": ["/M", "/N"]}, "Material": {"prim": ["/M", "/N", "/Visual"]}}


@pytest.mark.parametrize(
    ("fill", "profile", "friction"), [(False, "ovphysx", 0.5), (False, "openusd", 0.0), (True, "ovphysx", 0.0)]
)
def test_an_absent_friction_is_a_half_under_ovphysx(fill: bool, profile: str, friction: float) -> None:
    found = rows(parsed(MATERIALS, fill=fill, profile=profile), "materials")["/M"]

    assert (found["static_friction"], found["dynamic_friction"], found["density"]) == (friction, friction, None)


@pytest.mark.parametrize(
    ("token", "expected"), [("max", "max"), ("multiply", "multiply"), ("bogus", "average"), (None, "average")]
)
def test_combine_modes(token: str | None, expected: str) -> None:
    physx = {
        "prim": ["/M"],
        "physxMaterial:frictionCombineMode": [token],
        "physxMaterial:compliantContactStiffness": [7.0],
    }

    found = rows(parsed({**MATERIALS, "PhysxMaterialAPI": physx}), "materials")

    assert (found["/M"]["friction_combine_mode"], found["/M"]["compliant_stiffness"]) == (expected, 7.0)
    assert (found["/N"]["friction_combine_mode"], found["/N"]["compliant_stiffness"]) == ("average", 0.0)


@pytest.mark.parametrize(
    ("binding", "expected"),
    [
        ({"prim": ["/A/s"], "material:binding:physics": [["/M"]], "material:binding": [["/N"]]}, "/M"),
        ({"prim": ["/A/s"], "material:binding": [["/N"]]}, "/N"),
        ({"prim": ["/A"], "material:binding:physics": [["/M"]]}, "/M"),
        (
            {"prim": ["/A/s", "/A"], "material:binding": [["/N"], None], "material:binding:physics": [None, ["/M"]]},
            "/N",
        ),
        ({"prim": ["/A/s"], "material:binding:physics": [["/Visual"]]}, None),
        ({"prim": ["/A/s"], "material:binding:physics": [["/Nowhere"]]}, None),
    ],
)
def test_the_nearest_binding_to_a_physics_material(binding: dict[str, Any], expected: str | None) -> None:
    shape = {"PhysicsCollisionAPI": {"prim": ["/A/s"]}, "Sphere": {"prim": ["/A/s"]}}

    (row,) = parsed({**MATERIALS, **shape, "MaterialBindingAPI": binding}).shapes

    assert row.material == expected


def test_openusd_looks_for_physics_bindings_first() -> None:
    shape = {"PhysicsCollisionAPI": {"prim": ["/A/s"]}, "Sphere": {"prim": ["/A/s"]}}
    binding = {"prim": ["/A/s", "/A"], "material:binding": [["/N"], None], "material:binding:physics": [None, ["/M"]]}

    (row,) = parsed({**MATERIALS, **shape, "MaterialBindingAPI": binding}, profile="openusd").shapes

    assert row.material == "/M"


@pytest.mark.parametrize(("profile", "count"), [("ovphysx", 1), ("openusd", 0)])
def test_a_scene_is_a_material_as_well_or_not(profile: str, count: int) -> None:
    tables = {"PhysicsScene": {"prim": ["/S"]}, "PhysicsMaterialAPI": {"prim": ["/S"]}}

    assert len(parsed(tables, profile=profile).materials) == count


def test_openusd_wants_the_api_on_the_collider() -> None:
    shape = {"PhysicsCollisionAPI": {"prim": ["/A/s"]}, "Sphere": {"prim": ["/A/s"]}}
    above = {"MaterialBindingAPI": {"prim": ["/A"], "material:binding:physics": [["/M"]]}}

    (row,) = parsed({**MATERIALS, **shape, **above}, profile="openusd").shapes

    assert row.material is None
