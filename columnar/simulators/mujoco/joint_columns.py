"""Values of MjcJointAPI on a joint of a MuJoCo model."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import MotionKind
from columnar.simulators.mjc_columns import MjcJoint

__all__ = ["apply_joint_columns", "coefficients"]

_LISTS: Final = {
    "mjc:solimpfriction": "solimp_friction",
    "mjc:solimplimit": "solimp_limit",
    "mjc:solreffriction": "solref_friction",
    "mjc:solreflimit": "solref_limit",
    "mjc:springdamper": "springdamper",
}
_OLD_SPELLINGS: Final = {"mjc:armature": "armature", "mjc:frictionloss": "frictionloss", "mjc:damping": "damping"}
"""Deprecated columns, which count where the ones that replaced them say nothing."""


def apply_joint_columns(engine: Any, joint: Any, columns: MjcJoint, findings: Findings, *, kind: MotionKind) -> None:
    """Give the values of a row to a joint of a `mujoco.MjSpec`."""
    cells = columns.cells
    if not cells:
        return
    for column, field in _LISTS.items():
        values = (cells[column] or [])[: len(getattr(joint, field))]
        getattr(joint, field)[: len(values)] = values
    for column, field in _OLD_SPELLINGS.items():
        if cells[column] and not np.any(getattr(joint, field)):
            _set_first(joint, field, cells[column])
    angle = np.radians(1.0) if kind is MotionKind.HINGE else 1.0
    reference = cells["mjc:ref"] or 0.0
    if reference:
        # Positions count from the drawn pose, as everywhere else.
        findings.add("mjc_reference", columns.path, value=reference)
    _set_first(joint, "stiffness", cells["mjc:stiffness"] or 0.0)
    joint.springref = ((cells["mjc:springref"] or 0.0) - reference) * angle
    joint.margin = cells["mjc:margin"] or 0.0
    joint.actgravcomp = bool(cells["mjc:actuatorgravcomp"])
    bounds = [cells[f"mjc:actuatorfrcrange:{end}"] or 0.0 for end in ("min", "max")]
    token = cells["mjc:actuatorfrclimited"]
    if token == "true" or (token != "false" and bounds[0] < bounds[1]):
        joint.actfrclimited = engine.mjtLimited.mjLIMITED_TRUE
        joint.actfrcrange = bounds


def coefficients(engine: Any, name: str, values: npt.NDArray[np.float64]) -> list[Any]:
    """Values of a coefficient, as MuJoCo's version has it: one number, or the first of several."""
    lanes = np.size(getattr(engine.MjSpec().default.joint, name))
    alone = np.ndim(getattr(engine.MjSpec().default.joint, name)) == 0
    found: list[Any] = values.tolist()
    return found if alone else [[value, *[0.0] * (lanes - 1)] for value in found]


def _set_first(target: Any, name: str, value: float) -> None:
    """Set a coefficient that newer MuJoCo versions have as the first of several."""
    if np.ndim(getattr(target, name)):
        getattr(target, name)[0] = value
    else:
        setattr(target, name, value)
