"""Constraints of a MuJoCo model: couplings, loops, distances."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from columnar.geometry import rotated
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import Closure, Distance, Mechanism
from columnar.simulators.mujoco.bodies import WXYZ
from columnar.simulators.mujoco.joints import joint_names
from columnar.simulators.mujoco.parts import Parts
from schemas.descriptors import JointType

__all__ = ["add_constraints"]

_LEVER: Final = 0.1
"""Distance in metres between the two points that hold the axis of a hinge."""

_STIFF: Final = (0.99, 0.999, 0.001, 0.5, 2.0)
"""Impedance of constraints that stand for something hard."""


def add_constraints(
    engine: Any, spec: Any, bodies: Parts, mechanism: Mechanism, findings: Findings, *, time_step: float
) -> None:
    """Add what acts besides the tree. Hard relations have the shortest time constant that MuJoCo keeps stable."""
    hard = [2 * time_step, 1.0]
    _add_couplings(engine, spec, mechanism, hard)
    for loop in mechanism.closures.loops:
        _add_loop(engine, spec, bodies, mechanism, loop, hard, findings)
    for distance in mechanism.closures.distances:
        _add_distance(engine, spec, bodies, mechanism, distance)


def _add_couplings(engine: Any, spec: Any, mechanism: Mechanism, hard: list[float]) -> None:
    couplings, names = mechanism.couplings, joint_names(mechanism)
    for row, path in enumerate(couplings.paths):
        follower, leader = names[couplings.follower[row]], names[couplings.leader[row]]
        added = spec.add_equality(name=f"{path}:{follower}", name1=follower, name2=leader)
        added.type, added.objtype = engine.mjtEq.mjEQ_JOINT, engine.mjtObj.mjOBJ_JOINT
        added.data[:5] = [couplings.offset[row], couplings.factor[row], 0.0, 0.0, 0.0]
        frequency, damping = couplings.natural_frequency[row], couplings.damping_ratio[row]
        # Two negative numbers are minus stiffness and minus damping per unit of mass.
        soft = frequency > 0
        added.solref = [-(frequency**2), -2 * damping * frequency] if soft else hard
        added.solimp = _STIFF


def _add_loop(
    engine: Any, spec: Any, bodies: Parts, mechanism: Mechanism, loop: Closure, hard: list[float], findings: Findings
) -> None:
    path = mechanism.joint_paths[loop.joint]
    findings.add(f"loop_{loop.type}", path)
    if loop.type is JointType.FIXED:
        _equality(engine, spec, bodies, loop, path, np.zeros(3), engine.mjtEq.mjEQ_WELD, hard)
    elif loop.type in (JointType.SPHERICAL, JointType.REVOLUTE):
        _equality(engine, spec, bodies, loop, path, np.zeros(3), engine.mjtEq.mjEQ_CONNECT, hard)
    if loop.type is JointType.REVOLUTE:
        along = _LEVER * np.eye(3)[loop.axis]
        _equality(engine, spec, bodies, loop, f"{path}:axis", along, engine.mjtEq.mjEQ_CONNECT, hard)


def _equality(
    engine: Any, spec: Any, bodies: Parts, loop: Closure, name: str, offset: Any, kind: Any, hard: list[float]
) -> None:
    """Hold a point of the joint's frame together on both sides, or the frames themselves."""
    for side, body in enumerate(loop.bodies):
        site = bodies[body].add_site(name=bodies.name(body, f"{name}:{side}"), quat=loop.frames.rotation[side][WXYZ])
        site.pos = loop.frames.position[side] + rotated(loop.frames.rotation[side], offset)
    added = spec.add_equality(name=name, name1=f"{name}:0", name2=f"{name}:1")
    added.type, added.objtype, added.solref, added.solimp = kind, engine.mjtObj.mjOBJ_SITE, hard, _STIFF


def _add_distance(engine: Any, spec: Any, bodies: Parts, mechanism: Mechanism, distance: Distance) -> None:
    if distance.lower <= 0 and np.isinf(distance.upper):
        return
    name = mechanism.joint_paths[distance.joint]
    tendon = spec.add_tendon(name=name)
    for side, body in enumerate(distance.bodies):
        site = bodies.name(body, f"{name}:{side}")
        bodies[body].add_site(name=site, pos=distance.frames.position[side])
        tendon.wrap_site(f"{name}:{side}")
    tendon.limited = engine.mjtLimited.mjLIMITED_TRUE
    upper = max(distance.upper, distance.lower + 1e-9)
    tendon.range = [distance.lower, min(upper, 1e6)]
