"""Every pair of a promised and a native value of a stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tests.parity_native.articulated import tree_joint_fields
from tests.parity_native.expectations import Promise, Row
from tests.parity_native.standalone import standalone_joint_fields

__all__ = ["Field", "Native", "stage_fields"]

_CLASSES = {"distance": "PxDistanceJoint", "gear": "PxGearJoint", "rack_and_pinion": "PxRackAndPinionJoint"}
_BODIES = ("PxArticulationLink", "PxRigidDynamic", "PxRigidStatic")


class Field(NamedTuple):
    """One value: what kind of thing it is, whose, which, as promised and as the engine has it.

    `finding` is the recorded one by which the promise is another value than the descriptor's own, empty without one.
    """

    kind: str
    path: str
    name: str
    promised: Any
    native: Any
    finding: str = ""


class Native:
    """Native objects by class and path."""

    def __init__(self, objects: Sequence[Mapping[str, Any]]) -> None:
        self.objects = objects
        self._by_class: dict[tuple[str, str], Mapping[str, Any]] = {}
        for found in objects:
            self._by_class.setdefault((found["class"], found["name"]), found)

    def find(self, path: str, *classes: str) -> Mapping[str, Any] | None:
        """The object of one of these classes at a path, None if there is none."""
        return next((self._by_class[name, path] for name in classes if (name, path) in self._by_class), None)


def stage_fields(promise: Promise, native: Native) -> Iterator[Field]:
    """All of a stage's fields."""
    for joint in promise.joints.values():
        yield from (Field(*field) for field in _joint_fields(promise, native, joint))
    for body in promise.bodies.values():
        yield from (Field(*field) for field in _body_fields(promise, native, body))
    yield from (Field(*field) for field in _articulation_fields(promise, native))


Values = tuple[Any, ...]


def _joint_fields(promise: Promise, native: Native, joint: Row) -> Iterator[Values]:
    path, kind = joint["path"], promise.kind(joint)
    standalone = native.find(path, _CLASSES.get(joint["type"], "PxD6Joint"))
    carrying = native.find(path, "PxArticulationJointReducedCoordinate")
    found = "tree" if carrying else "standalone" if standalone else "none"
    yield "object", path, "object", "none" if kind == "anchor" else kind, found
    if kind == "tree" and carrying:
        yield from tree_joint_fields(promise, joint, carrying)
    elif kind == "standalone" and standalone:
        yield from standalone_joint_fields(promise, joint, standalone)


def _body_fields(promise: Promise, native: Native, body: Row) -> Iterator[Values]:
    """Class, pose and flags. Links stand where the joints put them; of an articulation only the base keeps its pose."""
    path = body["path"]
    owner = promise.links.get(path)
    kind = "PxArticulationLink" if owner else "PxRigidDynamic" if body["enabled"] else "PxRigidStatic"
    found = native.find(path, *_BODIES)
    yield "object", path, "object", kind, found["class"] if found else "none"
    if found and (owner is None or owner["base"] == path):
        yield "pose", path, "position", body["position"], found["globalPose"][4:]
        yield "pose", path, "rotation", body["rotation"], found["globalPose"][:4]
    if found and found["class"] == "PxRigidDynamic":
        yield "flags", path, "kinematic", body["kinematic"], "eKINEMATIC" in found["rigidBodyFlags"]


def _articulation_fields(promise: Promise, native: Native) -> Iterator[Values]:
    promised = Counter((row["path"], row["fixed_base"], len(row["links"])) for row in promise.articulations)
    found = Counter(
        (item["name"], "eFIX_BASE" in item["articulationFlags"], len(item["links"]))
        for item in native.objects
        if item["class"] == "PxArticulationReducedCoordinate"
    )
    for path, fixed, links in sorted(promised | found):
        key = (path, fixed, links)
        yield "articulations", path, f"{'fixed' if fixed else 'floating'}, {links} links", promised[key], found[key]
    for row in promise.articulations:
        base = native.find(row["base"], "PxArticulationLink")
        yield "bases", row["path"], f"base {row['base']}", True, base is not None and base["inboundJoint"] is None
