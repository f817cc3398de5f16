"""Files that are no scene files, each with the message that says so."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from file_scenes import arm_scene, odd_scene, write_batch

from columnar.file import SceneFileError, open_scene, open_scenes, pack_scene, save_scene, validate_file
from columnar.scene import FORMAT_KEY, VERSION_KEY
from schemas.contract import load_contract

TABLE = pa.table({"a": [1, 2, 3]})


def message(path: Path, **options: object) -> str:
    """The message of opening; both modes agree where the file is not even read."""
    with pytest.raises(SceneFileError) as caught:
        # Tables of cases give options of mixed types.
        open_scene(path, **options)  # type: ignore[arg-type]  # wrong on purpose
    assert str(caught.value).startswith(f"{path}: ")
    return str(caught.value).removeprefix(f"{path}: ")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    save_scene(arm_scene(), tmp_path / "scene.arrow")
    return tmp_path / "scene.arrow"


@pytest.mark.parametrize("trusted", [False, True])
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "is empty; expected an Arrow file"),
        (b"hello, world", "is no Arrow file; expected a scene file as `arrowstage populate` writes it"),
        (b"#usda 1.0\n", "is no Arrow file: it is a USD text file; populate it first"),
        (b"PXR-USDC" + bytes(80), "is no Arrow file: it is a USD crate file; populate it first"),
        (b"PK\x03\x04" + bytes(80), "is no Arrow file: it is a zip archive (a .usdz is one); populate it first"),
        (b"ARROW1", "is truncated: the end of the file is missing; copy or download it again"),
        (b"ARROW1\0\0ARROW1", "is truncated: the end of the file is missing; copy or download it again"),
        (b"ARROW1\0\0" + bytes(2) + b"ARROW1", "is damaged: "),
        (b"ARROW1\0\0" + bytes(8) + b"\xff\xff\xff\x7fARROW1", "is damaged: "),
    ],
)
def test_not_an_arrow_file(content: bytes, expected: str, trusted: bool, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(content)
    assert message(tmp_path / "file", trusted=trusted).startswith(expected)


@pytest.mark.parametrize("trusted", [False, True])
def test_missing_file_and_folder(trusted: bool, tmp_path: Path) -> None:
    assert message(tmp_path / "none.arrow", trusted=trusted) == "no such file"
    assert message(tmp_path, trusted=trusted) == "is a folder; expected a scene file"
    assert message(tmp_path / "a\0b", trusted=trusted).startswith("cannot be read: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert message(tmp_path / "pipe") == "is no regular file; expected a scene file"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read everything")
def test_unreadable_file(saved: Path) -> None:
    saved.chmod(0)
    assert message(saved) == "cannot be read: Permission denied"


@pytest.mark.parametrize("trusted", [False, True])
def test_files_of_other_arrow_tools(trusted: bool, tmp_path: Path) -> None:
    with pa.ipc.new_file(tmp_path / "foreign.arrow", TABLE.schema) as writer:
        writer.write_table(TABLE)
    with pa.ipc.new_stream(tmp_path / "stream.arrow", TABLE.schema) as writer:
        writer.write_table(TABLE)
    pq.write_table(TABLE, tmp_path / "table.parquet")
    foreign = "is an Arrow file but no scene file: its schema metadata has no 'arrowstage:format'; populate a stage"
    assert message(tmp_path / "foreign.arrow", trusted=trusted) == foreign
    assert "it is an Arrow stream; write it as an Arrow file" in message(tmp_path / "stream.arrow", trusted=trusted)
    assert "it is a Parquet file" in message(tmp_path / "table.parquet", trusted=trusted)


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9, 0.999])
@pytest.mark.parametrize("trusted", [False, True])
def test_truncated(kept: float, trusted: bool, saved: Path) -> None:
    content = saved.read_bytes()
    saved.write_bytes(content[: int(len(content) * kept)])
    assert message(saved, trusted=trusted).startswith("is truncated: the end of the file is missing")


def with_metadata(path: Path, **values: str) -> Path:
    """A file whose schema metadata says something else."""
    batch = arm_scene().batch
    metadata = dict(batch.schema.metadata)
    metadata |= {{"format": FORMAT_KEY, "contract": VERSION_KEY}[key]: value.encode() for key, value in values.items()}
    return write_batch(path, batch.replace_schema_metadata(metadata))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"format": "2"}, "is of format 2, this arrowstage reads formats up to 1; upgrade arrowstage"),
        ({"format": "0"}, "schema metadata 'arrowstage:format': is '0'; expected a whole number above 0"),
        ({"format": "one"}, "schema metadata 'arrowstage:format': is 'one'; expected a whole number above 0"),
        ({"contract": "1"}, "schema metadata 'arrowstage:contract': is '1'; expected a version such as '1.0.0'"),
        ({"contract": "99.0.0"}, "follows contract 99.0.0, this arrowstage has contract "),
        ({"contract": "0.1.0"}, "follows contract 0.1.0, this arrowstage has contract "),
    ],
)
@pytest.mark.parametrize("trusted", [False, True])
def test_versions(values: dict[str, str], expected: str, trusted: bool, tmp_path: Path) -> None:
    found = message(with_metadata(tmp_path / "scene.arrow", **values), trusted=trusted)
    assert found.startswith(expected)
    remedies = {"99.0.0": "upgrade arrowstage", "0.1.0": "populate the stage again"}
    assert found.endswith(remedies.get(values.get("contract", ""), ""))


def test_format_that_no_migration_leads_on_from(saved: Path) -> None:
    contract = load_contract()
    later = replace(contract, settings=contract.settings.model_copy(update={"format_version": 3}))
    expected = "is too old: no migration leads from format 1 to format 2; populate the stage again"
    assert message(saved, contract=later) == expected


@pytest.mark.parametrize("row", [-1, 2])
@pytest.mark.parametrize("trusted", [False, True])
def test_no_such_row(row: int, trusted: bool, tmp_path: Path) -> None:
    save_scene([arm_scene(), odd_scene()], tmp_path / "scene.arrow")
    expected = f"has no scene {row}; expected a number from 0 to 1"
    assert message(tmp_path / "scene.arrow", row=row, trusted=trusted) == expected


def test_record_batches(tmp_path: Path) -> None:
    batch = arm_scene().batch
    for count in (0, 2):
        with pa.ipc.new_file(tmp_path / "scene.arrow", batch.schema) as writer:
            for _ in range(count):
                writer.write_batch(batch)
        expected = f"has {count} record batches; expected one, with a row for each scene"
        assert message(tmp_path / "scene.arrow").startswith(expected)
    write_batch(tmp_path / "scene.arrow", batch.slice(0, 0))
    assert message(tmp_path / "scene.arrow") == "holds no scene; expected at least one row; populate a stage"


def test_size_limit(saved: Path) -> None:
    size = saved.stat().st_size
    expected = f"is {size} bytes large; expected at most {size - 1}; raise size_limit if you know where it is from"
    assert message(saved, size_limit=size - 1) == expected
    open_scene(saved, size_limit=size)
    open_scene(saved, size_limit=0, trusted=True)


def test_size_limit_of_decompressed_data(tmp_path: Path) -> None:
    """A small file that unfolds to more than it may is refused before Arrow decompresses anything."""
    save_scene(arm_scene(links=2000), tmp_path / "plain.arrow")
    pack_scene(tmp_path / "plain.arrow", tmp_path / "packed.arrow")
    size = (tmp_path / "packed.arrow").stat().st_size
    before = pa.default_memory_pool().bytes_allocated()
    found = message(tmp_path / "packed.arrow", size_limit=size)
    assert found.startswith("decompresses to ")
    assert found.endswith(f"expected at most {size}; raise size_limit if you know where it is from")
    assert pa.default_memory_pool().bytes_allocated() < before + size + 10_000


def test_open_scenes_and_validate_file(saved: Path, tmp_path: Path) -> None:
    save_scene([arm_scene(), odd_scene()], tmp_path / "two.arrow")
    assert [scene.info["root_layer"] for scene in open_scenes(tmp_path / "two.arrow")] == ["", "robot.usda"]
    assert validate_file(tmp_path / "two.arrow") == []
    saved.write_bytes(saved.read_bytes()[:1000])
    assert [problem.found for problem in validate_file(saved)] == ["is truncated: the end of the file is missing"]
    assert [problem.found for problem in validate_file(tmp_path / "none")] == ["no such file"]


def test_trusted_columns_are_views_of_the_file(saved: Path) -> None:
    before = pa.total_allocated_bytes()
    scene = open_scene(saved, trusted=True)
    velocity = scene.column("PhysicsRigidBodyAPI", "physics:velocity")
    assert velocity.values.tolist() == [[0.5, 0.25, 0.0], [0.5, 0.25, 1.0], [0.5, 0.25, 2.0]]
    assert pa.total_allocated_bytes() - before < 20_000
