"""`contract`: the list, the pages and their JSON, against the contract's files and USD's schema text."""

from __future__ import annotations

from importlib import resources

import pytest
from command_scenes import answer_text, grid_rows

from columnar.commands import CommandError, contract_page
from columnar.reports import json_text
from schemas.contract import load_contract

CONTRACT = load_contract()
FILES = sorted(f.name.removesuffix(".toml") for f in (resources.files("spec") / "components").iterdir())
FILES = [name for name in FILES if not name.startswith("_")]


def test_every_component_file_is_listed() -> None:
    assert sorted(grid_rows(contract_page(CONTRACT).blocks(), "contract")) == FILES


def test_the_whole_contract_is_data() -> None:
    data = contract_page(CONTRACT).data()
    assert sorted(data["components"]) == FILES
    assert data["version"] == CONTRACT.version
    json_text(data)


def test_a_page_gives_usd_fallbacks_and_units() -> None:
    # usdPhysics/schema.usda: force drives; maxForce inf; stiffness 0, torque per degree on rotational axes.
    columns = grid_rows(contract_page(CONTRACT, "PhysicsDriveAPI").blocks(), "columns")
    by_name = {row[0]: row for row in columns.values()}
    kind, usd_type, units, fallback, *_ = by_name["physics:stiffness"][1:]
    assert (kind, usd_type, fallback) == ("float32", "float", "0.0")
    assert "deg" in units
    assert by_name["physics:maxForce"][4] == "inf"
    assert by_name["physics:type"][4] == "force"


def test_a_page_tells_kind_chain_and_rules() -> None:
    facts = grid_rows(contract_page(CONTRACT, "PhysicsDriveAPI").blocks()[1:], "")
    assert facts["kind"] == ("API schema, multiple-apply",)
    assert facts["property prefix"] == ("drive:<inst>:",)
    chain = grid_rows(contract_page(CONTRACT, "PhysicsRevoluteJoint").blocks()[1:], "")["type chain"]
    assert chain[0].split(", ")[0] == "PhysicsJoint"


@pytest.mark.parametrize("name", FILES)
def test_every_page_prints_all_it_has(name: str) -> None:
    component = CONTRACT.component(name)
    text = answer_text(contract_page(CONTRACT, name).blocks())
    for part in [*component.notes, *(item.note for item in component.interactions)]:
        assert part in text
    for column in component.columns:
        assert column.doc in text
        assert column.absent in text


@pytest.mark.parametrize("name", FILES)
def test_every_record_and_schema_is_json(name: str) -> None:
    json_text(contract_page(CONTRACT, name).data())
    json_text(contract_page(CONTRACT, name, json_schema=True).data())


def test_infinite_fallbacks_are_strings() -> None:
    columns = contract_page(CONTRACT, "PhysicsJoint").data()["columns"]
    assert {c["name"]: c["fallback"] for c in columns}["physics:breakForce"] == "inf"


def test_an_unknown_component_is_named_with_its_neighbours() -> None:
    with pytest.raises(CommandError, match="no component 'PhysicsJiont'; did you mean 'PhysicsJoint'"):
        contract_page(CONTRACT, "PhysicsJiont")
