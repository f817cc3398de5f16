"""The tokens of a family's schemas: property names, allowed values, instance names."""

from __future__ import annotations

from collections.abc import Iterable

from columnar.typed.families import property_columns
from schemas.contract import Component

__all__ = ["token_class", "token_names"]


def token_names(components: Iterable[Component]) -> dict[str, str]:
    """Tokens by the name of the member that holds them: `physicsStiffness` for `physics:stiffness`."""
    found: dict[str, str] = {}
    for component in components:
        texts = [component.name, *component.instances]
        for column in property_columns(component):
            texts += [column.name, *column.tokens]
        found.update((name, text) for text in texts if (name := _member(text)).isidentifier())
    return dict(sorted(found.items()))


def token_class(components: Iterable[Component], module: str) -> type:
    """A class with a member for each token."""
    return type("Tokens", (), {"__module__": module, "__doc__": "Tokens by name.", **token_names(components)})


def _member(text: str) -> str:
    first, *rest = text.split(":")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)
