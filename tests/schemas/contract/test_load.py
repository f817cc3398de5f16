"""Reading a contract: every problem of every file in one message, and what may not be said twice."""

from __future__ import annotations

import shutil
from importlib import resources
from pathlib import Path

import pytest

from schemas.contract import ContractError, load_contract

COMPONENT = """
name = "AcmeHeaterAPI"
kind = "api_schema"
source = "acme"

[[columns]]
name = "acme:power"
bit = 0
dtype = "float32"
usd_type = "float"
producer = "resolved"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped contract to break."""
    with resources.as_file(resources.files("spec")) as shipped:
        shutil.copytree(shipped, tmp_path / "spec")
    return tmp_path / "spec"


def add(folder: Path, text: str, *, name: str = "AcmeHeaterAPI") -> None:
    """Add a component file."""
    (folder / "components" / f"{name}.toml").write_text(text, encoding="utf-8")


def problems(folder: Path) -> list[str]:
    """The lines of the error below its first."""
    with pytest.raises(ContractError) as refused:
        load_contract(folder)
    heading, *lines = str(refused.value).splitlines()
    assert heading == "the contract cannot be read:"
    return [line.strip() for line in lines]


def test_the_shipped_contract_is_loaded_once() -> None:
    assert load_contract() is load_contract()


def test_a_copy_is_the_same_contract(folder: Path) -> None:
    copy, shipped = load_contract(folder), load_contract()
    assert copy.components == shipped.components
    assert (copy.types, copy.apis, copy.settings) == (shipped.types, shipped.apis, shipped.settings)


def test_components_and_names_are_in_byte_order() -> None:
    contract = load_contract()
    for names in (contract.components, contract.types, contract.apis, [table.name for table in contract.tables]):
        assert list(names) == sorted(names, key=str.encode)


def test_blocks_have_no_table() -> None:
    tables = {table.name for table in load_contract().tables}
    assert set(load_contract().components) - tables == {"prim", "stage_units"}


def test_all_problems_of_all_files_are_listed(folder: Path) -> None:
    add(folder, COMPONENT.replace("float32", "float33").replace("bit = 0", "bit = 64"))
    add(folder, "name = ", name="Torn")
    (folder / "contract.toml").write_text("version = 1", encoding="utf-8")

    found = problems(folder)

    assert [line.partition(":")[0] for line in found].count("AcmeHeaterAPI.toml") == 2
    assert any(line.startswith("AcmeHeaterAPI.toml: columns.0.dtype: ") and "'float32'" in line for line in found)
    assert any(line.startswith("AcmeHeaterAPI.toml: columns.0.bit: ") and "less than 64" in line for line in found)
    assert any(line.startswith("Torn.toml: ") for line in found)
    assert any(line.startswith("contract.toml: format_version: ") for line in found)


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ('[[columns]]\nname = "acme:heat"\nbit = 0', "bit given to two columns: 0"),
        ('[[columns]]\nname = "acme:power"\nbit = 1', "name given to two columns: acme:power"),
    ],
)
def test_names_and_bits_are_given_once(folder: Path, extra: str, message: str) -> None:
    rest = '\ndtype = "float32"\nusd_type = "float"\nproducer = "resolved"\n'
    add(folder, COMPONENT + extra + rest)
    (line,) = problems(folder)
    assert line.partition(": ")[0] == "AcmeHeaterAPI.toml"
    assert line.endswith(message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('source = "acme"', 'source = "acme"\ncolor = 1', "AcmeHeaterAPI.toml: color: Extra inputs are not permitted"),
        ("bit = 0", "bit = 0\nbits = 2", "AcmeHeaterAPI.toml: columns.0.bits: Extra inputs are not permitted"),
        ("bit = 0", "bit = -1", "AcmeHeaterAPI.toml: columns.0.bit: Input should be greater than or equal to 0"),
        ('producer = "resolved"', "", "AcmeHeaterAPI.toml: columns.0.producer: Field required"),
        ("AcmeHeaterAPI", "AcmeCoolerAPI", "AcmeHeaterAPI.toml: name = 'AcmeCoolerAPI' must equal the file's name"),
    ],
)
def test_a_problem_says_file_place_and_what_is_expected(folder: Path, old: str, new: str, message: str) -> None:
    add(folder, COMPONENT.replace(old, new))
    assert problems(folder) == [message]


def test_a_multiple_apply_schema_needs_a_prefix(folder: Path) -> None:
    add(folder, COMPONENT.replace('source = "acme"', 'source = "acme"\nmultiple_apply = true'))
    (line,) = problems(folder)
    assert "a multiple-apply schema needs 'property_prefix'" in line


def test_a_folder_without_a_contract_names_what_is_missing(tmp_path: Path) -> None:
    names = ["contract.toml", "value_types.toml", "catalogue", "components"]
    assert [line.partition(":")[0] for line in problems(tmp_path)] == names


def test_an_unknown_component_names_the_nearest_ones() -> None:
    with pytest.raises(KeyError, match="no component 'PhysicsRigidBody'; did you mean 'PhysicsRigidBodyAPI'"):
        load_contract().component("PhysicsRigidBody")
