"""Joints as nodes: Springhead's members, its formulas, and its steps of the articulated-body algorithm."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from drawn_trees import drawn_frame, drawn_rows, drawn_state
from mujoco_models import rotation_matrix

import columnar.dynamics as dynamics
from columnar.dynamics import (
    Articulation,
    JointKind,
    LinkRow,
    Mechanism,
    TreeError,
    build_tree,
    forward_dynamics,
    inverse_dynamics,
    link_accelerations,
    link_velocities,
)

Doubles = npt.NDArray[np.float64]

MEMBERS = tomllib.loads((Path(__file__).parents[2] / "data" / "dynamics" / "springhead.toml").read_text())
SPRINGHEAD = {
    JointKind.REVOLUTE: lambda q: turn("z", q[0]),
    JointKind.PRISMATIC: lambda q: np.eye(3),
    JointKind.UNIVERSAL: lambda q: turn("x", q[0]) @ turn("y", q[1]),
    JointKind.SPHERICAL: rotation_matrix,
}


def turn(axis: str, angle: float) -> Doubles:
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    found = np.eye(3)
    found[i, i] = found[j, j] = np.cos(angle)
    found[i, j], found[j, i] = -np.sin(angle), np.sin(angle)
    return found


def moving(seed: int = 0, environments: int = 2, count: int = 8) -> Articulation:
    random = np.random.default_rng(seed)
    tree = build_tree(drawn_rows(random, count))
    articulation = Articulation(Mechanism.of(tree, armature=0.05), environments=environments)
    positions, velocities, efforts = drawn_state(random, tree, environments)
    articulation.set_state(positions, velocities)
    articulation.efforts[:] = efforts
    return articulation


@pytest.mark.parametrize("member", MEMBERS["provided"])
def test_every_member_of_springheads_joint_is_there(member: str) -> None:
    articulation = moving()
    joint = articulation.joint("j3")
    owners = {
        "joint": joint,
        "readouts": joint.readouts,
        "steps": articulation.node_steps(),
        "articulation": articulation,
        "dynamics": dynamics,
    }
    owner, name = MEMBERS["provided"][member].split(".")
    assert getattr(owners[owner], name) is not None


@pytest.mark.parametrize("member", MEMBERS["absent"])
def test_every_member_that_is_not_there_has_a_reason(member: str) -> None:
    assert len(MEMBERS["absent"][member].split()) > 4
    assert member not in MEMBERS["provided"]


@pytest.mark.parametrize("kind", SPRINGHEAD)
def test_frames_follow_springheads_formulas(kind: JointKind) -> None:
    random = np.random.default_rng(3)
    upper, lower = drawn_frame(random), drawn_frame(random)
    centers = random.normal(size=(2, 3))
    rows = [
        LinkRow("parent", None, "root", JointKind.FREE, center_of_mass=tuple(centers[0])),
        LinkRow("child", "parent", "joint", kind, upper, lower, center_of_mass=tuple(centers[1])),
    ]
    articulation = Articulation(Mechanism.of(build_tree(rows)))
    articulation.set_state(*(part[0] for part in drawn_state(random, articulation.tree, 1)[:2]))
    joint = articulation.joint("joint")
    q = joint.position[0]

    expected = joint.p_r_j @ SPRINGHEAD[kind](q) @ joint.c_r_j.T
    assert joint.p_r_c[0] == pytest.approx(expected)
    slid = joint.c_r_j @ np.array([0.0, 0.0, q[0]]) if kind is JointKind.PRISMATIC else 0.0
    prc = joint.c_r_p[0] @ (np.array(upper.position) - centers[0]) + slid - (np.array(lower.position) - centers[1])
    assert joint.prc[0] == pytest.approx(prc)
    assert joint.dof_count == {JointKind.UNIVERSAL: 2, JointKind.SPHERICAL: 3}.get(kind, 1)


def test_the_tree_can_be_walked_and_searched() -> None:
    articulation = moving()
    root = articulation.joint(0)
    for joint in articulation.joints:
        assert root.search(joint.child).name == joint.name
        assert all(child.parent.name == joint.name for child in joint.children)
    assert root.parent is None
    assert root.search("nowhere") is None
    assert articulation.joint("j5").search("l0") is None


def test_steps_give_what_the_whole_algorithm_gives() -> None:
    articulation = moving(1)
    random = np.random.default_rng(9)
    steps = articulation.node_steps()
    for _ in range(3):
        articulation.efforts[:] = random.normal(size=articulation.efforts.shape)
        steps.articulated_inertias()
        whole = forward_dynamics(
            articulation.mechanism, articulation.positions, articulation.velocities, articulation.efforts
        )
        for joint in articulation.joints:
            assert steps.acceleration(joint.name) == pytest.approx(whole[:, joint.dofs], rel=1e-9, abs=1e-9)
            assert joint.acceleration == pytest.approx(whole[:, joint.dofs], rel=1e-9, abs=1e-9)


def test_accelerations_need_inertias_first() -> None:
    with pytest.raises(RuntimeError, match="articulated_inertias"):
        moving().node_steps().acceleration("j1")


def test_the_child_moves_as_its_link_does() -> None:
    articulation = moving(2)
    state = articulation.mechanism, articulation.positions, articulation.velocities
    spatial = link_velocities(*state)
    change = link_accelerations(*state, forward_dynamics(*state, articulation.efforts))
    for joint in articulation.joints:
        rotation = rotation_matrix(articulation.link_poses().rotation[0, joint.index])
        arm = rotation @ articulation.tree.center_of_mass[joint.index]
        spin, twist = spatial[0, joint.index, :3], change[0, joint.index, :3]
        assert joint.child_angular_velocity[0] == pytest.approx(spin)
        assert joint.child_velocity[0] == pytest.approx(spatial[0, joint.index, 3:] + np.cross(spin, arm))
        moved = change[0, joint.index, 3:] + np.cross(twist, arm) + np.cross(spin, np.cross(spin, arm))
        assert joint.child_acceleration[0] == pytest.approx(moved)
        assert joint.readouts.acceleration()[0] == pytest.approx(
            np.concatenate([rotation.T @ twist, rotation.T @ moved])
        )


def test_inertias_and_bias_forces_obey_newton() -> None:
    """Ia a + Za is the force that the parent passes on: zero for a floating root."""
    random = np.random.default_rng(4)
    tree = build_tree(drawn_rows(random, 6, root=JointKind.FREE))
    articulation = Articulation(Mechanism.of(tree), environments=2)
    positions, velocities, efforts = drawn_state(random, tree, 2)
    articulation.set_state(positions, velocities)
    articulation.efforts[:, 6:] = efforts[:, 6:]
    found = articulation.joint(0).readouts
    # The conventional acceleration of the centre exceeds the one Za is counted from by w x (w x arm).
    spin, arm = articulation.joint(0).child_angular_velocity, tree.center_of_mass[0]
    turns = [rotation_matrix(quaternion) for quaternion in articulation.link_poses().rotation[:, 0]]
    local = np.array([turn.T @ one for turn, one in zip(turns, spin, strict=True)])
    acceleration = found.acceleration()
    acceleration[:, 3:] -= np.cross(local, np.cross(local, arm))
    force = np.einsum("eij,ej->ei", found.articulated_inertia(), acceleration) + found.bias_force()
    assert np.abs(force).max() < 1e-9 * np.abs(found.bias_force()).max()


def test_a_leaf_has_its_own_inertia() -> None:
    rows = [LinkRow("a", None, "j", JointKind.REVOLUTE, mass=2.0, center_of_mass=(1, 2, 3), inertia=np.diag([1, 2, 3]))]
    found = Articulation(Mechanism.of(build_tree(rows))).joint(0).readouts
    assert found.isolated_inertia()[0] == pytest.approx(np.diag([1, 2, 3, 2, 2, 2]))
    assert found.articulated_inertia()[0] == pytest.approx(np.diag([1, 2, 3, 2, 2, 2]))
    assert found.coriolis()[0] == pytest.approx(np.zeros(6))


def test_efforts_are_set_and_added() -> None:
    articulation = moving()
    joint = articulation.joints[-1]
    joint.effort = 2.0
    joint.add_effort(0.5)
    assert (articulation.efforts[:, joint.dofs] == 2.5).all()
    joint.reset()
    assert not joint.velocity.any()
    assert not joint.effort.any()


def test_a_child_can_be_added_and_removed() -> None:
    articulation = moving(5)
    row = LinkRow("tool", "ignored", "wrist", JointKind.REVOLUTE, mass=0.5)
    larger = articulation.joint("j2").add_child(row)
    assert larger.joint("wrist").parent.name == "j2"
    smaller = larger.joint("j2").remove_child("tool")
    assert smaller.tree.link_names == articulation.tree.link_names
    state = smaller.mechanism, smaller.positions, smaller.velocities
    assert np.array_equal(smaller.positions, articulation.positions)
    before = inverse_dynamics(articulation.mechanism, *state[1:], np.ones(smaller.tree.nv))
    assert inverse_dynamics(*state, np.ones(smaller.tree.nv)) == pytest.approx(before)
    with pytest.raises(TreeError, match="'tool' occurs 2 times"):
        larger.joint("j3").add_child(row)
    with pytest.raises(KeyError, match="does not hang"):
        articulation.joint("j2").remove_child("l0")


def test_names_are_found_by_their_last_part() -> None:
    rows = [
        LinkRow("/robot/arm", None, "/robot/joints/shoulder", JointKind.REVOLUTE),
        LinkRow("/robot/hand", "/robot/arm", "/robot/joints/wrist", JointKind.REVOLUTE),
    ]
    articulation = Articulation(Mechanism.of(build_tree(rows)))
    assert articulation.joint("wrist").child == "/robot/hand"
    with pytest.raises(KeyError, match="did you mean 'wrist'"):
        articulation.joint("wrists")
    with pytest.raises(IndexError, match="joint 2 of 2"):
        articulation.joint(2)
