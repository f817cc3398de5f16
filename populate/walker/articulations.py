"""The articulation table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from columnar.descriptors import Units
from populate.walker.conversions import unit_scaled
from populate.walker.opinions import BOOL, FLOAT, INT, Attribute, PrimOpinions
from populate.walker.parsed import ParsedJoint, ParsedStage
from populate.walker.trees import JointGraph, Tree

__all__ = ["articulation_rows"]

_API: Final = "PhysxArticulationAPI"
_NEWTON_API: Final = "NewtonArticulationRootAPI"
_SELF_COLLISIONS: Final = Attribute("physxArticulation:enabledSelfCollisions", BOOL, fallback=True, unset=None)
_NEWTON_SELF_COLLISIONS: Final = Attribute("newton:selfCollisionEnabled", BOOL, fallback=True, unset=True)
_THRESHOLDS: Final = {
    "sleep_threshold": ("sleepThreshold", 5e-5, 5e-3),
    "stabilization_threshold": ("stabilizationThreshold", 1e-5, 1.0),
}
"""Property by field, its schema's value, and what PhysX has without the API, in metres."""
_ITERATIONS: Final = {
    "solver_position_iterations": ("solverPositionIterationCount", 32, 1),
    "solver_velocity_iterations": ("solverVelocityIterationCount", 1, 0),
}
"""Property by field, its value without an opinion, and its least one."""
_MOST_ITERATIONS: Final = 255


def articulation_rows(stage: ParsedStage) -> Iterator[dict[str, Any]]:
    """A row for every root OpenUSD elects, possibly several for one prim.

    OpenUSD names the roots, and all joints and neighbours in one list for the prim. What belongs to one root is derived
    from its joints: the base is the root itself, or the body on a root joint; the tree is what a walk from the base
    finds (see `JointGraph`).
    """
    joints = {joint.path: joint for joint in stage.joints}
    bodies = {body.path: bool(body.parsed.rigidBodyEnabled) for body in stage.bodies}
    graph = JointGraph(stage)
    for articulation in (found for found in stage.articulations if found.parsed.isValid):
        for root in dict.fromkeys(map(str, articulation.parsed.rootPrims)):
            base = root if root in bodies else _base(joints[root], bodies)
            tree = Tree((), (), ()) if base is None else graph.tree(base)
            yield {
                "path": articulation.path,
                "root": root,
                **_members(tree, root if root in joints else None),
                "base": base,
                **_settings(articulation.opinions, stage.units),
            }


def _base(joint: ParsedJoint, bodies: Mapping[str, bool]) -> str | None:
    """The body on an anchoring joint, an enabled one first; its other side moves no more than the world.

    Args:
        joint: the joint.
        bodies: whether each body is enabled, by path.
    """
    ends = (str(end) for end in (joint.parsed.body0, joint.parsed.body1) if str(end) in bodies)
    return max(ends, key=bodies.__getitem__, default=None)


def _members(tree: Tree, anchor: str | None) -> dict[str, Any]:
    """Lists of a row; the anchoring joint belongs to the tree."""
    joints = set(tree.joints) | ({anchor} if anchor else set())
    return {
        "fixed_base": anchor is not None,
        "links": tree.links,
        "joints": tuple(sorted(joints, key=str.encode)),
        "loop_joints": tuple(joint for joint in tree.others if joint != anchor),
    }


def _settings(opinions: PrimOpinions, units: Units) -> Mapping[str, Any]:
    """PhysX and Newton settings of the root prim."""
    found: dict[str, Any] = {"self_collisions": _self_collisions(opinions)}
    for field, (name, fallback, unset) in _THRESHOLDS.items():
        attribute = Attribute(
            f"physxArticulation:{name}", FLOAT, fallback, unit_scaled(unset, units.meters_per_unit, 2)
        )
        found[field] = max(opinions.read(attribute, api=_API), 0.0)
    for field, (name, default, least) in _ITERATIONS.items():
        value = opinions.read(Attribute(f"physxArticulation:{name}", INT, default, default), api=_API)
        found[field] = min(max(value, least), _MOST_ITERATIONS)
    return found


def _self_collisions(opinions: PrimOpinions) -> bool:
    """PhysX's switch where it is there, else Newton's, else True."""
    own: bool | None = opinions.read(_SELF_COLLISIONS, api=_API)
    newton: bool = opinions.read(_NEWTON_SELF_COLLISIONS, api=_NEWTON_API)
    return newton if own is None else own
