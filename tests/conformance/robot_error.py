"""How far an engine takes a robot's bodies from where MuJoCo has them."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from columnar.simulators import State

__all__ = ["SECONDS", "STEP", "TOLERANCE", "load_reference", "reference_file", "robot_error"]

SECONDS = 0.1
STEP = 1e-3
TOLERANCE = 0.02
"""Largest distance of a body from where the reference has it, as a share of the robot's extent."""


def reference_file(scene_file: Path) -> Path:
    """Where the reference stands, beside a scene file."""
    return scene_file.with_suffix(".json")


def load_reference(scene_file: Path) -> dict[str, Any]:
    """Paths and positions of bodies, the extent, and the findings of MuJoCo."""
    found: dict[str, Any] = json.loads(reference_file(scene_file).read_text(encoding="utf-8"))
    return found


def robot_error(reference: dict[str, Any], paths: tuple[str, ...], state: State) -> float | None:
    """The largest distance of a body from its place in the reference, as a share of the extent; None for no number."""
    rows = [paths.index(path) for path in reference["paths"]]
    apart = np.linalg.norm(state.body_positions[rows] - np.array(reference["positions"]), axis=1)
    found = float(apart.max(initial=0.0)) / reference["extent"]
    return found if math.isfinite(found) else None
