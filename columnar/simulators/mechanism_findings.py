"""Findings that only the mechanism of a scene shows, the same for all engines that are given one."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from typing import Final

import numpy as np
import pyarrow as pa

from columnar.descriptors import Descriptors
from columnar.dynamics import sound_drives
from columnar.simulators.file_units import in_file_units
from columnar.simulators.findings import Findings
from columnar.simulators.mechanism import BodyMotion, Mechanism, MotionKind, find_misfits
from schemas.descriptors import LimitAxis

__all__ = [
    "add_constraint_findings",
    "add_drive_findings",
    "add_mechanism_findings",
    "add_parallel_findings",
    "add_start_findings",
]

_DRIVE_COLUMNS: Final = {
    "stiffness": "stiffness",
    "damping": "damping",
    "max_force": "maxForce",
    "target_position": "targetPosition",
    "target_velocity": "targetVelocity",
}

_AXIS_COLUMNS: Final[Mapping[str, Mapping[str, tuple[str, str, float]]]] = {
    "axes": {
        "armature": ("unsound_axis", "newton:armature", 0.0),
        "dynamic_friction": ("unsound_axis", "newton:friction", 0.0),
        "viscous_friction": ("unsound_axis", "newton:damping", 0.0),
    },
    "states": {
        "position": ("unsound_state", "state:{axis}:physics:position", -np.inf),
        "velocity": ("unsound_state", "state:{axis}:physics:velocity", -np.inf),
    },
}
"""By table and field: the feature, the column, the least value."""

_VELOCITIES: Final = (
    ("velocity", "physics:velocity", 1.0),
    ("angular_velocity", "physics:angularVelocity", 180.0 / np.pi),
)

_MASSES: Final = {
    "mass": "physics:mass",
    "density": "physics:density",
    "diagonal_inertia": "physics:diagonalInertia",
}

_FRAMES: Final = {
    f"local_{part}{side}": f"physics:local{part.title()}{side}" for part in ("pos", "rot") for side in "01"
}

_OUTSIDE: Final = 1e-3
"""Radians, or lengths, beyond a limit that count as outside."""

_LIMITS: Final = ("joint", "axis", "enabled", "locked", "lower", "upper")


def add_mechanism_findings(findings: Findings, descriptors: Descriptors, mechanism: Mechanism) -> None:
    """Record what is odd about bodies, joints and scenes.

    Args:
        findings: takes them.
        descriptors: parsed columns.
        mechanism: made of them, in stage units.
    """
    _add_bodies(findings, mechanism)
    _add_masses(findings, descriptors, mechanism)
    _add_velocities(findings, descriptors, mechanism)
    _add_joints(findings, descriptors, mechanism)
    add_start_findings(findings, mechanism)
    add_parallel_findings(findings, mechanism)
    _add_limits(findings, descriptors)
    add_drive_findings(findings, descriptors)
    _add_unsound(findings, descriptors)
    _add_frictions(findings, descriptors)
    for path in mechanism.couplings.lost:
        findings.add("lost_coupling", path)
    for row in descriptors.scenes.arrow.select(["path", "gravity_magnitude", "gravity_direction"]).to_pylist():
        for column, value in (("Magnitude", row["gravity_magnitude"]), ("Direction", row["gravity_direction"])):
            if not np.isfinite(value).all():
                findings.add("unsound_gravity", row["path"] or "/", column=f"physics:gravity{column}", value=value)
    for path in descriptors.scenes.array("path").to_pylist()[1:]:
        findings.add("more_scenes", path or "/")


def add_constraint_findings(findings: Findings, descriptors: Descriptors, mechanism: Mechanism) -> None:
    """Record loops and contacts, for engines that have no constraints.

    Args:
        findings: takes them.
        descriptors: parsed columns.
        mechanism: made of them.
    """
    for loop in mechanism.closures.loops:
        findings.add(f"loop_{loop.type}", mechanism.joint_paths[loop.joint])
    for path in compress(descriptors.shapes.cells("path"), descriptors.shapes.cells("enabled")):
        findings.add("contacts", path)


def add_drive_findings(findings: Findings, descriptors: Descriptors) -> None:
    """Record numbers of drives that are none, in the units of the file, degrees for angles.

    Args:
        findings: takes them.
        descriptors: parsed columns.
    """
    unsound = sound_drives(descriptors).unsound
    if not unsound:
        return
    enabled = _enabled_joints(descriptors)
    rows = descriptors.drives.arrow.select(["joint", "axis"]).take([entry.row for entry in unsound]).to_pylist()
    for row, entry in zip(rows, unsound, strict=True):
        if row["joint"] in enabled:
            column = f"drive:{row['axis']}:physics:{_DRIVE_COLUMNS[entry.field]}"
            value = in_file_units("drives", entry.field, row["axis"], entry.value)
            findings.add("unsound_drive", row["joint"], column=column, value=value)


def _enabled_joints(descriptors: Descriptors) -> set[str]:
    joints = descriptors.joints
    return set(compress(joints.cells("path"), joints.cells("enabled")))


def _add_unsound(findings: Findings, descriptors: Descriptors) -> None:
    """Record numbers of axes and states that are none."""
    for name, fields in _AXIS_COLUMNS.items():
        table = descriptors.table(name)
        for field, (feature, column, least) in fields.items():
            values = table.values(field).astype(np.float64)
            rows = np.flatnonzero(~(np.isfinite(values) & (values >= least)))
            if not rows.size:
                continue
            enabled = _enabled_joints(descriptors)
            for row in table.arrow.select(["joint", "axis", field]).take(rows).to_pylist():
                if row["joint"] in enabled:
                    value = in_file_units(name, field, row["axis"], row[field])
                    findings.add(feature, row["joint"], column=column.format(axis=row["axis"]), value=value)


def _add_bodies(findings: Findings, mechanism: Mechanism) -> None:
    bodies, tree = mechanism.bodies, mechanism.tree
    dynamic = bodies.motion == BodyMotion.DYNAMIC
    for row in np.flatnonzero(bodies.masses.guessed & dynamic):
        findings.add("computed_mass", bodies.paths[row])
    moving = (bodies.velocity != 0).any(axis=1) | (bodies.angular_velocity != 0).any(axis=1)
    for row in np.flatnonzero(moving & dynamic):
        feature = "initial_velocity" if tree.free[row] else "link_velocity"
        findings.add(feature, bodies.paths[row], value=bodies.velocity[row].tolist())


def _add_masses(findings: Findings, descriptors: Descriptors, mechanism: Mechanism) -> None:
    """Record mass properties of bodies without bound."""
    if not len(mechanism.bodies):
        return
    for field, column in _MASSES.items():
        values = descriptors.bodies.values(field).reshape(len(mechanism.bodies), -1)
        for row in np.flatnonzero(np.isinf(values).any(axis=1) & (mechanism.bodies.motion == BodyMotion.DYNAMIC)):
            findings.add("unsound_mass", mechanism.bodies.paths[row], column=column, value=values[row].tolist())


def _add_velocities(findings: Findings, descriptors: Descriptors, mechanism: Mechanism) -> None:
    """Record velocities that are not finite; angular ones in degrees, as the file has them."""
    for field, column, factor in _VELOCITIES:
        values = descriptors.bodies.values(field).astype(np.float64).reshape(-1, 3)
        amiss = ~np.isfinite(values).all(axis=1) & (mechanism.bodies.motion == BodyMotion.DYNAMIC)
        for row in np.flatnonzero(amiss).tolist():
            value = (values[row] * factor).tolist()
            findings.add("unsound_velocity", mechanism.bodies.paths[row], column=column, value=value)


def _add_joints(findings: Findings, descriptors: Descriptors, mechanism: Mechanism) -> None:
    paths = mechanism.joint_paths
    _add_frames(findings, descriptors)
    for body in find_misfits(mechanism):
        findings.add("unreachable_pose", paths[mechanism.tree.joint[body]], value=mechanism.bodies.paths[body])
    loops = {paths[loop.joint] for loop in mechanism.closures.loops}
    for table in (descriptors.drives, descriptors.limits) if loops else ():
        enabled = table.values("enabled").tolist() if "enabled" in table.names else [True] * len(table)
        for path, active in zip(table.cells("joint"), enabled, strict=True):
            if active and path in loops:
                findings.add("loop_axis", path)


def _add_frames(findings: Findings, descriptors: Descriptors) -> None:
    """Record frames of enabled joints that are not finite."""
    joints = descriptors.joints
    enabled = np.asarray(joints.values("enabled"), np.bool_)
    for field, column in _FRAMES.items():
        values = joints.values(field)
        for row in np.flatnonzero(enabled & ~np.isfinite(values).all(axis=1)).tolist():
            value = values[row].tolist()
            findings.add("unsound_frame", joints.array("path")[row].as_py(), column=column, value=value)


def add_start_findings(findings: Findings, mechanism: Mechanism) -> None:
    """Record hinges and sliders that start where their limits do not let them be, in the units of the file.

    Args:
        findings: takes them.
        mechanism: in stage units.
    """
    motions, start = mechanism.motions, mechanism.start.scalars
    lower, upper = motions.values.lower, np.maximum(motions.values.upper, motions.values.lower)
    outside = (start < lower - _OUTSIDE) | (start > upper + _OUTSIDE)
    for place in np.flatnonzero(outside & motions.values.limited & (motions.kind != MotionKind.BALL)):
        factor = float(np.degrees(1.0)) if motions.angular[place] else 1.0
        path = mechanism.joint_paths[motions.joint[place]]
        findings.add("start_outside_limit", path, value=float(start[place]) * factor)


def add_parallel_findings(findings: Findings, mechanism: Mechanism) -> None:
    """Record joints between two bodies of which another joint carries one already.

    Args:
        findings: takes them.
        mechanism: gives the tree and what closes loops.
    """
    tree, paths = mechanism.tree, mechanism.joint_paths
    for loop in mechanism.closures.loops:
        for body, other in (loop.bodies, loop.bodies[::-1]):
            if body >= 0 and tree.joint[body] >= 0 and tree.parent[body] == other:
                findings.add("parallel_joints", paths[loop.joint], value=paths[tree.joint[body]])


def _add_limits(findings: Findings, descriptors: Descriptors) -> None:
    cones: dict[str, list[float]] = {}
    table = descriptors.limits
    cone = np.array([token in (LimitAxis.CONE0, LimitAxis.CONE1) for token in table.tokens("axis")] + [False])
    asking = cone[table.values("axis")] | (table.values("lower") > table.values("upper"))
    for row in table.arrow.select(_LIMITS).filter(pa.array(asking)).to_pylist():
        if row["axis"] in (LimitAxis.CONE0, LimitAxis.CONE1):
            angle = in_file_units("limits", "upper", row["axis"], row["upper"])
            cones.setdefault(row["joint"], []).append(angle if angle >= 0 else np.inf)
        elif row["enabled"] and not row["locked"] and row["lower"] > row["upper"]:
            bounds = [in_file_units("limits", end, row["axis"], row[end]) for end in ("lower", "upper")]
            findings.add("inverted_limit", row["joint"], value=bounds)
    for joint, angles in cones.items():
        if len(set(angles)) > 1:
            findings.add("elliptic_cone", joint, value=angles)


def _add_frictions(findings: Findings, descriptors: Descriptors) -> None:
    table = descriptors.axes
    differ = np.asarray(table.values("static_friction") != table.values("dynamic_friction"), np.bool_)
    for row in table.arrow.select(["joint", "axis", "static_friction"]).filter(pa.array(differ)).to_pylist():
        column = f"physxJointAxis:{row['axis']}:staticFrictionEffort"
        findings.add("static_friction", row["joint"], column=column, value=row["static_friction"])
