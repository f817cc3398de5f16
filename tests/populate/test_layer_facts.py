"""What a scene says of the layers that made it: names relative to the root layer, content hashes, no folder."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from populate_digests import digests
from pxr import Sdf, Usd

from columnar import Scene
from populate import populate
from tests.stage_text import stage_of

BODY = 'def Xform "body" (prepend apiSchemas = ["PhysicsRigidBodyAPI"])\n{\n}\n'

ELSEWHERE = Path("/dev/shm")

KEPT: list[Sdf.Layer] = []
"""Anonymous layers live as long as somebody holds them."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A stage of several layers below a folder whose name cannot be missed."""
    root = tmp_path / "unmistakable folder"
    (root / "parts" / "deep").mkdir(parents=True)
    (root / "parts" / "body.usda").write_text("#usda 1.0\n" + BODY)
    (root / "parts" / "deep" / "scene.usda").write_text('#usda 1.0\ndef PhysicsScene "scene"\n{\n}\n')
    (root / "shared.usda").write_text("#usda 1.0\n")
    (root / "stage.usda").write_text(
        '#usda 1.0\n(\n    defaultPrim = "robot"\n    subLayers = [@./shared.usda@, @parts/deep/scene.usda@]\n)\n'
        'def "robot" (references = @./parts/body.usda@</body>)\n{\n}\n'
    )
    return root


def layers(scene: Scene) -> dict[str, str]:
    """Content hash by identity."""
    return {layer["identity"]: layer["sha256"] for layer in scene.info["layers"]}


def test_layers_are_named_relative_to_the_root_layer(folder: Path) -> None:
    scene = populate(folder / "stage.usda").scene
    assert scene.info["root_layer"] == "stage.usda"
    assert list(layers(scene)) == ["stage.usda", "parts/body.usda", "parts/deep/scene.usda", "shared.usda"]
    assert scene.info["default_prim"] == "robot"


def test_hashes_are_those_of_the_files(folder: Path) -> None:
    for name, digest in layers(populate(folder / "stage.usda").scene).items():
        assert digest == hashlib.sha256((folder / name).read_bytes()).hexdigest()


def test_a_root_layer_in_a_subfolder_names_its_parents_layers(folder: Path) -> None:
    (folder / "parts" / "root.usda").write_text("#usda 1.0\n(\n    subLayers = [@../shared.usda@]\n)\n")
    assert list(layers(populate(folder / "parts" / "root.usda").scene)) == ["root.usda", "../shared.usda"]


@pytest.mark.parametrize("instancing", ["expand", "share"])
def test_no_folder_of_the_machine_is_in_the_file(folder: Path, tmp_path: Path, instancing: str) -> None:
    """Unresolved references and broken payloads included: OpenUSD names layers by their full path."""
    text = (
        "#usda 1.0\n(\n    subLayers = [@./gone/layer.usda@, @./shared.usda@]\n)\n"
        'def "a" (references = [@./parts/gone.usda@</x>, @./parts/body.usda@</nowhere>])\n{\n}\n'
        'def "b" (payload = @/unmistakable/elsewhere/gone.usda@)\n{\n}\n'
        'def "c" (references = </nothing>)\n{\n}\n'
        'def "d" (instanceable = true\n    references = @./parts/body.usda@</body>)\n{\n}\n' + BODY
    )
    (folder / "odd.usda").write_text(text)

    scene = populate(folder / "odd.usda", tmp_path / "scene.arrow", instancing=instancing).scene

    assert scene.table("report").num_rows >= 4
    content = (tmp_path / "scene.arrow").read_bytes()
    assert b"unmistakable" not in content
    assert str(tmp_path).encode() not in content


def test_the_folder_does_not_matter(folder: Path, tmp_path: Path) -> None:
    """A copy somewhere else gives the same file."""
    populate(folder / "stage.usda", tmp_path / "first.arrow")
    folder.rename(tmp_path / "moved")
    populate(tmp_path / "moved" / "stage.usda", tmp_path / "second.arrow")
    assert (tmp_path / "first.arrow").read_bytes() == (tmp_path / "second.arrow").read_bytes()


@pytest.mark.skipif(not ELSEWHERE.is_dir(), reason="needs a folder that shares no parent with the temporary one")
def test_a_layer_far_away_is_known_by_its_name(folder: Path) -> None:
    """The way from one end of the file system to the other would name the folders of both."""
    far = ELSEWHERE / f"{folder.parent.name}.usda"
    far.write_text("#usda 1.0\n" + BODY)
    try:
        (folder / "far.usda").write_text(f'#usda 1.0\ndef "a" (references = @{far}@</body>)\n{{\n}}\n')
        assert list(layers(populate(folder / "far.usda").scene)) == ["far.usda", far.name]
    finally:
        far.unlink()


def test_an_edit_in_memory_changes_the_hash(folder: Path) -> None:
    stage = Usd.Stage.Open(str(folder / "stage.usda"))
    before = layers(populate(stage).scene)
    stage.DefinePrim("/more", "PhysicsScene")
    after = layers(populate(stage).scene)
    assert {name for name in before if after[name] != before[name]} == {"stage.usda"}


def test_anonymous_layers_are_numbered_in_layer_stack_order() -> None:
    stage = stage_of(BODY)
    for text in ('def PhysicsScene "first"\n{\n}\n', 'def PhysicsScene "second"\n{\n}\n'):
        layer = Sdf.Layer.CreateAnonymous(".usda")
        layer.ImportFromString("#usda 1.0\n" + text)
        stage.GetRootLayer().subLayerPaths.append(layer.identifier)
        KEPT.append(layer)
    with Usd.EditContext(stage, stage.GetSessionLayer()):
        stage.DefinePrim("/session", "PhysicsScene")

    scene = populate(stage).scene

    assert scene.info["root_layer"] == "anonymous:0"
    assert list(layers(scene)) == ["anonymous:0", "anonymous:1", "anonymous:2"]
    text = KEPT[0].ExportToString().encode()
    assert layers(scene)["anonymous:1"] == hashlib.sha256(text).hexdigest()


def test_bytes_do_not_depend_on_where_anonymous_layers_lie_in_memory(tmp_path: Path) -> None:
    """OpenUSD names them by address, in sublayer lists, references and messages alike."""
    files = []
    for name in ("first", "second"):
        stage = stage_of(BODY)
        for prim in ("a", "b"):
            layer = Sdf.Layer.CreateAnonymous(".usda")
            layer.ImportFromString("#usda 1.0\n" + BODY + f'def PhysicsScene "{prim}"\n{{\n}}\n')
            KEPT.append(layer)
            stage.GetRootLayer().subLayerPaths.append(layer.identifier)
            stage.DefinePrim(f"/{prim}{prim}").GetReferences().AddReference(layer.identifier, f"/{prim}")
            stage.DefinePrim(f"/gone{prim}").GetReferences().AddReference(layer.identifier, "/gone")
        populate(stage, tmp_path / name)
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
    assert b"0x" not in files[0]


def test_the_order_of_layers_does_not_change_from_run_to_run(folder: Path) -> None:
    found = digests([folder / "stage.usda"], ["expanded"], modes=["plain"] * 3)
    assert found == [found[0]] * 3
