"""A populated scene that goes through a store untouched is saved to the very same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from columnar import Store, equal_scenes, save_scene
from populate import populate

CASES = sorted((Path(__file__).parents[1] / "data" / "cases").glob("*.usda"))


@pytest.mark.parametrize("stage", CASES[::5], ids=lambda file: file.stem)
def test_a_store_changes_no_byte(stage: Path, tmp_path: Path) -> None:
    scene = populate(stage).scene
    store = Store()
    store.insert(scene, ordinal=1)
    save_scene(scene, tmp_path / "populated.arrow")
    save_scene(store.seal(1), tmp_path / "sealed.arrow")
    assert (tmp_path / "populated.arrow").read_bytes() == (tmp_path / "sealed.arrow").read_bytes()
    # Rows taken out and put in again say the same, and the file numbers them as before.
    roots = [path for path in scene.paths if path.rpartition("/")[0] == "" and path != "/" and store.prim(path)]
    store.despawn(roots, ordinal=2)
    store.insert(scene, ordinal=2)
    assert equal_scenes(store.seal(2), scene)
