"""Rotation and scale of a transform, taken apart as the consumers do it; they disagree where a transform shears.

Matrices are (n, 4, 4), multiply row vectors from the right, and are worked on as lanes, elementwise and in one written
order, so that every machine gives the same bits.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from columnar.parsing.eigenvalues import symmetric_eigen
from columnar.parsing.lanes import sum_of_products
from columnar.scene.matrix_lanes import row_blocks, to_lanes

__all__ = ["Decomposition", "Stretches", "first_row_decomposition", "polar_decomposition", "stretches"]

Doubles = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_SMALLEST_SCALE: Final = 1e-10
"""Below this OpenUSD's factorisation calls a matrix singular, and no scale comes out smaller."""

_DIAGONAL: Final = 1e-12
"""Off-diagonal terms up to this share of the diagonal ones are rounding: the transform has no shear."""


class Decomposition(NamedTuple):
    """Parts of n transforms.

    Attributes:
        rotation: (n, 3, 3).
        scale: (n, 3), signed.
        regular: (n,) bool, False where the transform cannot be taken apart.
        sheared: (n,) bool, transforms of which another method makes something else.
    """

    rotation: Doubles
    scale: Doubles
    regular: Flags
    sheared: Flags


class Stretches(NamedTuple):
    """How n transforms stretch, without the rotations.

    Attributes:
        scale: (n, 3), signed, as in a polar decomposition.
        sheared: (n,) bool, transforms of which another method makes something else.
        lengths: (n, 3) of the axes, which are the rows.
        skew: (n,) largest product of two different axes.
        determinant: (n,) of the axes.
    """

    scale: Doubles
    sheared: Flags
    lengths: Doubles
    skew: Doubles
    determinant: Doubles


def stretches(matrices: Doubles, chosen: npt.NDArray[np.int64]) -> Stretches:
    """The part of `polar_decomposition` that asks how much, and what is measured on the way.

    Args:
        matrices: (m, 4, 4).
        chosen: (n - 1,) which of them; the identity comes as the last one.
    """
    count = len(chosen)
    found = Stretches(
        scale=np.ones((count + 1, 3)),
        sheared=np.zeros(count + 1, np.bool_),
        lengths=np.ones((count + 1, 3)),
        skew=np.zeros(count + 1),
        determinant=np.ones(count + 1),
    )
    for block in row_blocks(count):
        rows = np.ascontiguousarray(to_lanes(matrices[chosen[block]])[:3, :3])
        with np.errstate(all="ignore"):
            gram = _gram(rows)
            found.lengths[block] = np.sqrt(gram[(0, 1, 2), (0, 1, 2)]).T
            found.skew[block] = _off_diagonal(gram)
            scale, found.determinant[block], found.sheared[block], _ = _stretched(rows, gram)
        found.scale[block] = scale.T
    return found


def polar_decomposition(matrices: Doubles) -> Decomposition:
    """OpenUSD's own factorisation: `GfMatrix4d::Factor`, and with it `GfTransform` and `RemoveScaleShear`.

    The scale factors are the square roots of the eigenvalues of A * transpose(A), all negative where A mirrors; the
    rotation is the polar one. A scale below 1e-10 comes out as 1e-10 and makes the matrix irregular.
    """
    count = len(matrices)
    found = Decomposition(
        np.empty((count, 3, 3)), np.empty((count, 3)), np.empty(count, np.bool_), np.empty(count, np.bool_)
    )
    for block in row_blocks(count):
        rows = np.ascontiguousarray(to_lanes(matrices[block])[:3, :3])
        rotation, scale, found.regular[block], found.sheared[block] = _factored(rows)
        found.rotation[block], found.scale[block] = rotation.transpose(2, 0, 1), scale.T
    return found


def first_row_decomposition(matrices: Doubles, polar: Decomposition) -> Decomposition:
    """Gram-Schmidt over the rows, the first one kept: what the PhysX consumer makes of actors and shapes.

    Where the transform mirrors, all three rows and scales change sign. A row of length zero has the scale 0 and makes
    the matrix irregular; the rotation is then the identity.

    Args:
        matrices: (n, 4, 4).
        polar: their polar decomposition, which is the same but for shear.
    """
    different = np.flatnonzero(polar.sheared | ~polar.regular)
    if not different.size:
        return polar
    rotation, scale, regular = polar.rotation.copy(), polar.scale.copy(), polar.regular.copy()
    rows = np.ascontiguousarray(to_lanes(matrices[different])[:3, :3])
    turned, stretched, regular[different] = _orthogonalised(rows)
    rotation[different], scale[different] = turned.transpose(2, 0, 1), stretched.T
    return Decomposition(rotation, scale, regular, polar.sheared)


