"""Mass properties against textbook formulas and against what ovphysx 0.7 gave its own rigid bodies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from columnar import Scene, parse
from columnar.geometry import BodyMasses, body_masses, matrices, quaternion_product, quaternions, rotated

BODY = "PhysicsRigidBodyAPI"


def _masses(tables: dict[str, Any], **units: Any) -> BodyMasses:
    scene = Scene.from_tables(tables, meters_per_unit=1.0, **units)
    return body_masses(parse(scene), scene)


def _moved(x: float, y: float, z: float) -> list[float]:
    matrix = np.eye(4)
    matrix[3, :3] = x, y, z
    return list(matrix.ravel())


def _single(component: str, cells: dict[str, list[Any]], **mass: list[Any]) -> BodyMasses:
    tables: dict[str, Any] = {
        "prim": {"prim": ["/B"], "usd-prim-type": [component]},
        component: {"prim": ["/B"], **cells},
        BODY: {"prim": ["/B"]},
        "PhysicsCollisionAPI": {"prim": ["/B"]},
    }
    if mass:
        tables["PhysicsMassAPI"] = {"prim": ["/B"], **{f"physics:{name}": value for name, value in mass.items()}}
    return _masses(tables)


def test_a_ball_of_water() -> None:
    found = _single("Sphere", {"radius": [0.5]})
    mass = 1000 * 4 / 3 * np.pi * 0.125
    assert found.mass[0] == pytest.approx(mass)
    assert found.moments[0] == pytest.approx([0.4 * mass * 0.25] * 3)


def test_a_box_with_a_stated_mass() -> None:
    found = _single("Cube", {"size": [2.0]}, mass=[3.0])
    assert found.mass[0] == pytest.approx(3.0)
    assert found.moments[0] == pytest.approx([3 * (4 + 4) / 12] * 3)


def test_a_cylinder_along_x() -> None:
    found = _single("Cylinder", {"radius": [0.5], "height": [3.0], "axis": ["X"]}, mass=[2.0])
    across = 2 * (3 * 0.25 + 9) / 12
    assert found.moments[0] == pytest.approx([0.25, across, across])


def test_a_capsule_as_ovphysx_weighs_it() -> None:
    found = _single("Capsule", {"radius": [1.0], "height": [2.0], "axis": ["Z"]})
    assert found.mass[0] == pytest.approx(10471.9765625, rel=1e-6)
    assert found.moments[0] == pytest.approx([12671.0888671875, 12671.0859375, 4817.107421875], rel=1e-6)


def test_a_cone_has_its_centre_a_quarter_above_the_base() -> None:
    found = _single("Cone", {"radius": [1.0], "height": [2.0], "axis": ["Z"]}, mass=[5.0])
    assert found.center[0] == pytest.approx([0, 0, -0.5])
    assert found.moments[0] == pytest.approx([3 / 80 * 5 * 8, 3 / 80 * 5 * 8, 0.3 * 5])


def test_a_stated_centre_shifts_the_inertia() -> None:
    # ovphysx: a unit cube of 3 kg one unit along x, its centre of mass stated at the origin.
    found = _masses(
        {
            "prim": {
                "prim": ["/A", "/A/c"],
                "usd-prim-type": ["Xform", "Cube"],
                "omni:xform": [_moved(0, 0, 0), _moved(1, 0, 0)],
            },
            "Cube": {"prim": ["/A/c"], "size": [1.0]},
            BODY: {"prim": ["/A"]},
            "PhysicsCollisionAPI": {"prim": ["/A/c"]},
            "PhysicsMassAPI": {"prim": ["/A"], "physics:mass": [3.0], "physics:centerOfMass": [[0, 0, 0]]},
        }
    )
    assert found.moments[0] == pytest.approx([0.5, 3.5, 3.5])


def test_a_body_without_shapes_turns_like_a_small_ball() -> None:
    found = _masses({BODY: {"prim": ["/A", "/B"]}, "PhysicsMassAPI": {"prim": ["/B"], "physics:mass": [3.0]}})
    assert found.mass == pytest.approx([1.0, 3.0])
    assert found.moments[:, 0] == pytest.approx([0.004, 0.012], rel=1e-6)
    assert found.guessed.all()


def test_a_scene_without_bodies_has_no_masses() -> None:
    found = _masses({"Sphere": {"prim": ["/S"], "radius": [1.0]}, "PhysicsCollisionAPI": {"prim": ["/S"]}})
    assert found.mass.shape == (0,)
    assert found.inertia.shape == (0, 3, 3)


def test_a_tetrahedron_and_a_cylinder_as_ovphysx_weighs_them() -> None:
    found = _masses(
        {
            "prim": {
                "prim": ["/G", "/G/m", "/G/y"],
                "usd-prim-type": ["Xform", "Mesh", "Cylinder"],
                "omni:xform": [_moved(0, 0, 0), _moved(0, 0, 0), _moved(1, 2, 3)],
            },
            BODY: {"prim": ["/G"]},
            "PhysicsCollisionAPI": {"prim": ["/G/m", "/G/y"]},
            "Mesh": {
                "prim": ["/G/m"],
                "points": [[[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]]],
                "faceVertexCounts": [[3, 3, 3, 3]],
                "faceVertexIndices": [[0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]],
            },
            "Cylinder": {"prim": ["/G/y"], "radius": [0.5], "height": [3.0], "axis": ["X"]},
        }
    )
    assert found.mass[0] == pytest.approx(3689.52783203125, rel=1e-6)
    assert found.center[0] == pytest.approx([0.8193084597587585, 1.4579252004623413, 2.0965421199798584], rel=1e-6)
    expected = [
        [7932.1826171875, -571.9500732421875, -997.6949462890625],
        [-571.9501342773438, 7849.08740234375, -3126.417236328125],
        [-997.6949462890625, -3126.417236328125, 4443.13037109375],
    ]
    assert found.inertia[0] == pytest.approx(np.array(expected), rel=1e-5)
    assert not found.guessed[0]


def test_quaternions_and_matrices_are_each_others_inverse() -> None:
    draws = np.random.default_rng(4).normal(size=(200, 4))
    draws[:3] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
    draws /= np.linalg.norm(draws, axis=1, keepdims=True)
    back = quaternions(matrices(draws))
    assert np.abs(np.sum(back * draws, axis=1)) == pytest.approx(1)
    product = matrices(quaternion_product(draws, draws[::-1]))
    assert product == pytest.approx(matrices(draws) @ matrices(draws[::-1]))
    assert rotated([0, 0, np.sqrt(0.5), np.sqrt(0.5)], [1, 0, 0]) == pytest.approx([0, 1, 0])
