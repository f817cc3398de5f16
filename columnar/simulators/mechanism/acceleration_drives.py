"""Drives whose gains are per unit of inertia, for engines that know forces only."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from columnar.dynamics import Frame, JointKind, LinkRow, Motion, Tree, build_tree, responses
from columnar.dynamics import Mechanism as MovingTree
from columnar.dynamics import MotionKind as StepKind
from columnar.simulators.mechanism.frames import Frames
from columnar.simulators.mechanism.mechanism import Mechanism
from columnar.simulators.mechanism.motions import MotionKind
from columnar.simulators.mechanism.postures import turns

__all__ = ["as_force_drives"]

Doubles = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]

_STEPS: Final = {
    MotionKind.SLIDE: StepKind.TRANSLATION,
    MotionKind.HINGE: StepKind.ROTATION,
    MotionKind.BALL: StepKind.BALL,
}


def as_force_drives(mechanism: Mechanism) -> Mechanism:
    """The same mechanism, gains of acceleration drives times the inertia that each feels at the start.

    That inertia is one over the drive's own entry of the inverse mass matrix, so that the drive accelerates its axis as
    stated, whatever else moves along; PhysX works it out anew in every step.
    """
    values = mechanism.motions.values
    scaled = values.acceleration & values.driven & ((values.stiffness != 0) | (values.damping != 0))
    if not scaled.any():
        return mechanism
    inertia = np.ones(len(scaled))
    inertia[scaled] = _felt_inertias(mechanism, np.flatnonzero(scaled))
    changed = replace(
        values,
        acceleration=np.zeros_like(values.acceleration),
        stiffness=values.stiffness * inertia,
        damping=values.damping * inertia,
    )
    return replace(mechanism, motions=replace(mechanism.motions, values=changed))


def _felt_inertias(mechanism: Mechanism, chosen: Ids) -> Doubles:
    """Inertias that some of the motions feel; those of different trees are asked for together."""
    tree = build_tree(_rows(mechanism))
    index = {int(name): place for place, name in enumerate(tree.joint_names)}
    motions, dof_of_motion = mechanism.motions, _dofs(mechanism, tree, index)
    dofs = dof_of_motion[chosen]
    place = _place_in_tree(mechanism, motions.body[chosen])
    patterns = np.zeros((int(place.max()) + 1, tree.nv))
    patterns[place, dofs] = 1.0
    armature = np.zeros(tree.nv)
    single = motions.kind != MotionKind.BALL
    armature[dof_of_motion[single]] = motions.values.armature[single]
    moving = MovingTree.of(tree, gravity=np.zeros(3), armature=armature)
    # What has no inertia, engines refuse with reasons of their own.
    with np.errstate(all="ignore"):
        felt = 1.0 / responses(moving, _start(mechanism, tree, index), patterns)[0][place, dofs]
    return np.where(np.isfinite(felt) & (felt > 0.0), felt, 1.0)


def _dofs(mechanism: Mechanism, tree: Tree, index: dict[int, int]) -> Ids:
    """The first degree of freedom of each motion."""
    found = np.zeros(len(mechanism.motions), np.int64)
    for body, own in _motions_by_body(mechanism).items():
        sizes = [3 if mechanism.motions.kind[motion] == MotionKind.BALL else 1 for motion in own]
        found[own] = int(tree.joint_dofs[index[body]]) + np.cumsum([0, *sizes[:-1]])
    return found


def _place_in_tree(mechanism: Mechanism, bodies: Ids) -> Ids:
    """How many of the listed bodies before each one have the same root."""
    root = np.arange(len(mechanism.bodies))
    for row in mechanism.tree.order.tolist():
        parent = int(mechanism.tree.parent[row])
        if parent >= 0:
            root[row] = root[parent]
    seen: dict[int, int] = {}
    found = np.zeros(len(bodies), np.int64)
    for place, body in enumerate(root[bodies].tolist()):
        found[place] = seen.get(body, 0)
        seen[body] = found[place] + 1
    return found


def _motions_by_body(mechanism: Mechanism) -> dict[int, list[int]]:
    """Motions of each body, from its parent outward."""
    found: dict[int, list[int]] = {}
    for motion, body in enumerate(mechanism.motions.body.tolist()):
        found.setdefault(body, []).append(motion)
    return found


def _rows(mechanism: Mechanism) -> list[LinkRow]:
    tree, bodies, own = mechanism.tree, mechanism.bodies, _motions_by_body(mechanism)
    rows = []
    for row in tree.order.tolist():
        parent = int(tree.parent[row])
        steps = tuple(_step(mechanism, motion) for motion in own.get(row, ()))
        carried = tree.joint[row] >= 0
        rows.append(
            LinkRow(
                str(row),
                str(parent) if parent >= 0 else None,
                str(row),
                JointKind.FREE if tree.free[row] else JointKind.D6 if steps else JointKind.FIXED,
                frame_in_parent=_frame(tree.outer, row) if carried else Frame(),
                frame_in_child=_frame(tree.inner, row) if carried else Frame(),
                motions=None if tree.free[row] else steps,
                mass=float(bodies.masses.mass[row]),
                center_of_mass=tuple(bodies.masses.center[row].tolist()),
                inertia=bodies.masses.inertia[row],
            )
        )
    return rows


def _step(mechanism: Mechanism, motion: int) -> Motion:
    motions = mechanism.motions
    x, y, z = (motions.axis[motion] * motions.sign[motion]).tolist()
    return Motion(_STEPS[MotionKind(int(motions.kind[motion]))], (x, y, z))


def _frame(frames: Frames, row: int) -> Frame:
    return Frame(tuple(frames.position[row].tolist()), tuple(frames.rotation[row].tolist()))


def _start(mechanism: Mechanism, tree: Tree, index: dict[int, int]) -> Doubles:
    """(nq,) coordinates at the start."""
    positions, motions = tree.neutral(), mechanism.motions
    pose = mechanism.bodies.pose
    for body in np.flatnonzero(mechanism.tree.free).tolist():
        at = int(tree.joint_coordinates[index[body]])
        positions[at : at + 7] = [*pose.position[body], *pose.rotation[body]]
    for body, own in _motions_by_body(mechanism).items():
        at = int(tree.joint_coordinates[index[body]])
        for motion in own:
            if motions.kind[motion] == MotionKind.BALL:
                positions[at : at + 4] = turns(mechanism.start.vectors[motion] * motions.sign[motion])
                at += 4
            else:
                positions[at] = mechanism.start.scalars[motion]
                at += 1
    return positions
