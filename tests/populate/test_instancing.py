"""Native instances: expanded as if nothing had been instanceable, or shared as the reference producer keeps them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from instanced_stages import STAGES
from populate_digests import digests

from columnar import Scene, cells
from populate import populate
from tests.stage_text import report_codes, scene_of

INSTANCEABLE = "instanceable = true"

ARM_ALONE = """
class Xform "Arm"
{
    def Xform "link" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]) {}
}
"""

INSTANCE_OF_ARM = """
    def "arm" (instanceable = true
        references = </Arm>) {}
"""


def plain(body: str) -> str:
    """The same stage with its instances taken apart."""
    assert INSTANCEABLE in body
    return body.replace(INSTANCEABLE, "instanceable = false")


@pytest.mark.parametrize("name", STAGES)
def test_expanding_gives_the_cells_of_the_stage_without_instances(name: str) -> None:
    expanded, expected = scene_of(STAGES[name]), scene_of(plain(STAGES[name]))

    assert cells(expanded) == cells(expected)
    assert report_codes(expanded) == report_codes(expected)
    for table in set(expected.tables) - {"prim"}:
        assert expanded.rows(table).equals(expected.rows(table)), table


def test_only_what_is_below_an_instance_root_is_from_an_instance() -> None:
    scene = scene_of(STAGES["nested"])
    marked = {scene.paths[row["prim"]]: row["from_instance"] for row in scene.table("prim").to_pylist()}
    assert {path for path, inside in marked.items() if not inside} == {
        "/",
        "/World",
        "/World/a",
        "/World/b",
        "/World/lone",
    }
    assert "/World/a/left/link/shape" in marked
    assert not any(row["from_instance"] for row in scene_of(plain(STAGES["nested"])).table("prim").to_pylist())


def test_relationships_are_remapped_into_each_instance() -> None:
    found = cells(scene_of(STAGES["nested"]))
    for root in ("/World/a", "/World/b", "/World/lone", "/World/a/left", "/World/a/right", "/World/b/left"):
        assert found[f"{root}/hinge"]["physics:body0"] == [f"{root}/site"]
        assert found[f"{root}/hinge"]["physics:body1"] == [f"{root}/link"]


def test_world_matrices_follow_the_instances() -> None:
    found = cells(scene_of(STAGES["nested"]))
    assert found["/World/b/right/link"]["omni:fabric:worldMatrix"][12:15] == [21.0, 0.25, 0.1]


SHARED = {
    "/World/a": "/__Prototype_1",
    "/World/b": "/__Prototype_1",
    "/World/lone": "/__Prototype_2",
    "/__Prototype_1/left": "/__Prototype_2",
    "/__Prototype_1/right": "/__Prototype_2",
}


def test_sharing_keeps_each_prototype_once_and_numbers_them_by_their_first_instance() -> None:
    """The hand counts at /World/a, the finger at /World/a/left."""
    found = shared("nested")
    assert {path: row["_protoPath"] for path, row in found.items() if "_protoPath" in row} == SHARED
    assert {path.split("/")[1] for path in found} == {"", "World", "__Prototype_1", "__Prototype_2"}
    assert [path for path in found if path.endswith("/hinge")] == ["/__Prototype_1/hinge", "/__Prototype_2/hinge"]


def test_shared_instance_roots_bear_the_instance_type() -> None:
    found = shared("nested")
    for path in ("/World/a", "/World/b", "/World/lone"):
        assert found[path]["usd-prim-type"] == "XformInstance"
        assert found[path]["usd-schemas"] == ["GeomInstanceAPI", "GeomInstanceRootAPI"]
    assert "usd-prim-type" not in found["/__Prototype_1"]


def test_relationships_inside_a_shared_prototype_stay_inside() -> None:
    found = shared("nested")
    assert found["/__Prototype_2/hinge"]["physics:body0"] == ["/__Prototype_2/site"]
    assert found["/__Prototype_1/hinge"]["physics:body1"] == ["/__Prototype_1/link"]


def test_targets_inside_shared_instances_are_kept_as_they_stand() -> None:
    scene = scene_of(STAGES["targeted from outside"], instancing="share")
    found = cells(scene)
    assert found["/weld"]["physics:body0"] == ["/World/r1/link"]
    assert "/World/r1/link" not in found
    assert kinds(scene)["/World/r1/link"] == "prim"


def test_prototypes_are_marked_among_the_paths() -> None:
    found = kinds(scene_of(STAGES["nested"], instancing="share"))
    assert [path for path, kind in found.items() if kind == "prototype"] == ["/__Prototype_1", "/__Prototype_2"]


@pytest.mark.parametrize("name", STAGES)
def test_sharing_holds_nothing_of_instances_but_their_roots(name: str) -> None:
    scene = scene_of(STAGES[name], instancing="share")
    assert not any(row["from_instance"] for row in scene.table("prim").to_pylist())
    assert not [path for path in cells(scene) if path.startswith("/World/r0/")]


def test_prototypes_without_an_instance_below_the_root_are_left_out() -> None:
    scene = scene_of(STAGES["nested"], instancing="share", root="/World/lone")
    assert {path.split("/")[1] for path in cells(scene)} == {"", "World", "__Prototype_1"}
    assert cells(scene)["/World/lone"]["_protoPath"] == "/__Prototype_1"


def test_prototypes_of_abstract_instances_alone_are_left_out() -> None:
    body = 'class "Cell"\n{' + INSTANCE_OF_ARM + "}\n"
    assert list(cells(scene_of(ARM_ALONE + body, instancing="share"))) == ["/"]


def test_reports_name_prims_by_paths_that_do_not_change() -> None:
    """Below an instance by its proxy, below a shared prototype by the prototype's stable name."""
    odd = STAGES["flat"].replace("float drive", "double drive")
    code, column = "mistyped", "drive:angular:physics:stiffness"
    expanded = [path for path, name, found in report_codes(scene_of(odd)) if (name, found) == (column, code)]
    assert expanded == ["/World/r0/hinge", "/World/r1/hinge", "/World/r2/hinge"]
    assert ("/__Prototype_1/hinge", column, code) in report_codes(scene_of(odd, instancing="share"))


