"""What USD may write into a layer: read as the composed reader reads it, or declined by name."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from pxr import Sdf

from populate import populate
from populate.readers import PopulateOptions
from tests.populate.readers.direct.drawn_layers import VALUE_TYPES, value_of
from tests.populate.readers.text.text_layers import assert_text_is_read_alike, decline_text, written

BODY = """def Xform "b" (
    prepend apiSchemas = ["PhysicsRigidBodyAPI", "PhysicsMassAPI"]
    %s
)
{
    %s
}
"""

READ = {
    "nothing": "",
    "a comment": "# a comment",
    "a block": "float physics:mass = None",
    "a declaration": "float physics:mass",
    "infinity": "float physics:mass = inf\n    float physics:density = -inf",
    "not a number": "float physics:mass = nan\n    float3 physics:diagonalInertia = (nan, 1, -inf)",
    "minus zero": "point3f physics:centerOfMass = (-0, 0, -0.0)",
    "exponents": "float physics:mass = 1e-5\n    float physics:density = 1.5e+20",
    "more than a float": "float physics:mass = 1e39\n    double acme:x = 1e400",
    "a number between two floats": "float physics:mass = 16777217",
    "as many digits as a double has": "double acme:x = 0.1000000000000000055511151231257827",
    "a number of another type": "double physics:mass = 3\n    int physics:density = -2",
    "a text of another type": 'token physics:mass = "heavy"',
    "a flag as an attribute of no column": "custom bool acme:flag = 1",
    "metadata of an attribute": 'float physics:mass = 1 (\n        doc = "how heavy"\n    )',
    "metadata of a declaration": "float physics:mass (\n        hidden = true\n    )",
    "an empty list of targets": "rel physics:simulationOwner = None",
    "a declared relationship": "rel physics:simulationOwner",
    "a missing target": "rel physics:simulationOwner = </gone/below>",
    "a property as target": "rel physics:simulationOwner = </gone.size>",
    "targets in one line": "rel physics:simulationOwner = [</b>, </c>]",
    "targets in several lines": "rel physics:simulationOwner = [\n        </b>,\n        </c>,\n    ]",
    "edits of targets": "rel acme:x\n    prepend rel acme:x = </b>\n    delete rel acme:x = </c>",
    "a prim inside": 'def Scope "inside"\n    {\n        over "é"\n        {\n        }\n    }',
}

DECLINED = {
    "an escape": ('token acme:x = "a\\\\b"', "acme:x in a form"),
    "single quotes": ("token acme:x = 'a'", "acme:x in a form"),
    "several lines": ('string acme:x = """a\nb"""', "several lines"),
    "a flag that is a word": ("bool acme:x = true", "acme:x in a form"),
    "an integer out of range": ("int acme:x = 3000000000", "acme:x in a form"),
    "a negative number without sign": ("uint acme:x = -1", "acme:x in a form"),
    "a fraction": ("int acme:x = 1.5", "acme:x in a form"),
    "a plus sign": ("float acme:x = +1", "acme:x in a form"),
    "too few lanes": ("float3 acme:x = (1, 2)", "acme:x in a form"),
    "two numbers": ("float acme:x = 1, 2", "acme:x in a form"),
    "an open list": ("float[] acme:x = [1, 2", "acme:x in a form"),
    "an unknown type": ("acme acme:x = 1", "values of type acme"),
    "a comment behind a value": ("float acme:x = 1 # heavy", "acme:x in a form"),
    "time samples": ("float acme:x.timeSamples = {\n        0: 1,\n    }", "not understood"),
    "a connection": ("float acme:x.connect = </b.y>", "not understood"),
    "a dictionary": ("dictionary acme:x = {\n    }", "not understood"),
    "a property twice": ("float acme:x = 1\n    float acme:x = 2", "twice"),
    "an attribute and a relationship of one name": ("float acme:x = 1\n    rel acme:x", "twice"),
    "a target twice": ("rel acme:x = [</b>, </b>]", "twice"),
    "a relative target": ("rel acme:x = <../c>", "not understood"),
    "a prim twice": ('def "c"\n    {\n    }\n    def "c"\n    {\n    }', "two prims at one path"),
    "a variant set": ('variantSet "size" = {\n    }', "not understood"),
    "an order of prims": ('reorder nameChildren = ["a"]', "values of type reorder"),
    "an end too many": ("}", "not understood"),
    "an end too few": ('def "c"\n    {', "ends too early"),
}

METADATA = {
    "": "",
    "instanceable = true": "",
    'kind = "component"': "",
    'doc = "what it is"': "",
    "active = false": "",
    'delete apiSchemas = ["PhysicsMassAPI"]': "",
    'append apiSchemas = ["AcmeAPI"]': "",
    "prepend references = @other.usda@": "references",
    "prepend payload = @other.usda@</a>": "payloads",
    "prepend inherits = </_class>": "inherits",
    "prepend specializes = </_class>": "specializes",
    'prepend variantSets = "size"': "variantSets",
    "customData = {": "customData",
    'apiSchemas = ["AcmeAPI"]': "explicit",
    'prepend apiSchemas = ["AcmeAPI"]': "edited twice",
}

HEADERS = {
    '(\n    defaultPrim = "b"\n    upAxis = "Y"\n    metersPerUnit = 0.01\n    kilogramsPerUnit = 2.5\n)': "",
    '(\n    doc = "a layer"\n    startTimeCode = 1\n    endTimeCode = 24\n)': "",
    "(\n    subLayers = [\n        @other.usda@\n    ]\n)": "sublayers",
    "(\n    customLayerData = {\n    }\n)": "customLayerData",
    "(\n    relocates = {\n    }\n)": "relocates",
    "(\n    expressionVariables = {\n    }\n)": "expressionVariables",
}


@pytest.mark.parametrize("what", READ)
def test_what_usd_writes_is_read_alike(what: str, tmp_path: Path) -> None:
    file = written(BODY % ("", READ[what]) + 'def "c"\n{\n}', tmp_path / "layer.usda")
    assert_text_is_read_alike(file)
    assert populate(file).reader == "text"


@pytest.mark.parametrize("what", DECLINED)
def test_other_forms_are_declined(what: str, tmp_path: Path) -> None:
    content, reason = DECLINED[what]
    assert reason in decline_text(written(BODY % ("", content), tmp_path / "layer.usda"))


@pytest.mark.parametrize("entry", METADATA)
def test_metadata_of_prims(entry: str, tmp_path: Path) -> None:
    file = written(BODY % (entry, "float physics:mass = 1"), tmp_path / "layer.usda")
    assert METADATA[entry] in decline_text(file)
    if not METADATA[entry]:
        assert_text_is_read_alike(file)


@pytest.mark.parametrize("header", HEADERS)
def test_metadata_of_the_layer(header: str, tmp_path: Path) -> None:
    file = written(BODY % ("", ""), tmp_path / "layer.usda", header=header)
    assert HEADERS[header] in decline_text(file)
    if not HEADERS[header]:
        assert_text_is_read_alike(file)


@pytest.mark.parametrize("type_name", VALUE_TYPES)
def test_values_of_every_type(type_name: str, tmp_path: Path) -> None:
    layer, random = Sdf.Layer.CreateAnonymous(".usda"), Random(type_name)
    for number in range(12):
        prim = Sdf.CreatePrimInLayer(layer, f"/p{number}")
        prim.specifier, prim.typeName = Sdf.SpecifierDef, "Xform"
        prim.SetInfo("apiSchemas", Sdf.TokenListOp.CreateExplicit(["PhysicsRigidBodyAPI"]))
        attribute = Sdf.AttributeSpec(prim, "physics:acme", Sdf.ValueTypeNames.Find(type_name))
        attribute.default = value_of(type_name, random)
    layer.Export(str(tmp_path / "layer.usda"))
    assert decline_text(tmp_path / "layer.usda") == ""
    assert_text_is_read_alike(tmp_path / "layer.usda")


@pytest.mark.parametrize(
    ("options", "part"),
    [(PopulateOptions(root="/b"), "root"), (PopulateOptions(time=1.0), "time")],
    ids=["root", "time"],
)
def test_options_that_need_a_stage_are_declined(options: PopulateOptions, part: str, tmp_path: Path) -> None:
    assert part in decline_text(written(BODY % ("", ""), tmp_path / "layer.usda"), options)


@pytest.mark.parametrize(
    "content", [b"", b"#usda 1.1\n", b"#usda 1.0\r\n", b"\xef\xbb\xbf#usda 1.0\n", b"#usda 1.0\n\xff"]
)
def test_other_files_are_declined(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "layer.usda").write_bytes(content)
    assert "usda file" in decline_text(tmp_path / "layer.usda")


def test_a_usd_file_that_holds_text_is_read(tmp_path: Path) -> None:
    assert_text_is_read_alike(written(BODY % ("", "float physics:mass = 2"), tmp_path / "layer.usd"))


def test_paths_out_of_proportion_are_declined(tmp_path: Path) -> None:
    name, depth = "n" * 2000, 300
    inner = "".join(f'def "c{number}"\n{{\n}}\n' for number in range(200))
    body = f'def "{name}"\n{{\n' * depth + inner + "}\n" * depth
    assert "far longer than the file" in decline_text(written(body, tmp_path / "layer.usda"))


@pytest.mark.parametrize(("elements", "reason"), [(900, ""), (1100, "more than 1000 elements")])
def test_targets_far_down(elements: int, reason: str, tmp_path: Path) -> None:
    body = f"rel acme:x = <{'/a' * elements}>\n    rel acme:y = <{'/a' * elements}.z>"
    assert reason in decline_text(written(BODY % ("", body), tmp_path / "layer.usda"))


@pytest.mark.parametrize("text", ["#usda 1.0\n", "#usda 1.0\n\n", '#usda 1.0\n(\n    upAxis = "Z"\n)\n'])
def test_a_layer_of_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / "layer.usda").write_text(text)
    assert_text_is_read_alike(tmp_path / "layer.usda")
