"""`state`: where everything is in a PhysX simulation."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.geometry import rotated
from columnar.simulators.engines import import_engine
from columnar.simulators.mechanism import Frames, state_coordinates
from columnar.simulators.ovphysx.model import OvphysxModel
from columnar.simulators.protocol import State

__all__ = ["state"]

Doubles = npt.NDArray[np.float64]

_LANES: Final = {"position": 3, "orientation": 4, "linearVelocity": 3, "angularVelocity": 3}
_KINDS: Final = ("RIGID_BODY", "ARTICULATION_LINK")


def state(model: OvphysxModel) -> State:
    """Where everything is now, read back by path; static bodies stay as drawn.

    Coordinates are read off the poses of bodies, so an angle is at most half a turn.
    """
    drawn = model.mechanism.bodies.pose
    count = len(model.names.bodies)
    found = {
        "position": np.array(drawn.position),
        "orientation": np.array(drawn.rotation),
        "linearVelocity": np.zeros((count, 3)),
        "angularVelocity": np.zeros((count, 3)),
    }
    _read(model, found)
    pose = Frames(found["position"], found["orientation"])
    # PhysX has the velocity of the centre of mass.
    arm = rotated(pose.rotation, model.mechanism.bodies.masses.center)
    found["linearVelocity"] -= np.cross(found["angularVelocity"], arm)
    positions, velocities = state_coordinates(model.mechanism, pose, found["linearVelocity"], found["angularVelocity"])
    return State(
        time=model.steps * model.time_step,
        positions=positions,
        velocities=velocities,
        accelerations=None,
        body_positions=pose.position,
        body_rotations=pose.rotation,
        body_velocities=found["linearVelocity"],
        body_angular_velocities=found["angularVelocity"],
    )


def _read(model: OvphysxModel, found: dict[str, Doubles]) -> None:
    """Put what PhysX tells of bodies and links into arrays by body."""
    types, ovstage = import_engine("ovphysx", "ovphysx.types"), import_engine("ovphysx", "ovstage")
    row_of_path = {path: row for row, path in enumerate(model.names.bodies)}
    with ovstage.PathDictionary(model.stage) as dictionary:
        for kind in _KINDS:
            objects = getattr(types.SimObjectType, kind)
            with model.physics.read_sync(objects, list(_LANES), scope=types.ObjectScope.ALL) as read:
                for group in read.groups:
                    _take(group, dictionary, row_of_path, found)
                    group = None
            read = None


def _take(group: Any, dictionary: Any, row_of_path: dict[str, int], found: dict[str, Doubles]) -> None:
    name = dictionary.token_to_string(group.attribute)
    paths = dictionary.get_path_strings(group.prim_list)
    rows = np.array([row_of_path.get(path, -1) for path in paths], np.int64)
    # A copy: PhysX's memory must not be held when it goes.
    values = np.array(group.tensors[0].numpy(), np.float64).reshape(len(paths), _LANES[name])
    found[name][rows[rows >= 0]] = values[rows >= 0]
