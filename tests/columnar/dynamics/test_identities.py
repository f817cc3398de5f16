"""What holds for any tree: identities between the algorithms, and invariance under how a tree is written down."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
from drawn_trees import drawn_rows, drawn_state, gentle_armature
from hypothesis import given, settings
from hypothesis import strategies as st
from mujoco_models import rotation_matrix

from columnar.dynamics import (
    Frame,
    JointKind,
    LinkRow,
    Mechanism,
    Motion,
    Tree,
    bias_forces,
    build_tree,
    forward_dynamics,
    forward_kinematics,
    inverse_dynamics,
    jacobian,
    link_accelerations,
    link_velocities,
    mass_matrix,
    momentum,
    responses,
)

Doubles = npt.NDArray[np.float64]
SEEDS = st.integers(0, 2**32 - 1)
ONE_AXIS = (JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.UNIVERSAL)
REL = 1e-8


def close(found: Doubles, expected: Doubles, tolerance: float = REL) -> bool:
    return bool(np.abs(found - expected).max() <= tolerance * (1.0 + np.abs(expected).max()))


def drawn(seed: int, count: int = 8, **choices: object) -> tuple[list[LinkRow], Tree, Mechanism, np.random.Generator]:
    random = np.random.default_rng(seed)
    rows = drawn_rows(random, count, **choices)
    tree = build_tree(rows)
    return rows, tree, Mechanism.of(tree, armature=gentle_armature(random, tree)), random


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_inverse_dynamics_undoes_forward_dynamics(seed: int) -> None:
    _, tree, mechanism, random = drawn(seed)
    positions, velocities, efforts = drawn_state(random, tree, 3)
    wrenches = random.normal(size=(3, len(tree), 6))
    accelerations = forward_dynamics(mechanism, positions, velocities, efforts, wrenches)
    assert close(inverse_dynamics(mechanism, positions, velocities, accelerations, wrenches), efforts)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_the_mass_matrix_is_symmetric_positive_definite_and_says_what_inverse_dynamics_says(seed: int) -> None:
    _, tree, mechanism, random = drawn(seed)
    positions, velocities, accelerations = drawn_state(random, tree, 2)
    matrix = mass_matrix(mechanism, positions)
    assert np.array_equal(matrix, matrix.transpose(0, 2, 1))
    assert (np.linalg.eigvalsh(matrix) > 0.0).all()
    needed = inverse_dynamics(mechanism, positions, velocities, accelerations)
    assert close(np.einsum("eij,ej->ei", matrix, accelerations) + bias_forces(mechanism, positions, velocities), needed)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_wrenches_act_through_jacobians(seed: int) -> None:
    _, tree, mechanism, random = drawn(seed)
    positions, velocities, efforts = drawn_state(random, tree, 1)
    link, wrench = int(random.integers(len(tree))), random.normal(size=6)
    wrenches = np.zeros((len(tree), 6))
    wrenches[link] = wrench
    pushed = jacobian(mechanism, positions, link)[0].T @ wrench
    assert close(
        forward_dynamics(mechanism, positions, velocities, efforts, wrenches),
        forward_dynamics(mechanism, positions, velocities, efforts + pushed),
    )


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_jacobians_give_velocities_and_kinematics_their_differences(seed: int) -> None:
    _, tree, mechanism, random = drawn(seed, kinds=(*ONE_AXIS, JointKind.D6, JointKind.FIXED))
    positions, velocities, _ = drawn_state(random, tree, 1)
    found = link_velocities(mechanism, positions, velocities)[0]
    step = 1e-6
    after, before = (forward_kinematics(mechanism, positions + sign * step * velocities)[0] for sign in (1, -1))
    assert close((after - before)[0] / (2 * step), found[:, 3:], 1e-6)
    for link in range(len(tree)):
        assert close(jacobian(mechanism, positions, link)[0] @ velocities[0], found[link])


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_momentum_changes_by_outer_wrenches_alone(seed: int) -> None:
    rows, tree, mechanism, random = drawn(seed, root=JointKind.FREE)
    mechanism = Mechanism.of(tree)
    positions, velocities, efforts = drawn_state(random, tree, 1)
    efforts[:, :6] = 0.0
    wrenches = random.normal(size=(len(tree), 6))
    accelerations = forward_dynamics(mechanism, positions, velocities, efforts, wrenches)
    poses = forward_kinematics(mechanism, positions)
    masses = np.array([rows[index].mass for index in tree.row_order])
    center = poses.position[0] + np.array(
        [
            rotation_matrix(turn) @ rows[index].center_of_mass
            for turn, index in zip(poses.rotation[0], tree.row_order, strict=True)
        ]
    )
    weights = masses[:, None] * np.array([0.0, 0.0, -9.81])
    force = wrenches[:, 3:].sum(axis=0) + weights.sum(axis=0)
    torque = (wrenches[:, :3] + np.cross(poses.position[0], wrenches[:, 3:]) + np.cross(center, weights)).sum(axis=0)
    rate = momentum_rate(mechanism, tree, positions, velocities, accelerations)
    assert close(rate, np.concatenate([torque, force]), 1e-6)


def momentum_rate(
    mechanism: Mechanism, tree: Tree, positions: Doubles, velocities: Doubles, accelerations: Doubles
) -> Doubles:
    """By links: d/dt of sum m v and of sum I w + c x m v, from link velocities and accelerations."""
    spatial = link_velocities(mechanism, positions, velocities)[0]
    change = link_accelerations(mechanism, positions, velocities, accelerations)[0]
    poses = forward_kinematics(mechanism, positions)
    total = np.zeros(6)
    for link in range(len(tree)):
        turn = rotation_matrix(poses.rotation[0, link])
        arm, spin, twist = turn @ tree.center_of_mass[link], spatial[link, :3], change[link, :3]
        inertia = turn @ tree.inertia[link] @ turn.T
        center = poses.position[0, link] + arm
        moved = change[link, 3:] + np.cross(twist, arm) + np.cross(spin, np.cross(spin, arm))
        force = tree.mass[link] * moved
        total[:3] += inertia @ twist + np.cross(spin, inertia @ spin) + np.cross(center, force)
        total[3:] += force
    return total


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_momentum_is_that_of_all_links(seed: int) -> None:
    _, tree, mechanism, random = drawn(seed)
    positions, velocities, _ = drawn_state(random, tree, 1)
    about = random.normal(size=3)
    poses, spatial = forward_kinematics(mechanism, positions), link_velocities(mechanism, positions, velocities)[0]
    expected = np.zeros(6)
    for link in range(len(tree)):
        turn = rotation_matrix(poses.rotation[0, link])
        arm = turn @ tree.center_of_mass[link]
        moved = tree.mass[link] * (spatial[link, 3:] + np.cross(spatial[link, :3], arm))
        spin = turn @ tree.inertia[link] @ turn.T @ spatial[link, :3]
        expected += np.concatenate([spin + np.cross(poses.position[0, link] + arm - about, moved), moved])
    assert close(momentum(mechanism, positions, velocities, about), expected)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_the_order_of_rows_changes_nothing(seed: int) -> None:
    rows, tree, mechanism, random = drawn(seed)
    shuffled = [rows[index] for index in random.permutation(len(rows))]
    other = build_tree(shuffled)
    positions, velocities, efforts = drawn_state(random, tree, 2)
    place = [other.joint_names.index(name) for name in tree.joint_names]
    dofs = np.concatenate([np.arange(other.joint_dofs[joint], other.joint_dofs[joint + 1]) for joint in place])
    numbers = [np.arange(other.joint_coordinates[joint], other.joint_coordinates[joint + 1]) for joint in place]
    coordinates = np.concatenate(numbers)
    moved = np.empty_like(positions), np.empty_like(velocities), np.empty_like(efforts)
    for target, source, index in zip(moved, (positions, velocities, efforts), (coordinates, dofs, dofs), strict=True):
        target[:, index.astype(int)] = source
    armature = np.empty(tree.nv)
    armature[dofs.astype(int)] = mechanism.dofs.armature
    found = forward_dynamics(Mechanism.of(other, armature=armature), *moved)
    assert close(found[:, dofs.astype(int)], forward_dynamics(mechanism, positions, velocities, efforts))


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_any_link_can_be_the_root(seed: int) -> None:
    rows, tree, _, random = drawn(seed, kinds=ONE_AXIS, root=JointKind.FREE)
    mechanism = Mechanism.of(tree)
    positions, velocities, efforts = drawn_state(random, tree, 1)
    efforts[:, :6] = 0.0
    chosen = str(random.choice([row.name for row in rows]))
    other = build_tree(rerooted(rows, chosen))
    moved = carried_over(mechanism, other, chosen, positions, velocities, efforts)
    accelerations = link_accelerations(
        mechanism, positions, velocities, forward_dynamics(mechanism, positions, velocities, efforts)
    )
    second = Mechanism.of(other)
    found = link_accelerations(second, *moved[:2], forward_dynamics(second, *moved))
    same = [other.link_names.index(name) for name in tree.link_names]
    assert close(found[:, same], accelerations, 1e-7)


def rerooted(rows: list[LinkRow], chosen: str) -> list[LinkRow]:
    """The same links and joints, hanging on another floating link; joints on the way change sides."""
    by_name = {row.name: row for row in rows}
    turned = {row.name: row for row in rows}
    name: str | None = chosen
    turned[chosen] = replace(by_name[chosen], parent=None, joint="free", kind=JointKind.FREE, motions=None)
    turned[chosen] = replace(turned[chosen], frame_in_parent=Frame(), frame_in_child=Frame())
    while name is not None and by_name[name].parent is not None:
        row = by_name[name]
        backward = tuple(Motion(step.kind, tuple(-lane for lane in step.axis)) for step in reversed(row.steps))
        turned[row.parent] = replace(
            by_name[row.parent],
            parent=name,
            joint=row.joint,
            kind=JointKind.D6,
            motions=backward,
            frame_in_parent=row.frame_in_child,
            frame_in_child=row.frame_in_parent,
        )
        name = row.parent
    return list(turned.values())


def carried_over(
    mechanism: Mechanism, other: Tree, chosen: str, positions: Doubles, velocities: Doubles, efforts: Doubles
) -> tuple[Doubles, Doubles, Doubles]:
    """The same state in the coordinates of the rerooted tree; reversed joints count their steps backward."""
    tree = mechanism.tree
    link = tree.link_names.index(chosen)
    poses, spatial = forward_kinematics(mechanism, positions), link_velocities(mechanism, positions, velocities)
    found = np.zeros((1, other.nq)), np.zeros((1, other.nv)), np.zeros((1, other.nv))
    found[0][0, :3], found[0][0, 3:7] = poses.position[0, link], poses.rotation[0, link]
    found[1][0, :3] = spatial[0, link, 3:]
    found[1][0, 3:6] = rotation_matrix(poses.rotation[0, link]).T @ spatial[0, link, :3]
    for joint, name in enumerate(other.joint_names):
        if name == "free":
            continue
        source = tree.joint_names.index(name)
        order = -1 if other.kinds[joint] is JointKind.D6 else 1
        for target, values, theirs, ours in zip(
            found,
            (positions, velocities, efforts),
            (other.joint_coordinates, other.joint_dofs, other.joint_dofs),
            (tree.joint_coordinates, tree.joint_dofs, tree.joint_dofs),
            strict=True,
        ):
            target[:, theirs[joint] : theirs[joint + 1]] = values[:, ours[source] : ours[source + 1]][:, ::order]
    return found


def test_environments_do_not_touch_each_other() -> None:
    _, tree, mechanism, random = drawn(3, 20)
    positions, velocities, efforts = drawn_state(random, tree, 2000)
    together = forward_dynamics(mechanism, positions, velocities, efforts)
    alone = [
        forward_dynamics(mechanism, *(part[index] for part in (positions, velocities, efforts)))
        for index in (0, 999, 1999)
    ]
    assert np.allclose(together[[0, 999, 1999]], np.concatenate(alone), rtol=1e-10, atol=1e-10)


def test_responses_to_patterns_add_up() -> None:
    _, tree, mechanism, random = drawn(4, 10)
    positions, velocities, efforts = drawn_state(random, tree, 2)
    patterns = random.normal(size=(3, tree.nv))
    still = forward_dynamics(mechanism, positions, velocities, efforts)
    added = responses(mechanism, positions, patterns)
    for pattern in range(3):
        moved = forward_dynamics(mechanism, positions, velocities, efforts + patterns[pattern])
        assert close(moved - still, added[:, pattern])
