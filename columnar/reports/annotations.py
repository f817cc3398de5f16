"""Findings as machine formats see them: rules, and places that break them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["Annotation", "AnnotationRule"]

Level = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class AnnotationRule:
    """A rule that something may break.

    Attributes:
        id: its stable name.
        level: how bad it is to break it.
        title: what it asks for.
        description: why.
        remedy: what to do.
    """

    id: str
    level: Level
    title: str
    description: str
    remedy: str


@dataclass(frozen=True)
class Annotation:
    """A place that breaks a rule.

    Attributes:
        rule: the rule's id.
        level: how bad it is.
        place: where in the file, such as a prim path.
        property: which property of the place; "" for the place as a whole.
        message: what is wrong and what to do.
        details: further values in JSON's types.
    """

    rule: str
    level: Level
    place: str
    property: str
    message: str
    details: Mapping[str, Any] = field(default_factory=dict)
