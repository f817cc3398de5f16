"""What reports say. Every reader says the same in the same words, since reports are part of a scene's bytes."""

from __future__ import annotations

from collections.abc import Sequence

from populate.readers.xform_ops import XformOp

__all__ = [
    "has_only_samples",
    "is_mistyped",
    "is_relationship",
    "is_unknown_schema",
    "is_unknown_type",
    "op_has_no_value",
    "op_has_only_samples",
    "op_is_mistyped",
    "order_is_mistyped",
]

_SHOWN = 6
"""Properties named of a prim of an unknown type."""


def has_only_samples(name: str) -> str:
    """A property without a default value, read at the default time."""
    return (
        f"{name} has only time samples; the default time is read, so the value is left unauthored (ask for a time code)"
    )


def is_mistyped(name: str, given: str, wanted: str, *, converted: bool) -> str:
    """A property of another type than its column's."""
    outcome = "converted" if converted else "which does not convert, so the cell is left absent"
    return f"{name} is authored as {given}, expected {wanted}; {outcome}"


def is_relationship(name: str, wanted: str) -> str:
    """A relationship where an attribute is expected."""
    return f"{name} is authored as a relationship, expected {wanted}; it counts as unauthored"


def is_unknown_schema(name: str) -> str:
    """An applied API schema that nobody declares."""
    return f"unknown API schema {name}: its properties are kept in the property table"


def is_unknown_type(prim_type: str, names: Sequence[str]) -> str:
    """A prim type that nobody declares, on a prim with these physics properties."""
    carried = f"it carries {', '.join(names[:_SHOWN])}" if names else "it carries no physics property"
    return f"unknown prim type {prim_type}, not populated for its type; {carried}"


def op_has_no_value(op: XformOp) -> str:
    """An op of an xformOpOrder without an attribute, or without a value."""
    return f"{op.attribute} is named by xformOpOrder but has no value; it moves nothing"


def op_has_only_samples(op: XformOp) -> str:
    """An op without a default value, read at the default time."""
    return f"{op.attribute} has only time samples; at the default time it moves nothing (ask for a time code)"


def op_is_mistyped(op: XformOp, given: str) -> str:
    """An op whose attribute is of a type that it cannot take."""
    return f"{op.attribute} is authored as {given}, which {op.type} cannot take; it moves nothing"


def order_is_mistyped(given: str) -> str:
    """An xformOpOrder of another type than a list of tokens."""
    return f"xformOpOrder is authored as {given}, expected token[]; the prim is not moved"
