"""Applied API schemas as published: what OpenUSD resolves, plus the bare names of multiple-apply schemas."""

from __future__ import annotations

import pytest
from schema_registry import APPLIED, read_registry

from schemas.contract import load_contract


@pytest.mark.parametrize("label", APPLIED)
def test_openusd_and_the_contract_agree_on_a_prim(label: str) -> None:
    prim_type, apis = APPLIED[label]
    resolved = set(read_registry()["applied"][label])

    published = load_contract().expand_schemas(apis, prim_type).published

    assert set(published) == resolved | {name.partition(":")[0] for name in resolved}
    assert list(published) == sorted(published, key=str.encode)


def test_names_no_schema_declares_are_kept_apart() -> None:
    applied = ("PhysicsRigidBodyAPI", "MjcJointAPI", "AcmeCoilAPI:a", "AcmeMagnetAPI", "PhysxJointAPI")
    found = load_contract().expand_schemas(applied, "Xform")
    assert found.published == ("PhysicsRigidBodyAPI",)
    assert found.unregistered == ("AcmeCoilAPI:a", "AcmeMagnetAPI", "MjcJointAPI", "PhysxJointAPI")


@pytest.mark.parametrize("name", ["PhysicsDriveAPI", "PhysicsRigidBodyAPI:a"])
def test_a_name_in_the_wrong_form_is_no_known_schema(name: str) -> None:
    """A multiple-apply schema needs an instance name, a single-apply one cannot have any: OpenUSD drops both."""
    found = load_contract().expand_schemas([name])
    assert (found.published, found.unregistered) == ((), (name,))


def test_an_unknown_type_brings_nothing_along() -> None:
    found = load_contract().expand_schemas(["PhysicsMassAPI"], "AcmeRobot")
    assert (found.published, found.unregistered) == (("PhysicsMassAPI",), ())
