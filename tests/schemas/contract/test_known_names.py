"""The names the contract knows against OpenUSD's own registry with the PhysX and Newton schema packages registered."""

from __future__ import annotations

from typing import Any

import pytest
from schema_registry import read_registry

from schemas.contract import load_contract

EXTENSIONS = {"MjcActuator"}
"""Prim types of the contract that no published schema package declares."""

CATALOGUE_VERSION = [26, 11]
"""The usd-core release the catalogue was taken from; another one may know more names, or fewer."""


@pytest.mark.parametrize("group", ["types", "apis"])
def test_exactly_the_names_of_the_packages_are_known(group: str) -> None:
    registry = read_registry()
    if registry["version"] != CATALOGUE_VERSION:
        pytest.skip(f"the catalogue is that of usd-core {CATALOGUE_VERSION}")
    assert set(getattr(load_contract(), group)) - EXTENSIONS == set(registry[group])


def test_a_type_has_the_bases_and_built_in_apis_of_its_schema() -> None:
    assert not [
        name
        for name, record in shared("types")
        if list(load_contract().types[name].chain) != record["chain"]
        or list(load_contract().types[name].builtin_apis) != record["builtin_apis"]
    ]


def test_an_api_has_the_form_and_the_built_in_apis_of_its_schema() -> None:
    assert not [
        name
        for name, record in shared("apis")
        if load_contract().apis[name].multiple_apply != record["multiple_apply"]
        or list(load_contract().apis[name].builtin_apis) != record["builtin_apis"]
    ]


def test_abstract_types_are_marked() -> None:
    assert not [n for n, record in shared("types") if load_contract().types[n].abstract != record["abstract"]]


@pytest.mark.parametrize(
    ("prim_type", "base", "expected"),
    [
        ("PhysicsRevoluteJoint", "PhysicsJoint", True),
        ("PhysicsJoint", "PhysicsJoint", True),
        ("PhysicsJoint", "PhysicsRevoluteJoint", False),
        ("PhysxPhysicsGearJoint", "Imageable", True),
        ("Mesh", "Xformable", True),
        ("Scope", "Xformable", False),
        ("AcmeJoint", "PhysicsJoint", False),
        ("", "Xformable", False),
    ],
)
def test_is_a_follows_the_bases(prim_type: str, base: str, expected: bool) -> None:
    assert load_contract().is_a(prim_type, base) is expected


def shared(group: str) -> list[tuple[str, Any]]:
    """Names both know, with the registry's record."""
    known = getattr(load_contract(), group)
    return [(name, record) for name, record in read_registry()[group].items() if name in known]
