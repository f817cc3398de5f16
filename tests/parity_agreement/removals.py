"""What either engine cannot express, taken out of both, so that the rest can be held against each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from columnar.geometry import matrices
from columnar.simulators import featherstone, import_engine, mujoco
from tests.parity_agreement.pair import Pair
from tests.parity_agreement.placing import place

__all__ = ["REMOVALS", "ROW_REMOVALS", "remove_rows"]


def remove_rows(pair: Pair) -> None:
    """No rows of constraints in either: no equalities, limits, dry friction."""
    flags = import_engine("mujoco").mjtDisableBit
    for name in ("EQUALITY", "FRICTIONLOSS", "LIMIT", "CONTACT"):
        pair.theirs.model.opt.disableflags |= int(getattr(flags, f"mjDSBL_{name}"))
    _change_ours(pair, mimics=(), loops=(), cones=())
    _change_dofs(pair, lower=-np.inf, upper=np.inf, static_friction=0.0, dynamic_friction=0.0)


def _remove_equalities(pair: Pair) -> None:
    flags = import_engine("mujoco").mjtDisableBit
    pair.theirs.model.opt.disableflags |= int(flags.mjDSBL_EQUALITY)
    _change_ours(pair, mimics=(), loops=())


def _remove_distances(pair: Pair) -> None:
    pair.theirs.model.tendon_limited[:] = False
    for articulation in pair.ours.articulations:
        loops = tuple(loop for loop in articulation.mechanism.loops if loop.distance is None)
        articulation.mechanism = replace(articulation.mechanism, loops=loops)


def _remove_velocity_limits(pair: Pair) -> None:
    _change_dofs(pair, max_velocity=np.inf)


def _remove_friction(pair: Pair) -> None:
    pair.theirs.model.dof_frictionloss[:] = 0.0
    _change_dofs(pair, static_friction=0.0, dynamic_friction=0.0)


def _remove_cones(pair: Pair) -> None:
    layout, model = pair.theirs.layout, pair.theirs.model
    joints = np.isin(model.jnt_dofadr, layout.ball_at[:, 1])
    model.jnt_limited[joints] = False
    _change_ours(pair, cones=())


def _remove_acceleration_drives(pair: Pair) -> None:
    model = pair.theirs.model
    # The mechanism MuJoCo was made from has gains of forces in their place.
    values, motions = pair.ours.mechanism.motions.values, pair.theirs.layout.single
    dofs = pair.theirs.layout.single_at[values.acceleration[motions], 1]
    for row in range(model.nu):
        joint = int(model.actuator_trnid[row, 0])
        if model.actuator(row).name.endswith(":drive") and model.jnt_dofadr[joint] in dofs:
            _stop_actuator(model, row)
    for articulation in pair.ours.articulations:
        own = articulation.mechanism.dofs
        kept = own.drive_accelerates == 0.0
        changed = own.changed(drive_stiffness=own.drive_stiffness * kept, drive_damping=own.drive_damping * kept)
        articulation.mechanism = replace(articulation.mechanism, dofs=changed)


def _remove_actuators(pair: Pair) -> None:
    model = pair.theirs.model
    for row in range(model.nu):
        if not model.actuator(row).name.endswith(":drive"):
            _stop_actuator(model, row)


def _stop_actuator(model: Any, row: int) -> None:
    model.actuator_gainprm[row] = 0.0
    model.actuator_biasprm[row] = 0.0


def _remove_joint_columns(pair: Pair) -> None:
    """MuJoCo's own springs, bounds, and old spellings of what the columns of physics say nothing about."""
    model, layout, values = pair.theirs.model, pair.theirs.layout, pair.theirs.mechanism.motions.values
    model.jnt_stiffness[:] = 0.0
    model.jnt_actfrclimited[:] = False
    for motions, at in ((layout.single, layout.single_at[:, 1]), (layout.ball, layout.ball_at[:, 1])):
        for lane in range(3 if motions is layout.ball else 1):
            model.dof_armature[at + lane] = values.armature[motions]
            model.dof_damping[at + lane] = np.maximum(values.viscous_friction[motions], 0.0)
            model.dof_frictionloss[at + lane] = np.maximum(values.dry_friction[motions], 0.0)


def _share_masses(pair: Pair) -> None:
    """The masses that MuJoCo takes, for our links too."""
    model, mechanism = pair.theirs.model, pair.ours.mechanism
    rows = dict(zip(mechanism.bodies.paths, pair.theirs.layout.bodies.tolist(), strict=True))
    for articulation in pair.ours.articulations:
        bodies = [rows[name] for name in articulation.tree.link_names]
        turn = matrices(model.body_iquat[bodies][:, [1, 2, 3, 0]])
        inertia = np.einsum("nij,nj,nkj->ikn", turn, model.body_inertia[bodies], turn)
        shared = replace(
            articulation.masses,
            mass=model.body_mass[bodies][:, None] / mechanism.mass,
            inertia=inertia[..., None] / (mechanism.mass * mechanism.length**2),
        )
        articulation.mechanism = replace(articulation.mechanism, masses=shared)


def _start_alike(pair: Pair) -> None:
    """MuJoCo's articulations where ours start."""
    ours, theirs = featherstone.state(pair.ours), mujoco.state(pair.theirs)
    held = pair.coordinates
    place(pair, np.where(held, ours.positions, theirs.positions), np.where(held, ours.velocities, theirs.velocities))


def _change_dofs(pair: Pair, **values: float) -> None:
    for articulation in pair.ours.articulations:
        changed = articulation.mechanism.dofs.changed(**values)
        articulation.mechanism = replace(articulation.mechanism, dofs=changed)


def _change_ours(pair: Pair, **parts: tuple[()]) -> None:
    for articulation in pair.ours.articulations:
        articulation.mechanism = replace(articulation.mechanism, **parts)


REMOVALS: Mapping[str, Callable[[Pair], None]] = MappingProxyType(
    {
        "mjc_actuator": _remove_actuators,
        "mjc_joint": _remove_joint_columns,
        "acceleration_drive": _remove_acceleration_drives,
        "massless_body": _share_masses,
        "inertia_bounds": _share_masses,
        "axis_velocity_limit": _remove_velocity_limits,
    }
)
"""By feature of `spec/runtimes/engines`: what changes accelerations or smooth motion."""

ROW_REMOVALS: Mapping[str, Callable[[Pair], None]] = MappingProxyType(
    {
        "mimic_start": _start_alike,
        "distance_joint": _remove_distances,
        "elliptic_cone": _remove_cones,
        "static_friction": _remove_friction,
        "dry_friction": _remove_friction,
        "loop_prismatic": _remove_equalities,
        "loop_d6": _remove_equalities,
        "gear_joint": _remove_equalities,
        "rack_and_pinion": _remove_equalities,
        "mimic_compliance": _remove_equalities,
    }
)
"""Likewise, what changes rows of constraints. Two of them both express, each in its own way: dry friction, which creeps
under load in MuJoCo, as its rows give way, and sticks here; and mimics drawn off their relation, which MuJoCo pulls
into it in the first steps, and which start in it here."""