@np.errstate(all="ignore")
def _factored(rows: Doubles) -> tuple[Doubles, Doubles, Flags, Flags]:
    """Rotation (3, 3, n), scale (3, n), regular and sheared of (3, 3, n) matrices."""
    scale, determinant, sheared, vectors = _stretched(rows, _gram(rows))
    rotation = rows / scale[:, None]
    if vectors is not None:
        oblique = np.flatnonzero(sheared)
        rotation[:, :, oblique] = _unstretched(rows[:, :, oblique], scale[:, oblique], vectors)
    return rotation, scale, np.abs(determinant) >= _SMALLEST_SCALE, sheared


def _stretched(rows: Doubles, gram: Doubles) -> tuple[Doubles, Doubles, Flags, Doubles | None]:
    """Scale (3, n), determinant and sheared of (3, 3, n) matrices, and the eigenvectors of those that are sheared."""
    values = gram[(0, 1, 2), (0, 1, 2)]
    sheared = _off_diagonal(gram) > _DIAGONAL * np.minimum(np.minimum(values[0], values[1]), values[2])
    oblique = np.flatnonzero(sheared)
    vectors = None
    if oblique.size:
        values[:, oblique], vectors = symmetric_eigen(gram[:, :, oblique])
    determinant = _determinants(rows)
    sign = np.where(determinant < 0.0, -1.0, 1.0)
    scale = sign * np.where(values < _SMALLEST_SCALE, _SMALLEST_SCALE, np.sqrt(values))
    return scale, determinant, sheared, vectors


@np.errstate(all="ignore")
def _orthogonalised(rows: Doubles) -> tuple[Doubles, Doubles, Flags]:
    """Rotation (3, 3, n), scale (3, n) and regular of (3, 3, n) matrices, row after row."""
    axes: list[Doubles] = []
    lengths: list[Doubles] = []
    for row in rows:
        rest = row
        for axis in axes:
            rest = rest - sum_of_products(row, axis) * axis
        length = np.sqrt(sum_of_products(rest, rest))
        lengths.append(length)
        axes.append(np.where(length > 0.0, rest / length, 0.0))
    regular = (lengths[0] > 0.0) & (lengths[1] > 0.0) & (lengths[2] > 0.0)
    sign = np.where(_determinants(rows) < 0.0, -1.0, 1.0)
    rotation = np.where(regular, np.stack(axes) * sign, np.eye(3)[:, :, None])
    return rotation, np.stack(lengths) * sign, regular


def _determinants(rows: Doubles) -> Doubles:
    """Determinants of (3, 3, n) matrices, the terms in the order of `GfMatrix4d::GetDeterminant3`."""
    a, b, c = rows
    found: Doubles = (
        a[0] * b[1] * c[2]
        + a[1] * b[2] * c[0]
        + a[2] * b[0] * c[1]
        - a[0] * b[2] * c[1]
        - a[1] * b[0] * c[2]
        - a[2] * b[1] * c[0]
    )
    return found


def _gram(rows: Doubles) -> Doubles:
    gram = np.empty_like(rows)
    for i in range(3):
        for j in range(i, 3):
            gram[i, j] = gram[j, i] = sum_of_products(rows[i], rows[j])
    return gram


def _off_diagonal(gram: Doubles) -> Doubles:
    found: Doubles = np.maximum(np.maximum(np.abs(gram[0, 1]), np.abs(gram[0, 2])), np.abs(gram[1, 2]))
    return found


def _unstretched(rows: Doubles, scale: Doubles, vectors: Doubles) -> Doubles:
    """The rotation left of A once the stretch along its eigenvectors is undone; `vectors[k]` belongs to `scale[k]`."""
    inverse = np.zeros_like(rows)
    for i in range(3):
        for j in range(3):
            for k in range(3):
                inverse[i, j] += vectors[k, i] * vectors[k, j] / scale[k]
    rotation = np.zeros_like(rows)
    for i in range(3):
        for j in range(3):
            for k in range(3):
                rotation[i, j] += inverse[i, k] * rows[k, j]
    return rotation
