"""Spherical, universal and free joints against numbers of pinocchio (tests/data/dynamics/make_pinocchio.py)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from mujoco_models import rotation_matrix

from columnar.dynamics import (
    Frame,
    JointKind,
    LinkRow,
    Mechanism,
    Motion,
    MotionKind,
    Tree,
    bias_forces,
    build_tree,
    forward_dynamics,
    forward_kinematics,
    mass_matrix,
)

Doubles = npt.NDArray[np.float64]

TREES = json.loads((Path(__file__).parents[2] / "data" / "dynamics" / "pinocchio.json").read_text())["trees"]
SHIFTS = tuple(Motion(MotionKind.TRANSLATION, tuple(axis)) for axis in np.eye(3))


def built(links: list[dict[str, Any]]) -> Tree:
    return build_tree(
        [
            LinkRow(
                link["name"],
                None if link["parent"] < 0 else links[link["parent"]]["name"],
                link["name"],
                JointKind.D6 if link["kind"] == "translation" else JointKind(link["kind"]),
                frame_in_parent=Frame(link["position"], link["rotation"]),
                motions=SHIFTS if link["kind"] == "translation" else None,
                mass=link["mass"],
                center_of_mass=link["center"],
                inertia=link["inertia"],
            )
            for link in links
        ]
    )


def ranges(names: list[str], offsets: npt.NDArray[np.int64], wanted: list[str]) -> npt.NDArray[np.int64]:
    """Numbers of the wanted joints, one after another."""
    place = [names.index(name) for name in wanted]
    return np.concatenate([np.arange(offsets[joint], offsets[joint + 1]) for joint in place])


@pytest.mark.parametrize("name", TREES)
def test_a_tree_moves_as_in_pinocchio(name: str) -> None:
    links, states = TREES[name]["links"], TREES[name]["states"]
    tree = built(links)
    mechanism = Mechanism.of(tree)
    order = [link["name"] for link in links]
    names = list(tree.joint_names)
    coordinates, dofs = ranges(names, tree.joint_coordinates, order), ranges(names, tree.joint_dofs, order)
    rows = [tree.link_names.index(link) for link in order]
    for state in states:
        # pinocchio has a free joint's velocity in body axes; here its shift is along the world's.
        turn, drift = np.eye(tree.nv), np.zeros(tree.nv)
        if links[0]["kind"] == "free":
            rotation = rotation_matrix(state["positions"][3:7])
            shift, spin = np.array(state["velocities"])[:3], np.array(state["velocities"])[3:6]
            turn[:3, :3], drift[:3] = rotation, rotation @ np.cross(spin, shift)
        positions, velocities, efforts = np.empty(tree.nq), np.empty(tree.nv), np.empty(tree.nv)
        positions[coordinates] = state["positions"]
        velocities[dofs] = turn @ state["velocities"]
        efforts[dofs] = turn @ state["efforts"]

        acceleration = forward_dynamics(mechanism, positions, velocities, efforts)[0, dofs]
        expect(acceleration, turn @ state["accelerations"] + drift)
        matrix = mass_matrix(mechanism, positions)[0][np.ix_(dofs, dofs)]
        expect(turn.T @ matrix @ turn, state["mass_matrix"])
        bias = bias_forces(mechanism, positions, velocities)[0, dofs]
        expect(turn.T @ (bias + matrix @ drift), state["bias"])
        poses = forward_kinematics(mechanism, positions)
        expect(poses.position[0, rows], state["link_position"])
        expect(np.array([rotation_matrix(poses.rotation[0, row]) for row in rows]), state["link_rotation"])


def expect(found: Doubles, expected: Any) -> None:
    wanted = np.asarray(expected)
    assert np.abs(found - wanted).max() <= 1e-9 * np.abs(wanted).max()
