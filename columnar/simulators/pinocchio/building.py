"""`build`: parsed columns become pinocchio models."""

from __future__ import annotations

from typing import Any

import numpy as np

from columnar.descriptors import Descriptors
from columnar.geometry import matrices
from columnar.scene import Scene
from columnar.simulators.engines import import_engine
from columnar.simulators.errors import check_time_step
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Frames, Mechanism, MotionKind, build_mechanism, find_coordinate_names, turns
from columnar.simulators.mechanism_findings import add_constraint_findings, add_mechanism_findings
from columnar.simulators.mjc_columns import read_mjc_columns
from columnar.simulators.mjc_findings import add_mjc_findings
from columnar.simulators.pinocchio.model import PinocchioModel, PinocchioTree
from columnar.simulators.protocol import Names

__all__ = ["build"]


def build(
    descriptors: Descriptors, scene: Scene | None = None, *, time_step: float = 1 / 240, strict: bool = False
) -> PinocchioModel:
    """Pinocchio models at their start.

    Args:
        descriptors: parsed columns.
        scene: the columns, for masses that come from meshes.
        time_step: seconds of a step.
        strict: refuse what pinocchio cannot express.

    Raises:
        EngineMissing: pinocchio is not installed.
        SimulatorError: `strict`, and something cannot be expressed.
    """
    engine = import_engine("pinocchio")
    check_time_step(time_step)
    mechanism = build_mechanism(descriptors, scene)
    findings = Findings("pinocchio")
    findings.add_stated(descriptors, scene)
    add_mechanism_findings(findings, descriptors, mechanism)
    add_mjc_findings(findings, read_mjc_columns(scene), mechanism)
    add_constraint_findings(findings, descriptors, mechanism)
    trees = _trees(engine, mechanism)
    names = Names(find_coordinate_names(mechanism), mechanism.bodies.paths)
    return PinocchioModel(trees, mechanism, time_step, names, findings.finished(strict=strict))


def _trees(engine: Any, mechanism: Mechanism) -> list[PinocchioTree]:
    found: list[PinocchioTree] = []
    place: dict[int, tuple[PinocchioTree, int, Any]] = {}
    own: dict[int, list[int]] = {}
    for motion, body in enumerate(mechanism.motions.body.tolist()):
        own.setdefault(body, []).append(motion)
    for row in mechanism.tree.order.tolist():
        parent = int(mechanism.tree.parent[row])
        if parent < 0:
            tree = PinocchioTree(engine.Model())
            tree.model.gravity.linear = mechanism.gravity
            found.append(tree)
            place[row] = _carried(engine, mechanism, row, own.get(row, []), (tree, 0, engine.SE3.Identity()))
        else:
            place[row] = _carried(engine, mechanism, row, own.get(row, []), place[parent])
    for tree in found:
        _set_start(engine, mechanism, tree)
    return found


def _carried(
    engine: Any, mechanism: Mechanism, row: int, own: list[int], parent: tuple[PinocchioTree, int, Any]
) -> tuple[PinocchioTree, int, Any]:
    """Add the joint of a body, and the body to it: the tree, the joint that carries it, the body's place there."""
    tree, joint, placement = parent
    held = mechanism.tree
    if held.free[row]:
        joint = _add_joint(tree, joint, engine.JointModelFreeFlyer(), engine.SE3.Identity(), -1)
        body = engine.SE3.Identity()
    elif not own:
        body = placement * _se3(engine, held.rest, row)
    else:
        frame = placement * _se3(engine, held.outer, row)
        for motion in own:
            joint = _add_joint(tree, joint, _model(engine, mechanism, motion), frame, motion)
            frame = engine.SE3.Identity()
        body = _se3(engine, held.inner, row).inverse()
    masses = mechanism.bodies.masses
    inertia = engine.Inertia(float(masses.mass[row]), masses.center[row], masses.inertia[row])
    tree.model.appendBodyToJoint(joint, inertia, body)
    tree.bodies.append((row, joint, body))
    return tree, joint, body


def _add_joint(tree: PinocchioTree, parent: int, model: Any, frame: Any, motion: int) -> int:
    tree.motions.append(motion)
    return int(tree.model.addJoint(parent, model, frame, f"{len(tree.motions)}"))


def _model(engine: Any, mechanism: Mechanism, motion: int) -> Any:
    motions = mechanism.motions
    axis = motions.axis[motion] * motions.sign[motion]
    if motions.kind[motion] == MotionKind.BALL:
        return engine.JointModelSpherical()
    if motions.kind[motion] == MotionKind.SLIDE:
        return engine.JointModelPrismaticUnaligned(axis)
    return engine.JointModelRevoluteUnaligned(axis)


def _se3(engine: Any, frames: Frames, row: int) -> Any:
    return engine.SE3(matrices(frames.rotation[row]), frames.position[row])


def _set_start(engine: Any, mechanism: Mechanism, tree: PinocchioTree) -> None:
    motions, bodies = mechanism.motions, mechanism.bodies
    tree.q, tree.v = engine.neutral(tree.model), np.zeros(tree.model.nv)
    for place, motion in enumerate(tree.motions):
        joint = tree.model.joints[place + 1]
        at, rate = joint.idx_q, joint.idx_v
        if motion < 0:
            row = tree.bodies[0][0]
            tree.q[at : at + 7] = [*bodies.pose.position[row], *bodies.pose.rotation[row]]
            back = matrices(bodies.pose.rotation[row]).T
            # pinocchio has both velocities of a floating base along its own axes.
            tree.v[rate : rate + 6] = [*(back @ bodies.velocity[row]), *(back @ bodies.angular_velocity[row])]
        elif motions.kind[motion] == MotionKind.BALL:
            tree.q[at : at + 4] = turns(mechanism.start.vectors[motion] * motions.sign[motion])
        else:
            tree.q[at] = mechanism.start.scalars[motion]
            tree.v[rate] = motions.values.state_velocity[motion]
            tree.model.armature[rate] = motions.values.armature[motion]
    tree.data = tree.model.createData()
