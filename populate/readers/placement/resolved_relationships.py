"""Relationships that the producer writes as they come to in the end, not as they are authored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from populate.readers.placement.archetypes import PrimKind

__all__ = ["COLLECTIONS", "PHYSICS_BINDING", "Collection"]

PHYSICS_BINDING: Final = "material:binding:physics"
"""The relationship that binds a physics material."""


@dataclass(frozen=True)
class Collection:
    """A collection whose members the producer writes: the component it belongs to, its name, and who can be in it."""

    component: str
    name: str
    takes: Callable[[PrimKind], bool]


COLLECTIONS: Final = (
    Collection("PhysicsCollisionGroup", "colliders", lambda kind: kind.collider),
    Collection("PhysxSceneQuasistaticAPI", "quasistaticactors", lambda kind: kind.collider or kind.body),
)
