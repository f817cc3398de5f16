"""Mass properties without bound: computed instead, by volume times density, and said."""

from __future__ import annotations

import pytest

from columnar import parse
from columnar.simulators import mujoco
from tests.stage_text import scene_of

BODY = """#usda 1.0
(
    metersPerUnit = 1
)
def Cube "Box" (prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI", "PhysicsCollisionAPI"]) {
    double size = 2
    %s
}
"""
# A cube of 2 m: 8 cubic metres of 1000 kg each, or of a mass stated; m (a^2 + b^2) / 12 about each axis.
WATER, STATED = 8000.0, 6.0


@pytest.mark.parametrize(
    ("authored", "column", "mass"),
    [
        ("float physics:mass = inf", "physics:mass", WATER),
        ("float physics:mass = 6\n    float physics:density = inf", "physics:density", STATED),
        ("float physics:mass = 6\n    float3 physics:diagonalInertia = (inf, 4, 4)", "physics:diagonalInertia", STATED),
    ],
)
def test_what_has_no_bound_is_computed_and_said(authored: str, column: str, mass: float) -> None:
    scene = scene_of(BODY % authored)
    model = mujoco.build(parse(scene), scene)
    said = {(entry.feature, entry.path, entry.column) for entry in mujoco.unsupported(model)}
    assert ("unsound_mass", "/Box", column) in said
    assert model.model.body_mass[1] == pytest.approx(mass, rel=1e-6)
    # Without a density that can be, there is no inertia to expect.
    if column != "physics:density":
        assert model.model.body_inertia[1] == pytest.approx([mass * 8 / 12] * 3, rel=1e-5)
