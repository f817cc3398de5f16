"""Microseconds per state of forward dynamics, beside MuJoCo: `python -m benchmarks.dynamics` (needs mujoco).

Bushy trees of hinges and sliders without contacts, on one core: `forward_dynamics` for all environments in a call, and
`mj_forward` for one after another, constraints and contacts off.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.dynamics import Frame, JointKind, LinkRow, Mechanism, Motion, MotionKind, build_tree, forward_dynamics

__all__ = ["main"]

Doubles = npt.NDArray[np.float64]

_LINKS = (7, 30, 200)
_ENVIRONMENTS = (1, 64, 4096)
_REACH = {7: 1, 30: 3, 200: 20}
"""A link hangs on one of so many before it: an arm, a humanoid, a bush."""
_SECONDS = 0.5
_WITNESSED = 256
"""States MuJoCo works out for a figure: it takes one after another, so more say the same."""


def main() -> int:
    """Print the table; the exit code is 1 if both sides do not agree."""
    _say(f"{'links':>6} {'envs':>6} {'us/state':>10} {'mujoco':>10} {'ratio':>7} {'differ':>9}")
    worst = 0.0
    for links in _LINKS:
        rows = _rows(links)
        mechanism = Mechanism.of(build_tree(rows), armature=0.05)
        witness = _Witness(rows, mechanism)
        for environments in _ENVIRONMENTS:
            state = _state(mechanism, environments)
            ours = _microseconds(lambda: forward_dynamics(mechanism, *state)) / environments  # noqa: B023
            few = [part[:_WITNESSED] for part in state]
            theirs = _microseconds(lambda: witness.accelerations(*few)) / len(few[0])  # noqa: B023
            expected = witness.accelerations(*few)
            found = forward_dynamics(mechanism, *few)
            differ = float((np.abs(found - expected).max(axis=1) / np.abs(expected).max(axis=1)).max())
            worst = max(worst, differ)
            line = f"{links:>6} {environments:>6} {ours:>10.2f} {theirs:>10.2f} {ours / theirs:>7.2f} {differ:>9.1e}"
            _say(line)
    return int(worst > 1e-9)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _microseconds(run: Callable[[], object]) -> float:
    """Median over runs for half a second, after one that warms up."""
    run()
    taken: list[float] = []
    while sum(taken) < _SECONDS or len(taken) < 3:
        began = time.process_time()
        run()
        taken.append(time.process_time() - began)
    return 1e6 * statistics.median(taken)


def _rows(count: int) -> list[LinkRow]:
    random = np.random.default_rng(count)
    rows = []
    for index in range(count):
        slides = random.random() < 0.2
        kind = JointKind.PRISMATIC if slides else JointKind.REVOLUTE
        step = Motion(MotionKind.TRANSLATION if slides else MotionKind.ROTATION, tuple(random.normal(size=3)))
        parent = None if index == 0 else f"l{random.integers(max(0, index - _REACH[count]), index)}"
        frame = Frame(tuple(0.3 * random.normal(size=3)))
        center = tuple(0.1 * random.normal(size=3))
        rows.append(
            LinkRow(
                f"l{index}",
                parent,
                f"j{index}",
                kind,
                frame,
                motions=(step,),
                center_of_mass=center,
                inertia=0.05 * np.eye(3),
            )
        )
    return rows


def _state(mechanism: Mechanism, environments: int) -> list[Doubles]:
    random = np.random.default_rng(0)
    return list(random.normal(size=(3, environments, mechanism.tree.nv)))


class _Witness:
    """The same tree in MuJoCo."""

    def __init__(self, rows: list[LinkRow], mechanism: Mechanism) -> None:
        mujoco = import_module("mujoco")
        self._mujoco = mujoco
        spec: Any = mujoco.MjSpec()
        spec.option.gravity = list(mechanism.gravity)
        spec.option.disableflags = int(mujoco.mjtDisableBit.mjDSBL_CONTACT | mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
        bodies: dict[str | None, Any] = {None: spec.worldbody}
        for row in rows:
            body = bodies[row.parent].add_body(name=row.name, pos=row.frame_in_parent.position)
            body.explicitinertial = True
            body.mass, body.ipos, body.inertia = row.mass, row.center_of_mass, np.diag(row.inertia)
            slides = row.kind is JointKind.PRISMATIC
            kind = mujoco.mjtJoint.mjJNT_SLIDE if slides else mujoco.mjtJoint.mjJNT_HINGE
            body.add_joint(name=row.joint, type=kind, axis=row.steps[0].axis, armature=0.05)
            bodies[row.name] = body
        self._model = spec.compile()
        self._data = mujoco.MjData(self._model)
        self._order = np.array([int(self._model.joint(name).qposadr[0]) for name in mechanism.tree.joint_names])

    def accelerations(self, positions: Doubles, velocities: Doubles, efforts: Doubles) -> Doubles:
        found = np.empty_like(velocities)
        data, order = self._data, self._order
        for row in range(len(positions)):
            data.qpos[order], data.qvel[order], data.qfrc_applied[order] = positions[row], velocities[row], efforts[row]
            self._mujoco.mj_forward(self._model, data)
            found[row] = data.qacc[order]
        return found


if __name__ == "__main__":
    sys.exit(main())
