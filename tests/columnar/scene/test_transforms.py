"""Matrix products and world transforms against plain Python arithmetic, and in batches of other sizes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from columnar.scene.matrix_lanes import from_lanes, invert_lanes, to_lanes
from columnar.scene.transforms import multiply, world_matrices

FLT_MAX = 3.4028234663852886e38


def random_matrices(count: int, seed: int) -> NDArray[np.float64]:
    """Matrices with every entry drawn, the homogeneous column too."""
    return np.random.default_rng(seed).normal(size=(count, 4, 4))


def translations(offsets: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 4, 4) transforms that move by (n, 3) offsets."""
    matrices = np.tile(np.eye(4), (len(offsets), 1, 1))
    matrices[:, 3, :3] = offsets
    return matrices


def plain_product(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """One product of 4x4 matrices in Python floats, which never fuse, added from left to right."""
    a, b = left.tolist(), right.tolist()
    return np.array(
        [
            [a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j] + a[i][3] * b[3][j] for j in range(4)]
            for i in range(4)
        ]
    )


def test_product_has_the_bytes_of_plain_arithmetic() -> None:
    """Every entry is the left-to-right sum, over block borders too."""
    left, right = random_matrices(2500, 1), random_matrices(2500, 2)
    expected = np.array([plain_product(a, b) for a, b in zip(left, right, strict=True)])
    assert multiply(left, right).tobytes() == expected.tobytes()


@pytest.mark.filterwarnings("error")
def test_product_settles_nan() -> None:
    """Infinite times zero is NaN without a warning, and the NaN is the canonical one whatever the CPU makes."""
    left = np.full((1, 4, 4), math.inf)
    right = np.zeros((1, 4, 4))
    right[0, 0, 0] = -math.nan
    assert multiply(left, right).tobytes() == np.full((1, 4, 4), np.nan).tobytes()


def test_product_of_nothing() -> None:
    """No rows in, no rows out."""
    assert multiply(np.empty((0, 4, 4)), np.empty((0, 4, 4))).shape == (0, 4, 4)


def test_product_names_a_wrong_shape() -> None:
    """The error says which argument and what was expected."""
    with pytest.raises(ValueError, match=r"left has shape \(2, 3, 4\), expected \(2, 4, 4\)"):
        multiply(np.zeros((2, 3, 4)), np.zeros((2, 4, 4)))
    with pytest.raises(ValueError, match=r"right has shape \(3, 4, 4\), expected \(2, 4, 4\)"):
        multiply(np.zeros((2, 4, 4)), np.zeros((3, 4, 4)))


def test_inverse_undoes_the_matrix() -> None:
    """A matrix times its inverse is the identity."""
    matrices = random_matrices(200, 5) + 4.0 * np.eye(4)
    inverse = np.ascontiguousarray(from_lanes(invert_lanes(to_lanes(matrices))))
    np.testing.assert_allclose(multiply(matrices, inverse), np.tile(np.eye(4), (200, 1, 1)), atol=1e-12)


def test_inverse_of_a_singular_matrix_is_a_scale_of_flt_max() -> None:
    """A zero and a NaN determinant are both answered as OpenUSD answers them."""
    singular = np.array([np.zeros((4, 4)), np.full((4, 4), np.nan), np.diag([1.0, 0.0, 1.0, 1.0])])
    with np.errstate(all="ignore"):
        inverse = from_lanes(invert_lanes(to_lanes(singular)))
    np.testing.assert_array_equal(inverse, np.tile(np.diag([FLT_MAX, FLT_MAX, FLT_MAX, 1.0]), (3, 1, 1)))


def test_world_follows_the_parents() -> None:
    """Each row is its own transform times the parent's world, here by plain recursion; parents stand anywhere."""
    count = 300
    generator = np.random.default_rng(11)
    names = generator.permutation(count)
    parent = np.empty(count, dtype=np.int64)
    for place, row in enumerate(names):
        parent[row] = -1 if place < 3 else names[generator.integers(0, place)]
    reset = generator.random(count) < 0.1
    local = random_matrices(count, 12)

    expected = np.empty_like(local)
    for row in names:
        at_root = reset[row] or parent[row] < 0
        expected[row] = local[row] if at_root else plain_product(local[row], expected[parent[row]])
    assert world_matrices(local, reset, parent).tobytes() == expected.tobytes()


def test_reset_ignores_the_parents() -> None:
    """A reset row starts anew, and its children follow it."""
    local = translations(np.array([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 4.0]]))
    world = world_matrices(local, np.array([False, True, False]), np.array([-1, 0, 1]))
    assert world[:, 3, :3].tolist() == [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 2.0, 4.0]]


def test_a_deep_chain() -> None:
    """Ten thousand levels, the root last: each row has moved as often as it has ancestors."""
    depth = 10_000
    parent = np.append(np.arange(1, depth), -1)
    world = world_matrices(translations(np.ones((depth, 3))), np.zeros(depth, dtype=np.bool_), parent)
    assert world[:, 3, 0].tolist() == list(range(depth, 0, -1))


@pytest.mark.parametrize(
    ("parent", "row"),
    [([0], 0), ([1, 0], 0), ([-1, 2, 1], 1), ([1, 2, 3, 4, 3], 3), ([*range(1, 100), 98], 98)],
    ids=["itself", "pair", "beside a root", "tail into a cycle", "long tail into a cycle"],
)
def test_a_cycle_is_refused(parent: list[int], row: int) -> None:
    """The error names a row of the cycle, not one that merely leads into it."""
    count = len(parent)
    with pytest.raises(ValueError, match="cycle through row") as refused:
        world_matrices(translations(np.zeros((count, 3))), np.ones(count, dtype=np.bool_), np.array(parent))
    named = int(str(refused.value).split("row ")[1].split(",")[0])
    reached, start = parent[named], named
    while reached != start and reached >= 0:
        reached = parent[reached]
        count -= 1
        assert count > 0, f"row {named} is not on the cycle"
    assert named >= row


def test_a_parent_that_is_no_row_is_refused() -> None:
    """The error names the row and the value."""
    with pytest.raises(ValueError, match=r"parent\[1\] is 7, expected a row below 2"):
        world_matrices(translations(np.zeros((2, 3))), np.zeros(2, dtype=np.bool_), np.array([-1, 7]))
    with pytest.raises(ValueError, match=r"reset has shape \(1,\), expected \(2,\)"):
        world_matrices(translations(np.zeros((2, 3))), np.zeros(1, dtype=np.bool_), np.array([-1, -1]))


@pytest.mark.parametrize("odd", [0.0, -0.0, math.inf, math.nan])
def test_the_identity_is_a_factor_like_any_other(odd: float) -> None:
    above = np.full((1, 4, 4), -1.0)
    above[0, 3, :3] = (odd, -0.0, 5.0)
    local = np.concatenate([above, np.eye(4)[None]])
    world = world_matrices(local, np.zeros(2, np.bool_), np.array([-1, 0]))
    assert world[1].tobytes() == multiply(np.eye(4)[None], above)[0].tobytes()
