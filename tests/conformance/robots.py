"""Robots: where every body is after a while, held against MuJoCo.

Formulas there are none, and contacts are left aside: which of two overlapping meshes gives way is each engine's own.
`write_robot` saves a robot without them, and beside it where MuJoCo takes its bodies, and MuJoCo's findings.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from pxr import Usd, UsdPhysics

from columnar import Scene, parse, save_scene
from columnar.simulators import mujoco
from populate import populate
from tests.conformance.robot_error import SECONDS, STEP, reference_file

__all__ = ["write_robot"]

_LEAST_EXTENT = 0.1
"""Metres."""


def write_robot(stage_file: Path, scene_file: Path) -> None:
    """Save a robot's scene and its reference.

    Raises:
        PopulateError: there is no scene of it.
        SimulatorError: MuJoCo refuses it.
    """
    scene = _without_contacts(stage_file)
    save_scene(scene, scene_file)
    descriptors = parse(scene)
    model = mujoco.build(descriptors, scene, time_step=STEP)
    start = mujoco.state(model).body_positions
    mujoco.step(model, round(SECONDS / STEP))
    extent = max(float(np.ptp(start, axis=0).max(initial=0.0)), _LEAST_EXTENT / descriptors.units.meters_per_unit)
    found: dict[str, Any] = {
        "paths": mujoco.names(model).bodies,
        "extent": extent,
        "positions": mujoco.state(model).body_positions.tolist(),
        "findings": sorted({entry.feature for entry in mujoco.unsupported(model)}),
    }
    reference_file(scene_file).write_text(json.dumps(found), encoding="utf-8")


def _without_contacts(stage_file: Path) -> Scene:
    stage = Usd.Stage.Open(str(stage_file))
    stage.SetEditTarget(stage.GetSessionLayer())
    for prim in stage.Traverse():
        if prim.IsInstance():
            prim.SetInstanceable(False)
    for prim in stage.Traverse():
        if prim.HasAPI(UsdPhysics.CollisionAPI):
            UsdPhysics.CollisionAPI(prim).CreateCollisionEnabledAttr(False)
    return populate(stage).scene
