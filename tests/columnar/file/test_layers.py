"""Layers whose content is no longer what the file recorded."""

from __future__ import annotations

import hashlib
import io
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from columnar.assembly import Archetype, RowTable, SceneFacts, StageOpinions, assemble
from columnar.file import changed_layers
from columnar.scene import Scene
from schemas.contract import StageUnits, load_contract

FACTS = SceneFacts(root_layer="robot.usda", units=StageUnits(meters_per_unit=0.01, kilograms_per_unit=1.0, up_axis="Y"))


def scene_with(layers: dict[str, bytes]) -> Scene:
    """A scene that records these layers."""
    recorded = tuple((identity, hashlib.sha256(content).hexdigest()) for identity, content in layers.items())
    rows = RowTable(
        paths=pa.array(["/"], pa.large_string()),
        parent=np.array([-1]),
        archetype=np.zeros(1, np.int32),
        archetypes=(Archetype("", (), (), xformable=False, held={}),),
        local=np.eye(4)[None],
        reset=np.zeros(1, np.bool_),
        world=np.eye(4)[None],
        from_instance=np.zeros(1, np.bool_),
    )
    opinions = StageOpinions(
        facts=replace(FACTS, layers=recorded),
        rows=rows,
        columns={},
        instances=(),
        targets=pa.array([], pa.large_string()),
        path_kinds={},
    )
    return assemble(opinions, load_contract())


@pytest.fixture
def stage(tmp_path: Path) -> Path:
    (tmp_path / "stage" / "parts").mkdir(parents=True)
    (tmp_path / "stage" / "robot.usda").write_bytes(b"root")
    (tmp_path / "stage" / "parts" / "arm.usd").write_bytes(b"arm")
    (tmp_path / "shared.usd").write_bytes(b"shared")
    return tmp_path / "stage" / "robot.usda"


LAYERS = {"robot.usda": b"root", "parts/arm.usd": b"arm", "../shared.usd": b"shared"}


def test_nothing_changed(stage: Path) -> None:
    assert changed_layers(scene_with(LAYERS), stage) == []
    assert changed_layers(scene_with(LAYERS), str(stage)) == []


def test_changed_and_missing(stage: Path) -> None:
    scene = scene_with(LAYERS)
    (stage.parent / "parts" / "arm.usd").write_bytes(b"arm, longer")
    (stage.parent.parent / "shared.usd").unlink()
    assert changed_layers(scene, stage) == ["parts/arm.usd", "../shared.usd"]
    stage.write_bytes(b"other")
    assert changed_layers(scene, stage) == ["robot.usda", "parts/arm.usd", "../shared.usd"]


def test_renamed_root_layer(stage: Path) -> None:
    renamed = stage.rename(stage.with_name("other.usda"))
    assert changed_layers(scene_with(LAYERS), renamed) == []


def test_folders_count_as_missing(stage: Path) -> None:
    assert changed_layers(scene_with({"parts": b""}), stage) == ["parts"]


def test_layers_that_are_no_files(stage: Path) -> None:
    elsewhere = {"anon:1": b"", "https://assets/arm.usd": b"", "omniverse://server/arm.usd": b""}
    assert changed_layers(scene_with(elsewhere), stage) == []


def package(name: str, content: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(name, content)
    return stream.getvalue()


def test_packages(stage: Path) -> None:
    inner = package("arm.usda", b"arm")
    (stage.parent / "robot.usdz").write_bytes(package("parts/inner.usdz", inner))
    identities = {
        "robot.usdz[parts/inner.usdz]": inner,
        "robot.usdz[parts/inner.usdz[arm.usda]]": b"arm",
        "robot.usdz[parts/none.usda]": b"",
        "gone.usdz[arm.usda]": b"",
        "parts/arm.usd[arm.usda]": b"",
    }
    changed = changed_layers(scene_with(identities), stage)
    assert changed == ["robot.usdz[parts/none.usda]", "gone.usdz[arm.usda]", "parts/arm.usd[arm.usda]"]
    (stage.parent / "robot.usdz").write_bytes(package("parts/inner.usdz", package("arm.usda", b"changed")))
    assert len(changed_layers(scene_with(identities), stage)) == 5
