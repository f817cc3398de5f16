"""Docstrings of typed classes, from the contract."""

from __future__ import annotations

from schemas.contract import Column, Component

__all__ = ["class_text", "property_text"]


def class_text(component: Component) -> str:
    """What a class's docstring says."""
    parts = [component.doc or f"{component.name}."]
    if component.instances:
        parts.append(f"Instance names that consumers read: {', '.join(component.instances)}.")
    if component.applies_to:
        parts.append(f"For prims of type {' or '.join(component.applies_to)}.")
    if component.notes:
        parts.append("\n".join(f"- {note}" for note in component.notes))
    return "\n\n".join(parts)


def property_text(component: Component, column: Column) -> str:
    """What an accessor's docstring says: meaning, declaration, units, allowed tokens, what an absent value is."""
    kind = "rel" if column.relationship else column.usd_type
    fallback = "" if column.relationship or column.fallback is None else f" = {_literal(column.fallback)}"
    lines = [column.doc, f"Declaration: {kind} {component.full_name(column.name)}{fallback}"]
    lines += [f"Units: {column.units}"] if column.units else []
    lines += [f"Allowed values: {', '.join(column.tokens)}"] if column.tokens else []
    lines += [f"Absent: {column.absent}"] if column.absent else []
    return "\n\n".join(line for line in lines if line)


def _literal(value: object) -> str:
    if isinstance(value, tuple | list):
        return f"({', '.join(map(_literal, value))})"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