BROKEN = """
class Xform "Arm{n}"
{{
    def Xform "link" (prepend apiSchemas = ["PhysicsRigidBodyAPI"]
        references = </gone>)
    {{
    }}

    def "cargo" (payload = @./gone.usda@)
    {{
    }}

    def "choice" (prepend variantSets = "size")
    {{
        variantSet "size" = {{
            "small" {{
            }}
        }}
    }}
}}

def Xform "World{n}"
{{
    def "a" (instanceable = true
        references = </Arm{n}>)
    {{
    }}

    def "b" (instanceable = true
        references = </Arm{n}>)
    {{
    }}
}}
"""


@pytest.mark.parametrize("load", ["all", "none"])
def test_what_is_odd_inside_an_instance_is_reported_for_each(load: str) -> None:
    """OpenUSD itself names only the instance at which it composed the prototype, another one on every run."""
    body = "".join(BROKEN.format(n=n) for n in range(4))
    expanded, expected = scene_of(body, load=load), scene_of(plain(body), load=load)
    assert report_codes(expanded) == report_codes(expected)
    assert {code for path, _, code in report_codes(expanded) if path.startswith("/World0/b/")} == {
        "reference_unresolved",
        "variant_unselected",
        *(["payload_unloaded"] if load == "none" else []),
    }


def test_what_is_odd_inside_a_shared_prototype_is_reported_once() -> None:
    found = report_codes(scene_of(BROKEN.format(n=0), instancing="share"))
    assert ("/__Prototype_1/choice", None, "variant_unselected") in found
    assert ("/__Prototype_1/link", None, "reference_unresolved") in found
    assert not [path for path, _, _ in found if path.startswith("/World")]


def test_a_payload_loaded_inside_instances_is_not_missing(tmp_path: Path) -> None:
    (tmp_path / "cargo.usda").write_text('#usda 1.0\n(\n    defaultPrim = "x"\n)\ndef PhysicsScene "x"\n{\n}\n')
    body = BROKEN.format(n=0).replace("gone.usda", "cargo.usda")
    (tmp_path / "stage.usda").write_text("#usda 1.0\n" + body)
    scene = populate(tmp_path / "stage.usda").scene
    assert "payload_unloaded" not in {code for _, _, code in report_codes(scene)}
    assert cells(scene)["/World0/b/cargo"]["usd-prim-type"] == "PhysicsScene"


def test_names_of_prototypes_do_not_change_from_run_to_run(tmp_path: Path) -> None:
    """OpenUSD numbers prototypes in the order in which its threads find them."""
    text = "".join(BROKEN.format(n=n) for n in range(12))
    for n in range(12):
        text += re.sub("World|Hand|Finger", rf"\g<0>_{n}", STAGES["nested"])
    (tmp_path / "stage.usda").write_text("#usda 1.0\n" + text)
    found = digests([tmp_path / "stage.usda"], ["shared", "expanded"], modes=["plain"] * 4)
    assert found == [found[0]] * 4


def shared(name: str) -> dict[str, dict[str, Any]]:
    """Cells of a stage with shared instances."""
    return cells(scene_of(STAGES[name], instancing="share"))


def kinds(scene: Scene) -> dict[str, str]:
    """Kind by path."""
    return {row["name"]: row["kind"] for row in scene.table("path").to_pylist()}
