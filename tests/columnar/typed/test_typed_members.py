"""Every member that pxr's classes and usdrt's `UsdPhysicsDriveAPI` have: provided, or not applicable with a reason."""

from __future__ import annotations

import inspect

import pxr.Usd
import pxr.UsdPhysics
import pytest
from twin_stages import CLASSES

from columnar.typed import Usd, UsdPhysics

DRIVE_MEMBERS = {
    "UsdPhysicsDriveAPI(prim, name)": "DriveAPI",
    "UsdPhysicsDriveAPI(schemaObj, name)": "DriveAPI",
    "~UsdPhysicsDriveAPI": None,
    "GetName": "GetName",
    "GetTypeAttr": "GetTypeAttr",
    "CreateTypeAttr": "CreateTypeAttr",
    "GetMaxForceAttr": "GetMaxForceAttr",
    "CreateMaxForceAttr": "CreateMaxForceAttr",
    "GetTargetPositionAttr": "GetTargetPositionAttr",
    "CreateTargetPositionAttr": "CreateTargetPositionAttr",
    "GetTargetVelocityAttr": "GetTargetVelocityAttr",
    "CreateTargetVelocityAttr": "CreateTargetVelocityAttr",
    "GetDampingAttr": "GetDampingAttr",
    "CreateDampingAttr": "CreateDampingAttr",
    "GetStiffnessAttr": "GetStiffnessAttr",
    "CreateStiffnessAttr": "CreateStiffnessAttr",
    "GetPrim": "GetPrim",
    "GetPath": "GetPath",
    "operator bool": "__bool__",
    "Apply": "Apply",
    "schemaType": "schemaType",
    "_GetInstanceName": None,
    "_IsCompatible": None,
    "_GetType": None,
}
"""Members of usdrt's class by what ours calls them; None: not applicable, see `REASONS`."""

REASONS = {
    "~UsdPhysicsDriveAPI": "Python frees objects itself",
    "_GetInstanceName": "protected, for subclasses in C++; GetName is public",
    "_IsCompatible": "protected, for subclasses in C++; the truth value is public",
    "_GetType": "protected, for subclasses in C++; component_name() is public",
}

ELSEWHERE = {
    "Define": "prims come with `Store.insert` or a live stage, whole",
    "GetCollidersCollectionAPI": "the collection's properties have accessors of their own",
    "ComputeCollisionGroupTable": "`parse` resolves groups",
    "ComputeMassProperties": "`parse` resolves mass properties",
    "MassInformation": "see ComputeMassProperties",
    "IsPhysicsDriveAPIPath": "Get takes such a path, and says what is wrong with another one",
    "IsPhysicsLimitAPIPath": "see IsPhysicsDriveAPIPath",
}
"""Members of pxr's classes that ours do not have, with the reason."""


def test_reasons_are_for_members_that_are_missing() -> None:
    assert {member for member, ours in DRIVE_MEMBERS.items() if ours is None} == set(REASONS)


@pytest.mark.parametrize("member", [member for member, ours in DRIVE_MEMBERS.items() if ours])
def test_drive_member(member: str) -> None:
    ours = DRIVE_MEMBERS[member]
    assert ours == "DriveAPI" or hasattr(UsdPhysics.DriveAPI, ours)


def test_drive_attributes_are_those_of_usd() -> None:
    names = pxr.UsdPhysics.DriveAPI.GetSchemaAttributeNames(True, "angular")
    assert sorted(UsdPhysics.DriveAPI.GetSchemaAttributeNames(True, "angular")) == sorted(names)
    assert "drive:__INSTANCE_NAME__:physics:type" in UsdPhysics.DriveAPI.GetSchemaAttributeNames()


def test_all_schema_classes_of_usd() -> None:
    theirs = {n for n, c in vars(pxr.UsdPhysics).items() if inspect.isclass(c) and issubclass(c, pxr.Usd.SchemaBase)}
    assert theirs == set(CLASSES)


@pytest.mark.parametrize("name", CLASSES)
def test_public_members(name: str) -> None:
    """What pxr's class adds to its bases, by name; accessors of ours have no others beside them."""
    ours, theirs = getattr(UsdPhysics, name), getattr(pxr.UsdPhysics, name)
    members = {member for member in vars(theirs) if not member.startswith("_")}
    assert {member for member in members if not hasattr(ours, member)} <= set(ELSEWHERE)
    accessors = {member for member in vars(ours) if member.endswith(("Attr", "Rel"))}
    assert {member for member in accessors if "Colliders" not in member} <= members


@pytest.mark.parametrize("name", CLASSES)
def test_kind_and_bases(name: str) -> None:
    ours, theirs = getattr(UsdPhysics, name), getattr(pxr.UsdPhysics, name)
    assert (
        ours.schemaType == ours.GetSchemaKind() == theirs().GetSchemaKind().name if not name.endswith("API") else True
    )
    assert [c.__name__ for c in ours.__mro__ if c.__name__ in CLASSES] == [
        c.__name__ for c in theirs.__mro__ if c.__name__ in CLASSES
    ]


KINDS = {"DriveAPI": "MultipleApplyAPI", "MassAPI": "SingleApplyAPI", "Joint": "ConcreteTyped"}


@pytest.mark.parametrize(("name", "kind"), KINDS.items())
def test_schema_type(name: str, kind: str) -> None:
    """As the pages of usdrt and pxr say."""
    assert getattr(UsdPhysics, name).schemaType == kind == getattr(Usd.SchemaKind, kind)


def test_tokens() -> None:
    """Every token of pxr that is a property, an allowed value or an instance name has the same text here."""
    theirs = {n: getattr(pxr.UsdPhysics.Tokens, n) for n in dir(pxr.UsdPhysics.Tokens) if not n.startswith("_")}
    missing = {name for name in theirs if not hasattr(UsdPhysics.Tokens, name)}
    assert {name: text for name, text in theirs.items() if name not in missing} == {
        name: getattr(UsdPhysics.Tokens, name) for name in theirs if name not in missing
    }
    assert {"drive", "limit", "kilogramsPerUnit", "colliders"} <= missing
    assert not [name for name in missing if name.startswith("physics")]


def test_documentation() -> None:
    text = UsdPhysics.DriveAPI.GetTypeAttr.__doc__
    assert text is not None
    assert 'Declaration: token drive:<inst>:physics:type = "force"' in text
    assert "Allowed values: force, acceleration" in text
    stiffness = UsdPhysics.DriveAPI.GetStiffnessAttr.__doc__
    assert stiffness is not None
    assert "Units: rot: torque/deg; trans: force/length" in stiffness
