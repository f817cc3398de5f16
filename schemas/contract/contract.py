"""The whole contract: every component, every known name, and how a USD property name finds its columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from schemas.contract.catalogue import ApiEntry, ContractSettings, TypeEntry, ValueTypes
from schemas.contract.dtypes import ComponentKind
from schemas.contract.model import INSTANCE_PLACEHOLDER, Column, Component

__all__ = ["AppliedSchemas", "Contract", "PropertyMatch", "unknown_name"]

BLOCKS = ("prim", "stage_units")
"""Blocks have no table of their own: their columns live in the file's `prim` and `scene` columns."""


class PropertyMatch(NamedTuple):
    """A column that declares a property name; `instance` is None for a column that is not multiple-apply."""

    component: Component
    column: Column
    instance: str | None


class AppliedSchemas(NamedTuple):
    """Applied API schemas of a prim, as published: known names (built-ins expanded, bare multiple-apply names added,
    sorted) and every other name as authored.
    """

    published: tuple[str, ...]
    unregistered: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Contract:
    """Components and names of one contract version.

    Attributes:
        settings: versions and property namespaces.
        components: by name, in bytewise order, blocks included.
        types: every known prim type, the components' own included.
        apis: every known API schema, the components' own included.
        value_types: USD value types and their conversions.
    """

    settings: ContractSettings
    components: Mapping[str, Component]
    types: Mapping[str, TypeEntry]
    apis: Mapping[str, ApiEntry]
    value_types: ValueTypes

    @property
    def version(self) -> str:
        """The contract's version, recorded in every file."""
        return self.settings.version

    @cached_property
    def tables(self) -> tuple[Component, ...]:
        """Components that have a table of their own in a scene file, in bytewise order: all but the blocks."""
        return tuple(c for c in self.components.values() if c.kind is not ComponentKind.BLOCK)

    def component(self, name: str) -> Component:
        """The component of that name.

        Raises:
            KeyError: no such component; the message names the nearest ones.
        """
        try:
            return self.components[name]
        except KeyError:
            raise KeyError(unknown_name("component", name, self.components)) from None

    def is_a(self, prim_type: str, base: str) -> bool:
        """Whether a prim type is `base` or derives from it; an unknown type derives from nothing."""
        return prim_type == base or (prim_type in self.types and base in self.types[prim_type].chain)

    def match_property(self, name: str) -> tuple[PropertyMatch, ...]:
        """Every column that declares this USD property name; any instance name counts for a multiple-apply column."""
        matches = list(self._plain_properties.get(name, ()))
        prefix, separator, rest = name.partition(":")
        if separator and prefix in self._prefixes:
            for base, declared in self._prefixes[prefix].items():
                # Instance names may hold colons themselves, so that only the end of the name is certain.
                instance = rest.removesuffix(":" + base)
                if instance and instance != rest:
                    matches += [PropertyMatch(component, column, instance) for component, column in declared]
        return tuple(matches)

    def expand_schemas(self, applied: Iterable[str], prim_type: str = "") -> AppliedSchemas:
        """Applied API schema names as published for a prim of this type.

        Args:
            applied: authored names, instance names included (`PhysicsDriveAPI:angular`).
            prim_type: adds the API schemas the type itself applies.
        """
        known: set[str] = set()
        unregistered: dict[str, None] = {}
        type_entry = self.types.get(prim_type)
        pending = [*applied, *(type_entry.builtin_apis if type_entry else ())]
        while pending:
            name = pending.pop()
            base, separator, instance = name.partition(":")
            entry = self.apis.get(base)
            if entry is None or entry.multiple_apply != bool(separator):
                unregistered[name] = None
                continue
            if name in known:
                continue
            known.update((name, base))
            pending += [api.replace(INSTANCE_PLACEHOLDER, instance) for api in entry.builtin_apis]
        return AppliedSchemas(tuple(sorted(known)), tuple(sorted(unregistered)))

    def keeps_property(self, name: str) -> bool:
        """Whether an authored property of this name is kept in the `property` table although no column declares it."""
        namespace = name.partition(":")[0]
        return namespace != name and (
            namespace in self.settings.property_namespaces
            or namespace.startswith(self.settings.property_namespace_prefixes)
        )

    @cached_property
    def _plain_properties(self) -> Mapping[str, tuple[PropertyMatch, ...]]:
        found: dict[str, list[PropertyMatch]] = {}
        for component in self.tables:
            if not component.multiple_apply:
                for column in component.columns:
                    found.setdefault(column.name, []).append(PropertyMatch(component, column, None))
        return {name: tuple(matches) for name, matches in found.items()}

    @cached_property
    def _prefixes(self) -> Mapping[str, Mapping[str, list[tuple[Component, Column]]]]:
        found: dict[str, dict[str, list[tuple[Component, Column]]]] = {}
        for component in self.tables:
            if component.multiple_apply and component.property_prefix:
                declared = found.setdefault(component.property_prefix, {})
                for column in component.columns:
                    declared.setdefault(column.name, []).append((component, column))
        return found


def unknown_name(what: str, name: str, known: Iterable[str]) -> str:
    """Message for a name that is not there, with the nearest known ones."""
    import difflib

    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5) if isinstance(name, str) else []
    more = " ..." if len(names) > 8 else ""
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else f"known: {', '.join(names[:8])}{more}"
    return f"no {what} {name!r}; {hint}"
