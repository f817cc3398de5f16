"""Rules of profiles by dotted name, and profiles with some rules of another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from columnar.parsing import Profile

__all__ = ["differing_rules", "with_rules"]


def differing_rules(a: Profile, b: Profile) -> set[str]:
    """Dotted names of the rules in which two profiles differ: `limits.revolute`, `blocked`."""
    return {name for name, value in _rules(a).items() if _rules(b)[name] != value}


def with_rules(profile: Profile, source: Profile, names: Iterable[str]) -> Profile:
    """A profile with some rules of another one."""
    parser = profile.parser
    for name in names:
        group, _, rule = name.partition(".")
        value: Any = getattr(source.parser, group)
        if rule:
            value = getattr(parser, group).model_copy(update={rule: getattr(value, rule)})
        parser = parser.model_copy(update={group: value})
    return profile.model_copy(update={"parser": parser})


def _rules(profile: Profile) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for group in type(profile.parser).model_fields:
        value = getattr(profile.parser, group)
        inner = getattr(type(value), "model_fields", None)
        if inner is None:
            found[group] = value
        else:
            found |= {f"{group}.{name}": getattr(value, name) for name in inner}
    return found
