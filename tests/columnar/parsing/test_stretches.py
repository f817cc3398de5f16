"""Stretches of transforms against numpy's linear algebra and OpenUSD's own factorisation."""

from __future__ import annotations

import numpy as np
from pxr import Gf

from columnar.parsing import stretches


def test_stretches_are_those_of_the_matrices() -> None:
    random = np.random.default_rng(3)
    matrices = np.tile(np.eye(4), (40, 1, 1))
    matrices[:, :3, :3] = random.normal(size=(40, 3, 3))
    chosen = np.arange(0, 40, 3)
    found = stretches(matrices, chosen)
    axes = matrices[chosen, :3, :3]
    gram = axes @ axes.transpose(0, 2, 1)
    np.testing.assert_allclose(found.determinant[:-1], np.linalg.det(axes), rtol=1e-12)
    np.testing.assert_allclose(found.lengths[:-1], np.linalg.norm(axes, axis=2), rtol=1e-12)
    np.testing.assert_allclose(found.skew[:-1], np.abs(gram[:, (0, 0, 1), (1, 2, 2)]).max(axis=1), rtol=1e-12)
    for scale, matrix in zip(found.scale, matrices[chosen], strict=False):
        factored = Gf.Matrix4d(matrix.tolist()).Factor()
        np.testing.assert_allclose(np.sort(scale), np.sort(np.array(factored[2])), rtol=1e-6)


def test_the_last_one_is_the_identity() -> None:
    found = stretches(np.zeros((0, 4, 4)), np.zeros(0, np.int64))
    assert found.scale.tolist() == found.lengths.tolist() == [[1.0, 1.0, 1.0]]
    assert (found.sheared[0], found.skew[0], found.determinant[0]) == (False, 0.0, 1.0)
