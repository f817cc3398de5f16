"""Decompositions against OpenUSD's own, and against what PhysX made of sheared actors."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pxr import Gf

from columnar.parsing.decompositions import first_row_decomposition, polar_decomposition
from columnar.parsing.quaternions import quaternions_from_matrices

FACTORS = st.floats(0.2, 5.0).flatmap(lambda size: st.sampled_from([size, -size]))
STEPS = st.lists(
    st.tuples(st.tuples(FACTORS, FACTORS, FACTORS), st.tuples(*[st.floats(-1.0, 1.0)] * 3), st.floats(-180.0, 180.0)),
    min_size=1,
    max_size=3,
)


def composed(steps: list[tuple[tuple[float, ...], tuple[float, ...], float]]) -> Gf.Matrix4d:
    """Scales and turns below one another."""
    found = Gf.Matrix4d(1.0)
    for scale, axis, angle in steps:
        turn = Gf.Rotation(Gf.Vec3d(*axis) if any(axis) else Gf.Vec3d(0, 0, 1), angle)
        found = found * Gf.Matrix4d().SetScale(Gf.Vec3d(*scale)) * Gf.Matrix4d().SetRotate(turn)
    return found


@settings(max_examples=300, deadline=None)
@given(STEPS)
def test_the_polar_one_is_that_of_gf_transform(steps: list[tuple[tuple[float, ...], tuple[float, ...], float]]) -> None:
    matrix = composed(steps)

    found = polar_decomposition(np.array([matrix]))

    assert found.scale[0] == pytest.approx(np.array(Gf.Transform(matrix).scale), rel=1e-9)
    assert found.rotation[0] == pytest.approx(np.array(matrix.RemoveScaleShear())[:3, :3], abs=1e-7)


@settings(max_examples=300, deadline=None)
@given(STEPS)
def test_quaternions_turn_as_the_matrix_does(steps: list[tuple[tuple[float, ...], tuple[float, ...], float]]) -> None:
    matrix = composed(steps).RemoveScaleShear()

    (found,) = quaternions_from_matrices(np.array([matrix])[:, :3, :3])

    expected = matrix.ExtractRotationQuat().GetNormalized()
    assert abs(np.dot(found, [*expected.imaginary, expected.real])) == pytest.approx(1.0, abs=1e-9)


def test_a_mirroring_transform_has_three_negative_scales() -> None:
    (scale,) = polar_decomposition(np.array([composed([((-1.0, 1.0, 2.0), (0.0, 0.0, 1.0), 45.0)])])).scale

    assert scale == pytest.approx([-1.0, -1.0, -2.0])


def test_shear_is_where_the_consumers_part() -> None:
    """A body turned by 45 degrees below a scale of (3, 1, 1): PhysX turned its actor by 18.435 degrees only."""
    turned = Gf.Matrix4d().SetRotate(Gf.Rotation(Gf.Vec3d(0, 0, 1), 45.0))
    matrices = np.array([turned * Gf.Matrix4d().SetScale(Gf.Vec3d(3, 1, 1))])

    polar = polar_decomposition(matrices)
    actor = first_row_decomposition(matrices, polar)

    assert polar.scale[0] == pytest.approx([1.0, 3.0, 1.0])
    assert actor.scale[0] == pytest.approx([np.sqrt(5), 3 / np.sqrt(5), 1.0])
    assert np.degrees(np.arctan2(actor.rotation[0, 0, 1], actor.rotation[0, 0, 0])) == pytest.approx(18.434949)


def test_a_flat_transform_cannot_be_taken_apart() -> None:
    flat = np.array([Gf.Matrix4d().SetScale(Gf.Vec3d(1, 0, 1))])

    polar = polar_decomposition(flat)
    actor = first_row_decomposition(flat, polar)

    assert (polar.regular[0], actor.regular[0]) == (False, False)
    assert polar.scale[0] == pytest.approx(np.array(Gf.Transform(Gf.Matrix4d(flat[0])).scale))
    assert actor.scale[0] == pytest.approx([1.0, 0.0, 1.0])
    assert actor.rotation[0] == pytest.approx(np.eye(3))


def test_results_do_not_depend_on_the_batch() -> None:
    steps = [((1.0, 2.0, 0.5), (0.3, 0.1, -0.4), 10.0 + i) for i in range(5000)]
    matrices = np.array([composed([step, step]) for step in steps])

    whole = polar_decomposition(matrices)
    alone = polar_decomposition(matrices[4321:4322])

    assert whole.scale[4321].tobytes() == alone.scale[0].tobytes()
    assert whole.rotation[4321].tobytes() == alone.rotation[0].tobytes()
