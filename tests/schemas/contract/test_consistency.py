"""What the component files say of one another, and of themselves, holds together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from schemas.contract import Column, ColumnDtype, Component, ComponentKind, ProducerRule, load_contract

CONTRACT = load_contract()
EVERY_COMPONENT = pytest.mark.parametrize("component", CONTRACT.components.values(), ids=lambda c: c.name)


@EVERY_COMPONENT
def test_named_components_types_and_apis_exist(component: Component) -> None:
    named = {
        "applicable_apis": (component.applicable_apis, CONTRACT.apis),
        "published_with": (component.published_with, CONTRACT.apis),
        "builtin_apis": ([api.partition(":")[0] for api in component.builtin_apis], CONTRACT.apis),
        "applies_to": (component.applies_to, CONTRACT.types),
        "type_chain": (component.type_chain, CONTRACT.types),
        "requires": (component.requires, {**CONTRACT.components, **CONTRACT.types}),
        "created_on": (component.created_on, CONTRACT.components),
        "extends": ([component.extends] if component.extends else [], CONTRACT.components),
        "uses_blocks": (component.uses_blocks, CONTRACT.components),
        "interactions": ([i.component for i in component.interactions], CONTRACT.components),
    }
    unknown = {key: set(names) - set(known) - {"Typed"} for key, (names, known) in named.items()}
    assert not {key: names for key, names in unknown.items() if names}


@EVERY_COMPONENT
def test_a_component_fits_its_kind(component: Component) -> None:
    if component.kind is ComponentKind.PRIM_TYPE:
        assert component.xformable == CONTRACT.is_a(component.name, "Xformable")
        assert not component.multiple_apply
        assert component.extends is None or component.extends in component.type_chain
    else:
        assert (component.type_chain, component.xformable) == ((), False)
    assert bool(component.property_prefix) == component.multiple_apply
    base = CONTRACT.components[component.extends].column_by_name if component.extends else {}
    assert component.probe_column in {None, *component.column_by_name, *base}


@EVERY_COMPONENT
def test_everything_is_explained(component: Component) -> None:
    assert all((component.doc, component.source, component.discovery))
    assert not [column.name for column in component.columns if not column.doc or not column.absent]


@EVERY_COMPONENT
def test_values_fit_their_column(component: Component) -> None:
    assert not [finding for column in component.columns for finding in column_findings(column)]


@EVERY_COMPONENT
def test_rules_are_used(component: Component) -> None:
    """A rule that reaches prims without the API needs to know which, and `created_on` needs such a rule."""
    reaching = [c.name for c in component.columns if c.created_without_api and c.when_unauthored is not None]
    if component.kind is ComponentKind.API_SCHEMA:
        assert bool(reaching) == bool(component.created_on)
    assert not [c.name for c in component.columns if c.when_unauthored and c.producer is not ProducerRule.RESOLVED]


def test_no_base_name_ends_in_another_of_its_prefix() -> None:
    """Or a property name would have two readings, with two instance names."""
    prefixes: dict[str, set[str]] = {}
    for component in CONTRACT.tables:
        if component.property_prefix:
            prefixes.setdefault(component.property_prefix, set()).update(component.column_by_name)
    for names in prefixes.values():
        assert not [(a, b) for a, b in combinations(sorted(names), 2) if a.endswith(":" + b) or b.endswith(":" + a)]


def column_findings(column: Column) -> Iterator[str]:
    """What is wrong with a column's fallback, parser default and token set."""
    for label, value in (("fallback", column.fallback), ("parser_default", column.parser_default)):
        if value is None:
            continue
        cells = value if isinstance(value, tuple) else (value,)
        if isinstance(value, tuple) != (column.array or column.lanes > 1):
            yield f"{column.name}: {label} {value!r} is not the shape of a cell"
        if column.lanes > 1 and not column.array and len(cells) != column.lanes:
            yield f"{column.name}: {label} has {len(cells)} lanes, not {column.lanes}"
        if not all(isinstance(cell, python_type(column)) for cell in cells):
            yield f"{column.name}: {label} {value!r} is not {column.dtype}"
        if column.tokens and not set(cells) <= set(column.tokens):
            yield f"{column.name}: {label} {value!r} is none of its tokens"
    if column.token != (column.usd_type.removesuffix("[]") == "token") and column.semantic is not None:
        yield f"{column.name}: {column.usd_type} with the semantic {column.semantic}"
    if column.relationship != (column.usd_type == "rel"):
        yield f"{column.name}: {column.usd_type} with the semantic {column.semantic}"
    if column.array != (column.usd_type.endswith("[]") or column.relationship):
        yield f"{column.name}: array = {column.array} and {column.usd_type}"


def python_type(column: Column) -> type:
    """The type of one lane in TOML; booleans count as integers there, never as floats."""
    if column.token or column.dtype in (ColumnDtype.STRING, ColumnDtype.ASSET):
        return str
    if column.dtype is ColumnDtype.BOOL8:
        return bool
    return float if column.dtype.startswith("float") else int
