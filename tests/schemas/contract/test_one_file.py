"""Adding a component is adding one TOML file: the columns, their metadata, JSON schema and page follow from it."""

from __future__ import annotations

import shutil
from importlib import resources
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pxr import Usd

from columnar import Scene, cells
from columnar.commands import contract_page
from populate import populate
from schemas.contract import Contract, cells_json_schema, load_contract

MAGNET = """
name = "{name}"
kind = "api_schema"
source = "acme"
doc = "Pulls at a prim."
selects = true
{form}

[[columns]]
name = "acme:strength"
bit = 0
dtype = "float32"
usd_type = "float"
units = "mass*length/s^2"
fallback = 2.5
producer = "resolved"
doc = "The pull at unit distance."
absent = "No pull."

[[columns]]
name = "acme:reach"
bit = 4
dtype = "float32"
usd_type = "float"
fallback = -1.0
producer = "resolved"
when_unauthored = {{ coefficient = 3.0, meters_per_unit = -1 }}

[[columns]]
name = "acme:pole"
bit = 1
dtype = "uint64"
semantic = "TOKEN_ID"
usd_type = "token"
tokens = ["south", "north"]
fallback = "north"
producer = "resolved"

[[columns]]
name = "acme:pulls"
bit = 2
dtype = "uint64"
array = true
semantic = "RELATIONSHIP_PATH_ID"
usd_type = "rel"
producer = "authored_only"
"""

FORMS = {"AcmeMagnetAPI": "", "AcmeCoilAPI": 'multiple_apply = true\nproperty_prefix = "acmeCoil"'}

STAGE = """#usda 1.0
(
    metersPerUnit = 0.5
)

def Xform "plain" (prepend apiSchemas = ["{api}"])
{{
}}

def Xform "spoken" (prepend apiSchemas = ["{api}"])
{{
    float {prefix}acme:strength = 7
    float {prefix}acme:reach = None
    token {prefix}acme:pole = "west"
    rel {prefix}acme:pulls = [</plain>, </gone>]
}}
"""


@pytest.fixture(params=FORMS)
def name(request: pytest.FixtureRequest) -> str:
    """The new component: once an API of its own, once a multiple-apply one."""
    return str(request.param)


@pytest.fixture
def contract(name: str, tmp_path: Path) -> Contract:
    """The shipped contract and one file more."""
    with resources.as_file(resources.files("spec")) as shipped:
        shutil.copytree(shipped, tmp_path / "spec")
    text = MAGNET.format(name=name, form=FORMS[name])
    (tmp_path / "spec" / "components" / f"{name}.toml").write_text(text, encoding="utf-8")
    return load_contract(tmp_path / "spec")


@pytest.fixture
def scene(name: str, contract: Contract) -> Scene:
    """A stage that uses the component, populated."""
    multiple = contract.component(name).multiple_apply
    names = {"api": f"{name}:rear", "prefix": "acmeCoil:rear:"} if multiple else {"api": name, "prefix": ""}
    stage = Usd.Stage.CreateInMemory()
    stage.GetRootLayer().ImportFromString(STAGE.format(**names))
    return populate(stage, contract=contract).scene


def test_its_prims_get_typed_rows(name: str, scene: Scene) -> None:
    rows = scene.table(name).to_pylist()

    assert [scene.paths[row["prim"]] for row in rows] == ["/plain", "/spoken"]
    assert [row.get("instance") for row in rows] == [None, None] if name == "AcmeMagnetAPI" else ["rear", "rear"]
    assert [row["listed"] for row in rows] == [True, True]
    assert [row["acme:strength"] for row in rows] == [2.5, 7.0]
    assert [row["acme:reach"] for row in rows] == [6.0, 6.0]
    assert [row["acme:pole"] for row in rows] == ["north", "west"]
    assert [targets(scene, row["acme:pulls"]) for row in rows] == [None, ["/plain", "/gone"]]


def test_masks_use_its_bits(name: str, scene: Scene) -> None:
    assert scene.column(name, "authored").values.tolist() == [0, 1 << 0 | 1 << 1 | 1 << 2]
    assert scene.column(name, "blocked").values.tolist() == [0, 1 << 4]


def test_its_tokens_are_in_the_order_of_the_file(name: str, scene: Scene) -> None:
    assert scene.column(name, "acme:pole").tokens == ("south", "north", "west")


def test_its_cells_have_full_names(name: str, scene: Scene) -> None:
    prefix = "" if name == "AcmeMagnetAPI" else "acmeCoil:rear:"
    assert cells(scene)["/spoken"][f"{prefix}acme:strength"] == 7.0
    assert cells(scene)["/spoken"][f"{prefix}acme:pulls"] == ["/plain", "/gone"]


def test_it_is_a_known_schema(name: str, scene: Scene) -> None:
    published = cells(scene)["/plain"]["usd-schemas"]
    assert published == (["AcmeMagnetAPI"] if name == "AcmeMagnetAPI" else ["AcmeCoilAPI", "AcmeCoilAPI:rear"])
    assert "unregistered" not in cells(scene)["/plain"]
    assert not scene.table("report").num_rows


def test_its_fields_carry_its_facts(name: str, scene: Scene) -> None:
    field = scene.table(name).schema.field("acme:strength")
    assert field.type == pa.float32()
    prefix = b"" if name == "AcmeMagnetAPI" else b"acmeCoil:<inst>:"
    assert field.metadata[b"name"] == prefix + b"acme:strength"
    assert field.metadata[b"units"] == b"mass*length/s^2"
    assert field.metadata[b"usd_type"] == b"float"


def test_it_has_a_json_schema_and_a_page(name: str, contract: Contract) -> None:
    schema = cells_json_schema(contract.component(name))
    declared: dict[str, Any] = {**schema.get("properties", {}), **schema.get("patternProperties", {})}
    assert schema["title"] == name
    assert len(declared) == 4
    assert contract_page(contract, name).data()["doc"] == "Pulls at a prim."
    assert name in contract_page(contract).data()["components"]


def test_without_the_file_it_is_unknown(name: str) -> None:
    stage = Usd.Stage.CreateInMemory()
    stage.GetRootLayer().ImportFromString(STAGE.format(api=name, prefix=""))
    scene = populate(stage).scene
    assert name not in scene.tables
    assert list(cells(scene)) == ["/"]


def targets(scene: Scene, ids: list[int] | None) -> list[str] | None:
    """Paths of a relationship cell."""
    return None if ids is None else [scene.paths[path] for path in ids]
