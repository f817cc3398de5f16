"""Support tables: every column of the contract for every runtime, and faults that are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.contract import load_contract
from schemas.support import Support, SupportError, load_support, support_runtimes

RUNTIMES = ("mujoco", "newton", "openusd", "ovphysx")

HEAD = 'doc = "d"\nversions = {}\nsource = "s"\nlive = false\n'
EVERYTHING = '[[families]]\nnames = ["*"]\nsupport = "read"\nhow = ""\n'


def test_known_runtimes() -> None:
    assert support_runtimes() == RUNTIMES


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_every_column_has_an_answer(runtime: str) -> None:
    """Explicitly, by the rest of its component or by a family; and the answer says how, unless it is plainly read."""
    table = load_support(runtime)
    for component in load_contract().components.values():
        for column in component.columns:
            found = table.cell(component.name, column.name)
            assert found.how or found.support is Support.READ, f"{component.name}.{column.name}"


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_instances_are_those_of_the_contract(runtime: str) -> None:
    contract = load_contract()
    for name, entry in load_support(runtime).components.items():
        assert set(entry.instances or ()) <= set(contract.component(name).instances), name


# What public reports and the runtimes' own documentation say.
SAID = [
    ("newton", "PhysicsMaterialAPI", "physics:staticFriction", Support.IGNORED),
    ("newton", "PhysicsDriveAPI", "physics:type", Support.DEFAULTED),
    ("newton", "PhysxJointAPI", "physxJoint:armature", Support.IGNORED),
    ("newton", "NewtonMimicAPI", "newton:mimicCoef0", Support.CONVERTED),
    ("ovphysx", "PhysxJointAPI", "physxJoint:armature", Support.IGNORED),
    ("ovphysx", "PhysicsCollisionGroup", "physics:invertFilteredGroups", Support.IGNORED),
    ("ovphysx", "NewtonActuator", "newton:targets", Support.IGNORED),
    ("openusd", "PhysicsMassAPI", "physics:mass", Support.IGNORED),
    ("openusd", "PhysicsJointStateAPI", "physics:position", Support.IGNORED),
    ("mujoco", "NewtonMimicAPI", "newton:mimicCoef0", Support.READ),
    ("mujoco", "PhysicsMaterialAPI", "physics:restitution", Support.IGNORED),
]


@pytest.mark.parametrize(("runtime", "component", "column", "support"), SAID)
def test_what_is_known(runtime: str, component: str, column: str, support: Support) -> None:
    assert load_support(runtime).cell(component, column).support is support


def test_cells_without_their_api_are_ignored() -> None:
    found = load_support("openusd").cell("PhysicsDriveAPI", "physics:damping", instance="angular", applied=False)
    assert found.support is Support.IGNORED
    assert "not applied" in found.how


def test_cells_of_unknown_instances_are_ignored() -> None:
    """OpenUSD's parser looks at limits of D6 joints only; `angular` is not one of theirs."""
    found = load_support("openusd").cell("PhysicsLimitAPI", "physics:low", instance="angular")
    assert found.support is Support.IGNORED
    assert "angular" in found.how


def test_unknown_runtime() -> None:
    with pytest.raises(SupportError, match="did you mean 'newton'"):
        load_support("newtonn")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[components.PhysicsJont]\nrest = 'read'\n" + EVERYTHING, "no component 'PhysicsJont'; did you mean"),
        ("[components.PhysicsScene]\nread = ['physics:gravity']\nrest = 'read'\n" + EVERYTHING, "physics:gravityMag"),
        ("[components.PhysicsScene]\nread = ['physics:gravityMagnitude']\n" + EVERYTHING, "nothing said about"),
        ("[components.PhysicsScene]\nrest = 'used'\n" + EVERYTHING, "components.PhysicsScene.rest"),
        ("[components]\n" + EVERYTHING.replace('"*"', '"Physiks*"'), "Physiks*: no component has such a name"),
        ("[components", "TOML"),
    ],
)
def test_faults_are_named(text: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "made.toml").write_text(HEAD + text, encoding="utf-8")
    with pytest.raises(SupportError, match=r"made\.toml") as raised:
        load_support("made", folder=tmp_path)
    assert expected in str(raised.value) or expected == "TOML"


def test_a_column_named_twice(tmp_path: Path) -> None:
    entry = "[components.PhysicsScene]\nread = ['physics:gravityMagnitude']\nrest = 'read'\n"
    entry += "converted = { 'physics:gravityMagnitude' = 'how' }\n"
    (tmp_path / "made.toml").write_text(HEAD + entry + EVERYTHING, encoding="utf-8")
    with pytest.raises(SupportError, match="named more than once: physics:gravityMagnitude"):
        load_support("made", folder=tmp_path)
