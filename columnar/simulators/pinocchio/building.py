"""`build`: parsed columns become pinocchio models."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.geometry import matrices
from columnar.scene import Scene
from columnar.simulators.engines import import_engine
from columnar.simulators.errors import SimulatorError, check_time_step
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Frames, Mechanism, MotionKind, build_mechanism, find_coordinate_names, turns
from columnar.simulators.mechanism_findings import add_constraint_findings, add_mechanism_findings
from columnar.simulators.mjc_columns import read_mjc_columns
from columnar.simulators.mjc_findings import add_mjc_findings
from columnar.simulators.pinocchio.model import PinocchioModel, PinocchioTree
from columnar.simulators.protocol import Names

__all__ = ["build"]

Doubles = npt.NDArray[np.float64]


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
        SimulatorError: an inertia that is not positive; or `strict`, and something cannot be expressed.
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
    writer = _Writer(engine, mechanism)
    found: list[PinocchioTree] = []
    place: dict[int, tuple[PinocchioTree, int, Any]] = {}
    parents = mechanism.tree.parent.tolist()
    for row in mechanism.tree.order.tolist():
        if parents[row] < 0:
            tree = PinocchioTree(engine.Model())
            tree.model.gravity.linear = mechanism.gravity
            found.append(tree)
            place[row] = writer.add(row, tree, 0, engine.SE3.Identity())
        else:
            place[row] = writer.add(row, *place[parents[row]])
    for tree in found:
        _set_start(engine, mechanism, tree)
    return found


class _Writer:
    """Adds bodies with the joints that carry them, all frames and axes worked out once."""

    def __init__(self, engine: Any, mechanism: Mechanism) -> None:
        motions, tree, masses = mechanism.motions, mechanism.tree, mechanism.bodies.masses
        self._engine, self._free = engine, tree.free.tolist()
        self._frames = {name: _placements(getattr(tree, name)) for name in ("rest", "outer", "inner")}
        self._kinds, self._axes = motions.kind.tolist(), motions.axis * motions.sign[:, None]
        self._paths = mechanism.bodies.paths
        self._masses, self._centers, self._inertias = masses.mass.tolist(), masses.center, masses.inertia
        self._motions: dict[int, list[int]] = {}
        for motion, body in enumerate(motions.body.tolist()):
            self._motions.setdefault(body, []).append(motion)

    def add(self, row: int, tree: PinocchioTree, joint: int, placement: Any) -> tuple[PinocchioTree, int, Any]:
        """Add a body to what carries it: the tree, the joint that carries it, the body's place there."""
        engine, own = self._engine, self._motions.get(row)
        if self._free[row]:
            joint = _add_joint(tree, joint, engine.JointModelFreeFlyer(), engine.SE3.Identity(), -1)
            body = engine.SE3.Identity()
        elif not own:
            body = placement * self._frame("rest", row)
        else:
            frame = placement * self._frame("outer", row)
            for motion in own:
                joint = _add_joint(tree, joint, self._model(motion), frame, motion)
                frame = engine.SE3.Identity()
            body = self._frame("inner", row).inverse()
        tree.model.appendBodyToJoint(joint, self._inertia(row), body)
        tree.bodies.append((row, joint, body))
        return tree, joint, body

    def _inertia(self, row: int) -> Any:
        try:
            return self._engine.Inertia(self._masses[row], self._centers[row], self._inertias[row])
        except RuntimeError as error:
            reason = " ".join(str(error).split())
            raise SimulatorError(
                f"{self._paths[row]}: pinocchio does not take its inertia: {reason}; "
                "state a positive physics:diagonalInertia, or none to have it follow from the shapes"
            ) from None

    def _frame(self, name: str, row: int) -> Any:
        turns, places = self._frames[name]
        return self._engine.SE3(turns[row], places[row])

    def _model(self, motion: int) -> Any:
        kind = self._kinds[motion]
        if kind == MotionKind.BALL:
            return self._engine.JointModelSpherical()
        if kind == MotionKind.SLIDE:
            return self._engine.JointModelPrismaticUnaligned(self._axes[motion])
        return self._engine.JointModelRevoluteUnaligned(self._axes[motion])


def _add_joint(tree: PinocchioTree, parent: int, model: Any, frame: Any, motion: int) -> int:
    tree.motions.append(motion)
    return int(tree.model.addJoint(parent, model, frame, f"{len(tree.motions)}"))


def _placements(frames: Frames) -> tuple[Doubles, Doubles]:
    """Rotations (n, 3, 3) and places (n, 3)."""
    return matrices(frames.rotation), frames.position


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
