"""Limits that nobody gave a stiffness hold as MuJoCo's do, whatever pushes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pendulum import pendulum

from columnar import parse
from columnar.simulators import State, load_engine
from tests.stage_text import scene_of

STRONG = "float drive:angular:physics:stiffness = 10\n    float drive:angular:physics:targetPosition = 90"
"""Turns about X, as does gravity."""


def _state(engine: str, seconds: float, *, time_step: float = 1e-3, **stage: Any) -> State:
    text = pendulum(**stage).replace('"PhysicsMassAPI"]', '"PhysicsMassAPI", "PhysicsArticulationRootAPI"]')
    scene = scene_of(text)
    simulator = load_engine(engine)
    model = simulator.build(parse(scene), scene, time_step=time_step)
    simulator.step(model, round(seconds / time_step))
    return simulator.state(model)


def test_a_strong_drive_pushes_a_limit_no_further_than_in_mujoco() -> None:
    drive = STRONG + "\n    float drive:angular:physics:damping = 0.2"
    found = {name: _state(name, 0.5, limits=(-20, 20), drive=drive).positions[0] for name in ("mujoco", "featherstone")}
    limit = np.radians(20)
    # 573 Nm/rad times 1.2 rad push against 0.26 kg m^2: a_0 = 2,650 rad/s^2. MuJoCo's default solref and solimp let
    # through (1 - d) / d * a_0 * (d T)^2 with d = 0.95 and T = 0.02 s: 0.05 rad. Springs for the inertia alone let
    # through 19 times that.
    assert found["mujoco"] - limit == pytest.approx(0.05, rel=0.1)
    assert found["featherstone"] == pytest.approx(found["mujoco"], abs=0.003)


def test_beyond_a_limit_both_come_back_alike() -> None:
    # The limit begins 20 degrees above where the pendulum hangs.
    for seconds in (0.02, 0.05, 0.1, 0.3):
        theirs, ours = (_state(name, seconds, limits=(20, 60)) for name in ("mujoco", "featherstone"))
        assert ours.positions == pytest.approx(theirs.positions, abs=5e-3)
        assert ours.velocities == pytest.approx(theirs.velocities, abs=0.1)
