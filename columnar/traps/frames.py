"""Rotations and transforms that are not what they seem."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.inspection import Hit, Inspection, any_lane
from schemas.findings import Finding

__all__ = ["mirrored_body", "quaternion_lanes", "sheared_body", "zero_quaternion"]

Doubles = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_AGREE: Final = 1e-3
"""Rotations whose matrices differ by less agree."""

_IDENTITY: Final = np.array([0.0, 0.0, 0.0, 1.0])

_TYPES: Final = {
    "PhysicsDistanceJoint": "distance",
    "PhysicsFixedJoint": "fixed",
    "PhysicsJoint": "d6",
    "PhysicsPrismaticJoint": "prismatic",
    "PhysicsRevoluteJoint": "revolute",
    "PhysicsSphericalJoint": "spherical",
    "PhysxPhysicsGearJoint": "gear",
    "PhysxPhysicsRackAndPinionJoint": "rack_and_pinion",
}


def zero_quaternion(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A frame without a rotation, not even none."""
    rows = scene.rows("PhysicsJoint")
    for column in ("physics:localRot0", "physics:localRot1"):
        cells = rows.cells(column)
        yield rows.hit(column, cells.present & ~any_lane(cells.values != 0))


def quaternion_lanes(scene: Inspection, finding: Finding) -> Iterator[Hit]:
    """Frames that look as if they were written w, x, y, z.

    A frame is suspected if the two frames of its joint would meet with w first and do not as they are. One of
    (1, 0, 0, 0) is half a turn about X, and no rotation if w came first: it is also suspected where both readings meet,
    unless an authored (0, 0, 0, 1) elsewhere shows that w comes last, and where neither does.
    """
    rows = scene.rows("PhysicsJoint")
    mine = scene.joints_of(_TYPES[finding.component])[rows.prims]
    if not mine.any():
        return
    frames = [rows.cells(f"physics:localRot{side}") for side in "01"]
    written = [cells.filled(_IDENTITY).astype(np.float64) for cells in frames]
    turned = [
        np.where((cells.present & cells.authored)[:, None], lanes[:, [1, 2, 3, 0]], lanes)
        for cells, lanes in zip(frames, written, strict=True)
    ]
    bodies = [_body_rotations(scene, rows.cells(f"physics:body{side}").filled(-1).astype(np.int64)) for side in "01"]
    known = bodies[0][1] & bodies[1][1]
    as_written, as_turned = (
        known & _agree(bodies[0][0], lanes[0], bodies[1][0], lanes[1]) for lanes in (written, turned)
    )
    w_last = any(((np.abs(cells.values) == _IDENTITY).all(axis=1) & cells.authored).any() for cells in frames)
    for side, cells in zip("01", frames, strict=True):
        first = (np.abs(cells.values) == np.roll(_IDENTITY, 1)).all(axis=1)
        suspect = (as_turned & ~as_written) | (first & (as_turned == as_written) & ~(as_written & w_last))
        yield rows.hit(f"physics:localRot{side}", mine & cells.present & cells.authored & suspect, values=cells.values)


def _body_rotations(scene: Inspection, targets: npt.NDArray[np.int64]) -> tuple[Doubles, Flags]:
    """World rotations of targets as matrices (n, 3, 3), and which of them are bodies or the world."""
    bodies = scene.descriptors.bodies
    row = np.full(len(scene.scene.paths) + 1, -1, np.int64)
    row[bodies.values("path")] = np.arange(len(bodies))
    found = row[targets]
    rotations = np.concatenate([bodies.values("rotation"), [[0.0, 0.0, 0.0, 1.0]]])[found]
    return _matrices(rotations), (found >= 0) | (targets < 0)


def _agree(body0: Doubles, lanes0: Doubles, body1: Doubles, lanes1: Doubles) -> Flags:
    """Whether two frames have the same orientation in the world."""
    difference = _matrices(lanes0) @ body0 - _matrices(lanes1) @ body1
    same: Flags = np.abs(difference).max(axis=(1, 2)) < _AGREE
    return same


@np.errstate(all="ignore")
def _matrices(quaternions: npt.NDArray[Any]) -> Doubles:
    """Rotation matrices for row vectors, from quaternions x, y, z, w of any length."""
    x, y, z, w = (quaternions / np.linalg.norm(quaternions, axis=1)[:, None]).T.astype(np.float64)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
        [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
        [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), 2, 0)


def sheared_body(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A body whose axes are not at right angles in the world."""
    prims, rows = _placed_bodies(scene)
    _, world = scene.stretches
    off = world.skew > 1e-6 * reduce(np.maximum, world.lengths.T) ** 2
    yield Hit("prim", "omni:xform", prims[off[rows]])


def mirrored_body(scene: Inspection, _finding: Finding) -> Iterator[Hit]:
    """A jointed body that a negative scale turns inside out."""
    prims, rows = _placed_bodies(scene)
    _, world = scene.stretches
    joints = scene.descriptors.joints
    jointed = scene.flags(np.concatenate([joints.values("body0"), joints.values("body1"), [-1]]).astype(np.int64))
    yield Hit("prim", "omni:xform", prims[(world.determinant < 0)[rows] & jointed[prims]])


def _placed_bodies(scene: Inspection) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Bodies with a world transform, and the rows of these among all that stretch."""
    bodies = scene.rows("PhysicsRigidBodyAPI")
    own, _ = scene.stretches
    prims = bodies.prims[bodies.listed & (own[bodies.prims] >= 0)]
    return prims, own[prims]
