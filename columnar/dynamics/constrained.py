"""Accelerations under rows of constraints: mimics held exactly, loops and cones held by springs.

Each row asks jacobian * acceleration + compliance * multiplier = target. With compliance 0 the row holds exactly and
its multiplier is whatever that takes; with 1 / (step^2 stiffness + step damping) the multiplier is the effort of a
spring and damper at the end of the step. Multipliers come from a small dense system, the responses to them from the
articulated-body algorithm, so that a tree with few rows costs little more than one without.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from columnar.dynamics.arrays import Doubles
from columnar.dynamics.articulated import Factors
from columnar.dynamics.couplings import mimic_rows
from columnar.dynamics.rows import Rows
from columnar.dynamics.solved import Solved

__all__ = ["Pull", "accelerations", "explicit_pull", "implicit_pull", "row_efforts"]


class Pull(NamedTuple):
    """R rows: jacobian (R, nv, E), compliance (R, E), target (R, E)."""

    jacobian: Doubles
    compliance: Doubles
    target: Doubles


def implicit_pull(solved: Solved, rows: Rows, step: float) -> Pull:
    """Mimics, and springs as they will be at the end of a step."""
    speed = np.einsum("rve,ve->re", rows.jacobian, solved.velocities)
    stiffness = step * step * rows.stiffness + step * rows.damping
    acting = stiffness > 0.0
    compliance = 1.0 / np.where(acting, stiffness, 1.0)
    force = rows.stiffness * rows.error + (step * rows.stiffness + rows.damping) * speed
    exact = _mimics(solved)
    drift = -np.einsum("rve,ve->re", exact, solved.velocities) / step
    jacobian = rows.jacobian * acting[:, None]
    return _joined(exact, drift, Pull(jacobian, compliance, -compliance * force))


def explicit_pull(solved: Solved) -> Pull:
    """Mimics alone."""
    exact = _mimics(solved)
    count, environments = exact.shape[0], exact.shape[2]
    none = np.zeros((0, environments))
    return _joined(exact, np.zeros((count, environments)), Pull(exact[:0], none, none))


def row_efforts(rows: Rows, velocities: Doubles) -> Doubles:
    """(nv, E): efforts of springs and dampers as they are now."""
    speed = np.einsum("rve,ve->re", rows.jacobian, velocities)
    found: Doubles = -np.einsum("rve,re->ve", rows.jacobian, rows.stiffness * rows.error + rows.damping * speed)
    return found


def accelerations(solved: Solved, efforts: Doubles, factors: Factors, pull: Pull) -> Doubles:
    """(nv, E): accelerations for efforts (nv, E) under rows."""
    free = solved.accelerations(efforts, factors)[0]
    if not len(pull.jacobian):
        return free
    given = solved.responses(np.swapaxes(pull.jacobian, 0, 1), factors)
    system = np.einsum("rve,vse->ers", pull.jacobian, given)
    lanes = np.arange(len(pull.jacobian))
    system[:, lanes, lanes] += pull.compliance.T
    wanted = (pull.target - np.einsum("rve,ve->re", pull.jacobian, free)).T
    multipliers = np.linalg.solve(system, wanted[..., None])[..., 0]
    found: Doubles = free + np.einsum("vre,er->ve", given, multipliers)
    return found


def _mimics(solved: Solved) -> Doubles:
    rows = mimic_rows(solved.mechanism.mimics, solved.tree.nv)
    return np.broadcast_to(rows, (*rows.shape[:2], solved.coordinates.shape[1]))


def _joined(exact: Doubles, drift: Doubles, springs: Pull) -> Pull:
    return Pull(
        np.concatenate([exact, springs.jacobian]),
        np.concatenate([np.zeros_like(drift), springs.compliance]),
        np.concatenate([drift, springs.target]),
    )
