"""Options of populate: which part of a stage, which variants, which payloads; an open stage stays as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from pxr import Sdf, Usd

from columnar import cells
from populate import populate
from tests.stage_text import report_codes, scene_of, stage_of

HALL = """
def Material "ice" (prepend apiSchemas = ["PhysicsMaterialAPI"])
{
}

def Xform "hall" (prepend apiSchemas = ["MaterialBindingAPI"])
{
    rel material:binding:physics = </ice>
    double3 xformOp:translate = (5, 0, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]

    def Xform "cart" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
    {
        double3 xformOp:translate = (0, 1, 0)
        uniform token[] xformOpOrder = ["xformOp:translate"]

        def Cube "box" (prepend apiSchemas = ["PhysicsCollisionAPI"])
        {
        }

        def PhysicsFixedJoint "weld"
        {
            rel physics:body0 = </hall/cart>
            rel physics:body1 = </hall/wall>
        }
    }

    def Xform "wall" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])
    {
    }
}

def PhysicsScene "scene"
{
}
"""


def test_a_root_leaves_out_everything_beside_it() -> None:
    assert list(cells(scene_of(HALL, root="/hall/cart"))) == [
        "/",
        "/hall",
        "/hall/cart",
        "/hall/cart/box",
        "/hall/cart/weld",
    ]


def test_below_a_root_the_cells_are_those_of_the_whole_stage() -> None:
    """Transforms of the ancestors, materials and targets outside included."""
    part, whole = cells(scene_of(HALL, root="/hall/cart")), cells(scene_of(HALL))
    for path in ("/hall/cart", "/hall/cart/box", "/hall/cart/weld"):
        assert part[path] == whole[path]
    assert part["/hall/cart/box"]["omni:fabric:worldMatrix"][12:15] == [5.0, 1.0, 0.0]
    assert part["/hall/cart/box"]["material:binding:physics"] == ["/ice"]
    assert part["/hall/cart/weld"]["physics:body1"] == ["/hall/wall"]


def test_a_target_outside_the_root_is_a_prim_without_row() -> None:
    kinds = {row["name"]: row["kind"] for row in scene_of(HALL, root="/hall/cart").table("path").to_pylist()}
    assert (kinds["/hall/wall"], kinds["/ice"]) == ("prim", "prim")


def test_what_is_odd_beside_the_root_is_not_reported() -> None:
    body = HALL.replace('"hall" (', '"hall" (references = </gone>\n    ') + 'def "hall2" (references = </gone>)\n{\n}\n'
    assert report_codes(scene_of(body, root="/hall/cart")) == [("/hall", None, "reference_unresolved")]
    assert len(report_codes(scene_of(body))) == 2


@pytest.mark.parametrize("root", ["/", None])
def test_the_pseudo_root_is_the_whole_stage(root: str | None) -> None:
    assert cells(scene_of(HALL, root=root)) == cells(scene_of(HALL))


def test_a_root_inside_an_instance() -> None:
    stage = 'def "two" (instanceable = true\n    references = </hall>) {\n}\n' + HALL
    found = cells(scene_of(stage, root="/two/cart"))
    assert set(found) == {"/", "/two", "/two/cart", "/two/cart/box", "/two/cart/weld"}
    assert found["/two/cart/weld"]["physics:body1"] == ["/two/wall"]


CHOICES = """
def Xform "robot" (
    variants = {
        string physics = "none"
    }
    prepend variantSets = "physics"
)
{
    variantSet "physics" = {
        "none" {
        }
        "rigid" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]
            prepend variantSets = "start"
        ) {
            variantSet "start" = {
                "asleep" {
                    bool physics:startsAsleep = true
                }
                "awake" {
                    bool physics:startsAsleep = false
                }
            }
        }
    }
}
"""


def test_a_variant_is_selected_on_top_of_the_authored_selection() -> None:
    assert "/robot" not in cells(scene_of(CHOICES))
    for variants in (["/robot{physics=rigid}"], "/robot{physics=rigid}"):
        assert cells(scene_of(CHOICES, variants=variants))["/robot"]["physics:startsAsleep"] is False


def test_a_variant_inside_a_selected_one_can_be_selected_too() -> None:
    variants = ["/robot{physics=rigid}", "/robot{start=asleep}"]
    assert cells(scene_of(CHOICES, variants=variants))["/robot"]["physics:startsAsleep"] is True


def test_selecting_variants_leaves_the_open_stage_alone() -> None:
    stage = stage_of(CHOICES)
    stage.SetEditTarget(stage.GetSessionLayer())
    layers = {layer: layer.ExportToString() for layer in stage.GetLayerStack()}

    populate(stage, variants=["/robot{physics=rigid}"])

    assert {layer: layer.ExportToString() for layer in stage.GetLayerStack()} == layers
    assert stage.GetPrimAtPath("/robot").GetVariantSet("physics").GetVariantSelection() == "none"
    assert stage.GetEditTarget() == Usd.EditTarget(stage.GetSessionLayer())


def test_variants_keep_the_session_edits_of_the_open_stage() -> None:
    stage = stage_of(CHOICES)
    with Usd.EditContext(stage, stage.GetSessionLayer()):
        stage.DefinePrim("/scene", "PhysicsScene")
    assert "/scene" in cells(populate(stage, variants=["/robot{physics=rigid}"]).scene)


@pytest.fixture
def loadable(tmp_path: Path) -> Path:
    """A stage file whose robot is a payload, beside a scene of its own."""
    body = 'def Xform "robot" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])\n{\n}\n'
    (tmp_path / "robot.usda").write_text("#usda 1.0\n" + body)
    payload = 'def "robot" (payload = @./robot.usda@</robot>)\n{\n}\ndef PhysicsScene "scene"\n{\n}\n'
    (tmp_path / "stage.usda").write_text("#usda 1.0\n" + payload)
    return tmp_path / "stage.usda"


def test_payloads_are_loaded_unless_asked_otherwise(loadable: Path) -> None:
    everything, nothing = populate(loadable).scene, populate(loadable, load="none").scene
    assert list(cells(everything)) == ["/", "/robot", "/scene"]
    assert list(cells(nothing)) == ["/", "/scene"]
    assert report_codes(everything) == []
    assert report_codes(nothing) == [("/robot", None, "payload_unloaded")]


def test_an_unloaded_payload_is_a_prim_all_the_same(loadable: Path) -> None:
    kinds = {row["name"]: row["kind"] for row in populate(loadable, load="none").scene.table("path").to_pylist()}
    assert kinds["/robot"] == "prim"


def test_an_open_stage_keeps_what_it_has_loaded(loadable: Path) -> None:
    loaded = Usd.Stage.Open(str(loadable))
    populate(loaded, load="none")
    assert [str(path) for path in loaded.GetLoadSet()] == ["/robot"]

    unloaded = Usd.Stage.Open(str(loadable), Usd.Stage.LoadNone)
    assert report_codes(populate(unloaded).scene) == [("/robot", None, "payload_unloaded")]
    assert not unloaded.GetLoadSet()


@pytest.mark.usefixtures("loadable")
def test_selecting_variants_loads_and_unmutes_nothing(tmp_path: Path) -> None:
    (tmp_path / "muted.usda").write_text('#usda 1.0\ndef PhysicsScene "muted"\n{\n}\n')
    root = Sdf.Layer.CreateNew(str(tmp_path / "root.usda"))
    root.subLayerPaths = ["./muted.usda", "./stage.usda"]
    stage = Usd.Stage.Open(root, Usd.Stage.LoadNone)
    stage.DefinePrim("/choice").GetVariantSets().AddVariantSet("size").AddVariant("small")
    stage.MuteLayer(str(tmp_path / "muted.usda"))

    scene = populate(stage, variants=["/choice{size=small}"]).scene

    assert list(cells(scene)) == ["/", "/scene"]


def test_a_masked_stage_stays_masked_when_variants_are_selected() -> None:
    whole = stage_of(CHOICES + HALL)
    stage = Usd.Stage.OpenMasked(whole.GetRootLayer(), Usd.StagePopulationMask(["/robot"]))
    assert list(cells(populate(stage, variants=["/robot{physics=rigid}"]).scene)) == ["/", "/robot"]


def test_options_that_differ_from_the_defaults_are_recorded() -> None:
    assert scene_of(CHOICES).info["options"] == []
    options = {
        "root": "/robot",
        "variants": ["/robot{physics=rigid}"],
        "load": "none",
        "instancing": "share",
        "time": 2.5,
    }
    recorded = {(entry["name"], entry["value"]) for entry in scene_of(CHOICES, **options).info["options"]}
    assert recorded == {
        ("root", "/robot"),
        ("variant", "/robot{physics=rigid}"),
        ("load", "none"),
        ("instancing", "share"),
        ("time", "2.5"),
    }
