"""The state table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from populate.walker.conversions import to_axis_unit
from populate.walker.instances import STATES, applied_axes
from populate.walker.opinions import FLOAT, Attribute
from populate.walker.parsed import ParsedStage

__all__ = ["state_rows"]


def state_rows(stage: ParsedStage) -> Iterator[dict[str, Any]]:
    """A row for every PhysicsJointStateAPI instance that a joint's type reads. OpenUSD reads none of them."""
    for joint in stage.joints:
        for axis in applied_axes(joint, "PhysicsJointStateAPI", STATES):
            row: dict[str, Any] = {"joint": joint.path, "axis": axis}
            for field in ("position", "velocity"):
                attribute = Attribute(f"state:{axis}:physics:{field}", FLOAT, fallback=0.0, unset=0.0)
                row[field] = to_axis_unit(joint.opinions.read(attribute, api=f"PhysicsJointStateAPI:{axis}"), axis)
            yield row
