"""Everything a tree answers against MuJoCo: random trees of all kinds of joints, 64 states each."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_trees import drawn_rows, drawn_state, gentle_armature
from mujoco_models import Witness, largest_difference, rotation_matrix

from columnar.dynamics import (
    JointKind,
    Mechanism,
    bias_forces,
    build_tree,
    energies,
    forward_dynamics,
    forward_kinematics,
    inverse_mass_matrix,
    link_velocities,
    mass_matrix,
)

TOLERANCE = 1e-9

TREES = {
    "6 links, all kinds": (6, 2, tuple(JointKind), None),
    "6 links, floating": (6, 3, tuple(JointKind), JointKind.FREE),
    "7 hinges in a chain": (7, 1, (JointKind.REVOLUTE,), JointKind.REVOLUTE),
    "12 balls": (12, 2, (JointKind.SPHERICAL,), JointKind.SPHERICAL),
    "12 D6 joints": (12, 2, (JointKind.D6,), JointKind.FREE),
    "30 links, all kinds": (30, 3, tuple(JointKind), None),
    "30 links in a chain, all kinds": (30, 1, tuple(JointKind), JointKind.FREE),
    "200 links, bushy": (200, 40, tuple(JointKind), JointKind.FREE),
    "200 hinges and sliders": (200, 5, (JointKind.REVOLUTE, JointKind.PRISMATIC), JointKind.FIXED),
}


@pytest.mark.parametrize("name", TREES)
def test_a_tree_moves_as_in_mujoco(name: str) -> None:
    count, reach, kinds, root = TREES[name]
    random = np.random.default_rng(sorted(TREES).index(name))
    rows = drawn_rows(random, count, reach=reach, kinds=kinds, root=root)
    tree = build_tree(rows)
    armature = gentle_armature(random, tree)
    mechanism = Mechanism.of(tree, armature=armature)
    positions, velocities, efforts = drawn_state(random, tree, 64)

    expected = Witness(rows, tree, armature).ask(positions, velocities, efforts)

    poses = forward_kinematics(mechanism, positions)
    turns = np.array([[rotation_matrix(quaternion) for quaternion in state] for state in poses.rotation])
    found = {
        "acceleration": (forward_dynamics(mechanism, positions, velocities, efforts), expected.acceleration),
        "mass matrix": (mass_matrix(mechanism, positions), expected.mass_matrix),
        "bias": (bias_forces(mechanism, positions, velocities), expected.bias),
        "position": (poses.position, expected.link_position),
        "rotation": (turns, expected.link_rotation),
        "velocity": (link_velocities(mechanism, positions, velocities), expected.link_velocity),
        "energy": (np.stack(energies(mechanism, positions, velocities), axis=1), expected.energy),
    }
    worst = {what: largest_difference(*pair) for what, pair in found.items()}
    assert all(difference < TOLERANCE for difference in worst.values()), worst


def test_the_inverse_mass_matrix_inverts_mujocos() -> None:
    random = np.random.default_rng(5)
    rows = drawn_rows(random, 30, root=JointKind.FREE)
    tree = build_tree(rows)
    armature = gentle_armature(random, tree)
    positions, velocities, efforts = drawn_state(random, tree, 8)

    expected = Witness(rows, tree, armature).ask(positions, velocities, efforts).mass_matrix

    found = inverse_mass_matrix(Mechanism.of(tree, armature=armature), positions)
    assert np.abs(found @ expected - np.eye(tree.nv)).max() < TOLERANCE
