"""What the direct reader leaves to others, each with its reason; and what looks alike and is read."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from pxr import Usd

from populate.readers import Instancing, LoadPayloads, PopulateOptions
from populate.readers.crate import read_crate
from tests.populate.readers.direct.reader_equality import assert_readers_agree, decline, layer_file

BODY = """def Xform "b" ({metadata}
    prepend apiSchemas = ["PhysicsRigidBodyAPI"]
)
{{
    {content}
}}
"""

COMPOSED = {
    "references": "prepend references = @other.usda@</b>",
    "payloads": "prepend payload = @other.usda@</b>",
    "inherits": "prepend inherits = </_class>",
    "specializes": "prepend specializes = </_class>",
    "variant selections": 'variants = { string size = "small" }',
    "value clips": 'clips = { dictionary default = { string primPath = "/b" } }',
}


@pytest.mark.parametrize("reason", COMPOSED)
def test_arcs_are_declined_by_name(reason: str, tmp_path: Path) -> None:
    text = BODY.format(metadata=COMPOSED[reason], content="")
    assert decline(layer_file(text, tmp_path / "layer.usdc")) == reason


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("subLayers = [@other.usda@]", "sublayers"),
        ("relocates = { </b/a>: </b/c> }", "relocates"),
        ('expressionVariables = { string name = "x" }', "expression variables"),
        ('fallbackPrimTypes = { token[] AcmeBody = ["Xform"] }', "fallback prim types"),
    ],
)
def test_layer_metadata_that_changes_meaning_is_declined(header: str, reason: str, tmp_path: Path) -> None:
    text = f"#usda 1.0\n(\n    {header}\n)\n" + BODY.format(metadata="", content="")
    assert decline(layer_file(text, tmp_path / "layer.usdc")) == reason


def test_variant_sets_are_declined(tmp_path: Path) -> None:
    text = 'def "a" (\n    prepend variantSets = "size"\n) { variantSet "size" = { "small" {} } }'
    assert decline(layer_file(text, tmp_path / "layer.usdc")) == "variant sets"


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ("float physics:x.spline = { bezier,\n1: 5,\n}", "spline"),
        ('pathExpression physics:x = "//a"', "pathExpression"),
    ],
)
def test_values_that_are_not_decoded_are_declined(content: str, part: str, tmp_path: Path) -> None:
    text = BODY.format(metadata="", content=content)
    assert part in decline(layer_file(text, tmp_path / "layer.usdc"))


COLLIDER = 'prepend apiSchemas = ["PhysicsCollisionAPI", "MaterialBindingAPI"]'
MATERIAL = 'def Material "m" (prepend apiSchemas = ["PhysicsMaterialAPI"]) {}\n'
GROUP = 'def Cube "c" (prepend apiSchemas = ["PhysicsCollisionAPI"]) {}\ndef PhysicsCollisionGroup "g" { %s }\n'
ODDITIES = {
    "an attribute under the name material:binding": MATERIAL
    + BODY.format(metadata=COLLIDER, content='token material:binding = "m"'),
    "an attribute under the name material:binding:physics": MATERIAL
    + BODY.format(metadata=COLLIDER, content="int material:binding:physics"),
    "material:binding that names another property": MATERIAL
    + BODY.format(metadata=COLLIDER, content="rel material:binding = </m.x>"),
    "material bindings of collections": MATERIAL
    + BODY.format(metadata=COLLIDER, content="rel material:binding:collection:c = [</m>, </b>]"),
    "an attribute under the name collection:colliders:excludes": GROUP % "int collection:colliders:excludes",
    "a collection that includes properties or other collections": GROUP % "rel collection:colliders:includes = </c.x>",
    "collection:colliders:includeRoot authored as half3": GROUP % "half3 collection:colliders:includeRoot = (1, 1, 1)",
    "xformOpOrder authored as token": 'def Xform "b" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])'
    ' { uniform token xformOpOrder = "a" }',
    "the type name __AnyType__": 'def __AnyType__ "b" {}',
    "an order of properties on a layer with unknown prim types": 'def AcmeBody "b" { reorder properties = ["b", "a"] }',
}


@pytest.mark.parametrize("reason", ODDITIES)
def test_oddities_that_openusd_must_judge_are_declined(reason: str, tmp_path: Path) -> None:
    assert decline(layer_file(ODDITIES[reason], tmp_path / "layer.usdc")) == reason


@pytest.mark.parametrize(
    ("options", "part"),
    [
        (PopulateOptions(root="/b"), "root"),
        (PopulateOptions(variants=("/b{size=small}",)), "variant"),
        (PopulateOptions(time=1.0), "time"),
    ],
)
def test_options_that_need_a_stage_are_declined(options: PopulateOptions, part: str, tmp_path: Path) -> None:
    file = layer_file(BODY.format(metadata="", content=""), tmp_path / "layer.usdc")
    assert part in decline(file, options)


@pytest.mark.parametrize("name", ["layer.usda", "missing.usdc", "folder.usdc", "text.usdc", "layer.arrow"])
def test_what_is_no_crate_file_is_declined(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder.usdc").mkdir()
    (tmp_path / "text.usdc").write_text("#usda 1.0\n")
    (tmp_path / "layer.usda").write_text("#usda 1.0\n")
    layer_file("", tmp_path / "crate.usdc").rename(tmp_path / "layer.arrow")
    assert decline(tmp_path / name) == "not a usdc file"


def test_more_names_of_properties_than_any_stage_has_are_declined(tmp_path: Path) -> None:
    content = "\n".join(f"int acme:p{number}" for number in range(10_001))
    text = BODY.format(metadata="", content=content)
    assert "10000 names of properties" in decline(layer_file(text, tmp_path / "layer.usdc"))


def test_a_layer_edited_in_memory_is_declined(tmp_path: Path) -> None:
    file = layer_file(BODY.format(metadata="", content=""), tmp_path / "layer.usdc")
    stage = Usd.Stage.Open(str(file))
    assert decline(file) == ""
    stage.DefinePrim("/more")
    assert "edited" in decline(file)


def test_a_list_of_children_that_differs_from_them_is_declined(tmp_path: Path) -> None:
    file = layer_file('def "aaaa" {}\ndef "bbbb" {}\n', tmp_path / "layer.usdc")
    data, crate = file.read_bytes(), read_crate(file.read_bytes())
    names = {crate.tokens.text(token): token for token in range(len(crate.tokens))}
    listed = struct.pack("<QII", 2, names["aaaa"], names["bbbb"])
    assert data.count(listed) == 1
    file.write_bytes(data.replace(listed, struct.pack("<QII", 2, names["aaaa"], names["aaaa"])))
    assert "primChildren" in decline(file)


HARMLESS = {
    "an instanceable prim without arcs": ("instanceable = true", ""),
    "kind, documentation and hidden": ('kind = "component"\n    doc = "text"\n    hidden = true', ""),
    "custom data and display names": ('customData = { int a = 1 }\n    displayName = "B"', ""),
    "connections": ("", "float physics:x.connect = </b.physics:y>"),
    "property order": ("", 'reorder properties = ["physics:b", "physics:a"]\n    float physics:a = 1'),
    "colour spaces and interpolation": ("", 'color3f[] primvars:x = [(1, 0, 0)] (interpolation = "constant")'),
}


@pytest.mark.parametrize("what", HARMLESS)
def test_what_changes_nothing_is_read(what: str, tmp_path: Path) -> None:
    metadata, content = HARMLESS[what]
    file = layer_file(BODY.format(metadata=metadata, content=content), tmp_path / "layer.usdc")
    assert decline(file) == ""
    assert_readers_agree(file)


def test_a_usd_file_that_holds_a_crate_is_read(tmp_path: Path) -> None:
    file = layer_file(BODY.format(metadata="", content=""), tmp_path / "layer.usdc").rename(tmp_path / "layer.usd")
    assert_readers_agree(file)
    assert_readers_agree(file, PopulateOptions(load=LoadPayloads.NONE, instancing=Instancing.SHARE))
