"""Hostile stages: an answer or a clear error, bounded memory, and nothing that was written before is lost."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pxr import Sdf

from columnar import cells, open_scene
from populate import PopulateError, populate

COLLIDER = '(apiSchemas = ["PhysicsCollisionAPI"])'
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[3]), int(sys.argv[3])))
from populate import populate
print(len(populate(sys.argv[1], sys.argv[2]).scene.rows("prim")))
"""


def written(tmp_path: Path, name: str, text: str) -> Path:
    file = tmp_path / name
    file.write_text(f"#usda 1.0\n{text}")
    return file


def test_references_in_a_circle_are_reported(tmp_path: Path) -> None:
    cube = f'def Cube "c" {COLLIDER}\n{{\n}}\n'
    written(tmp_path, "b.usda", 'def Xform "B" (references = @a.usda@</A>)\n{\n}\n')
    file = written(tmp_path, "a.usda", f'def Xform "A" (references = @b.usda@</B>)\n{{\n{cube}}}\n')
    population = populate(file, tmp_path / "a.arrow")
    assert population.report_counts == {"reference_unresolved": 1}
    assert cells(open_scene(tmp_path / "a.arrow"))["/A/c"]["size"] == 2.0


def test_a_layer_that_includes_itself_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "self.usda"
    file.write_text(f'#usda 1.0\n(\n    subLayers = [@self.usda@]\n)\ndef Cube "c" {COLLIDER}\n{{\n}}\n')
    population = populate(file, tmp_path / "self.arrow")
    assert "reference_unresolved" in population.report_counts
    assert "/c" in cells(population.scene)


def test_unicode_names_not_a_number_and_infinity(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "odd.usda",
        f'def Cube "Größe_立方体" {COLLIDER}\n{{\n    double size = nan\n'
        "    double3 xformOp:translate = (nan, inf, -inf)\n"
        '    uniform token[] xformOpOrder = ["xformOp:translate"]\n}\n',
    )
    populate(file, tmp_path / "odd.arrow")
    found = cells(open_scene(tmp_path / "odd.arrow"))["/Größe_立方体"]
    assert found["size"] == "nan"
    assert found["omni:xform"][12:15] == ["nan", "inf", "-inf"]


def test_names_of_four_kilobytes(tmp_path: Path) -> None:
    name = "N" * 4096
    file = written(tmp_path, "long.usda", f'def Xform "{name}"\n{{\ndef Cube "{name}" {COLLIDER}\n{{\n}}\n}}\n')
    populate(file, tmp_path / "long.arrow")
    assert f"/{name}/{name}" in list(open_scene(tmp_path / "long.arrow").paths)


def test_ten_thousand_targets_on_one_relationship(tmp_path: Path) -> None:
    layer = Sdf.Layer.CreateNew(str(tmp_path / "targets.usdc"))
    with Sdf.ChangeBlock():
        group = Sdf.PrimSpec(layer, "Group", Sdf.SpecifierDef, "PhysicsCollisionGroup")
        members = Sdf.RelationshipSpec(group, "collection:colliders:includes")
        members.targetPathList.explicitItems = [Sdf.Path(f"/missing_{i}") for i in range(10_000)]
    layer.Save()
    scene = populate(tmp_path / "targets.usdc").scene
    assert len(cells(scene)["/Group"]["collection:colliders:includes"]) == 10_000


def test_a_thousand_levels(tmp_path: Path) -> None:
    layer = Sdf.Layer.CreateNew(str(tmp_path / "deep.usdc"))
    with Sdf.ChangeBlock():
        spec = Sdf.PrimSpec(layer, "x", Sdf.SpecifierDef, "Xform")
        for _ in range(999):
            spec = Sdf.PrimSpec(spec, "x", Sdf.SpecifierDef, "Xform")
        spec.SetInfo("apiSchemas", Sdf.TokenListOp.CreateExplicit(["PhysicsRigidBodyAPI"]))
    layer.Save()
    populate(tmp_path / "deep.usdc", tmp_path / "deep.arrow")
    assert len(open_scene(tmp_path / "deep.arrow").rows("prim")) == 1001


@pytest.mark.parametrize(("name", "content"), [("text.usdc", b"#usda 1.0\n"), ("crate.usda", b"PXR-USDC" + bytes(80))])
def test_a_layer_that_lies_about_its_type(tmp_path: Path, name: str, content: bytes) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(PopulateError, match=name):
        populate(file)


def test_many_prims_need_memory_in_proportion(tmp_path: Path) -> None:
    """200,000 prims, every tenth a body, within 3 GB of address space (OpenUSD's own share included)."""
    layer = Sdf.Layer.CreateNew(str(tmp_path / "many.usdc"))
    with Sdf.ChangeBlock():
        for g in range(200):
            group = Sdf.PrimSpec(layer, f"g{g}", Sdf.SpecifierDef, "Xform")
            for i in range(1000):
                spec = Sdf.PrimSpec(group, f"c{i}", Sdf.SpecifierDef, "Cube")
                if i % 10 == 0:
                    spec.SetInfo("apiSchemas", Sdf.TokenListOp.CreateExplicit(["PhysicsRigidBodyAPI"]))
    layer.Save()
    arguments = [str(tmp_path / "many.usdc"), str(tmp_path / "many.arrow"), str(3 << 30)]
    run = subprocess.run(
        [sys.executable, "-c", LIMITED, *arguments], capture_output=True, text=True, check=False, timeout=300
    )
    assert run.stdout.split() == [str(200 * 100 + 200 + 1)], run.stderr


def test_killing_populate_at_any_moment_leaves_the_old_file(tmp_path: Path) -> None:
    bodies = "".join(f'def Xform "b{i}" (apiSchemas = ["PhysicsRigidBodyAPI"])\n{{\n}}\n' for i in range(3000))
    file = written(tmp_path, "bodies.usda", bodies)
    output = tmp_path / "bodies.arrow"
    populate(written(tmp_path, "old.usda", f'def Cube "old" {COLLIDER}\n{{\n}}\n'), output)
    old = output.read_bytes()
    populate(file, tmp_path / "whole.arrow")
    new = (tmp_path / "whole.arrow").read_bytes()
    command = [sys.executable, "-c", f"from populate import populate; populate({str(file)!r}, {str(output)!r})"]
    started = time.monotonic()
    subprocess.run(command, check=True, timeout=120)
    whole = time.monotonic() - started
    for moment in range(1, 9):
        output.write_bytes(old)
        process = subprocess.Popen(command)
        time.sleep(whole * moment / 8)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert output.read_bytes() in (old, new), f"killed after {moment}/8 of a run"
