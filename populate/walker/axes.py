"""The axis table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from populate.walker.conversions import not_negative, per_axis_unit, speed_limit
from populate.walker.instances import PROPERTIES
from populate.walker.opinions import FLOAT, Attribute, PrimOpinions
from populate.walker.parsed import ParsedStage
from schemas.contract import FLT_MAX
from schemas.descriptors import LimitAxis

__all__ = ["axis_rows"]

_OWN: Final = {
    "armature": ("armature", 0.0),
    "max_velocity": ("maxJointVelocity", FLT_MAX),
    "static_friction": ("staticFrictionEffort", 0.0),
    "dynamic_friction": ("dynamicFrictionEffort", 0.0),
    "viscous_friction": ("viscousFrictionCoefficient", 0.0),
}
"""Property of PhysxJointAxisAPI by field, with the value that says nothing."""

_SEEDS: Final = {
    "armature": Attribute("newton:armature", FLOAT, fallback=0.0, unset=0.0),
    "max_velocity": Attribute("newton:velocityLimit", FLOAT, fallback=FLT_MAX, unset=FLT_MAX),
    "static_friction": Attribute("newton:friction", FLOAT, fallback=0.0, unset=0.0),
    "dynamic_friction": Attribute("newton:friction", FLOAT, fallback=0.0, unset=0.0),
    "viscous_friction": Attribute("newton:damping", FLOAT, fallback=0.0, unset=0.0),
}
"""What NewtonJointAPI says of every axis of its joint."""

_FRICTIONS: Final = ("static_friction", "dynamic_friction")


def axis_rows(stage: ParsedStage) -> Iterator[dict[str, Any]]:
    """A row for every axis that can have properties. OpenUSD reads none of them."""
    for joint in stage.joints:
        for axis in PROPERTIES.get(joint.type, ()):
            yield {"joint": joint.path, "axis": axis, **_converted(_chosen(joint.opinions, axis), axis)}


def _chosen(opinions: PrimOpinions, axis: LimitAxis) -> dict[str, float]:
    """PhysX values where they say something, else Newton's; the two frictions come from one API."""
    api = f"PhysxJointAxisAPI:{axis}"
    own = {
        field: not_negative(opinions.read(Attribute(f"physxJointAxis:{axis}:{name}", FLOAT, neutral, neutral), api=api))
        for field, (name, neutral) in _OWN.items()
    }
    seeds = {field: not_negative(opinions.read(attribute, api="NewtonJointAPI")) for field, attribute in _SEEDS.items()}
    found = {field: seeds[field] if own[field] == neutral else own[field] for field, (_, neutral) in _OWN.items()}
    frictions = own if any(own[field] > 0 for field in _FRICTIONS) else seeds
    return found | {field: frictions[field] for field in _FRICTIONS}


def _converted(values: dict[str, float], axis: LimitAxis) -> dict[str, float]:
    return values | {
        "max_velocity": speed_limit(values["max_velocity"], axis),
        "viscous_friction": per_axis_unit(values["viscous_friction"], axis),
    }
