"""Stages written as text in a test, and what the walker makes of them."""

from __future__ import annotations

from typing import Any

from columnar.descriptors import Descriptors
from populate.walker import walk
from tests.stage_text import stage_of

__all__ = ["rows", "two_bodies", "walked"]


def walked(body: str, **options: Any) -> Descriptors:
    """The descriptors of a stage in memory, half a metre the unit and Y up."""
    return walk(stage_of(body), **options)


def two_bodies(joint: str) -> str:
    """A layer with two bodies, /a and /b, and a joint's text."""
    bodies = "".join(f'def Xform "{name}" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])\n{{\n}}\n' for name in "ab")
    return bodies + joint


def rows(descriptors: Descriptors, table: str) -> dict[str, dict[str, Any]]:
    """The rows of a table by path; those of one joint's axes by `path axis`."""
    found = {}
    for row in descriptors.table(table).arrow.to_pylist():
        path = row["path"] if "path" in row else f"{row['joint']} {row['axis']}"
        found[path] = row
    return found
