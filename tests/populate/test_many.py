"""Many stages: one that fails, or kills its worker, does not keep the others from being done."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path, PosixPath
from typing import Any

import pytest

from columnar import open_scene
from populate import PopulateError, populate_many
from populate.many import output_names

BODY = '#usda 1.0\ndef Xform "Body" (apiSchemas = ["PhysicsRigidBodyAPI"])\n{\n}\n'


class DeadlyPath(PosixPath):
    """A path that ends the process that unpickles it, as a native crash would."""

    def __reduce__(self) -> Any:
        return os._exit, (9,)


@pytest.fixture
def stages(tmp_path: Path) -> list[Path]:
    made = []
    for name in ("one", "two", "three"):
        made.append(tmp_path / f"{name}.usda")
        made[-1].write_text(BODY)
    return made


def test_a_broken_stage_is_reported_and_the_rest_are_done(stages: list[Path], tmp_path: Path) -> None:
    stages[1].write_text("#usda 1.0\ndef Xform {")
    outcomes = populate_many(stages, tmp_path / "out", jobs=2)
    assert [outcome.error is None for outcome in outcomes] == [True, False, True]
    assert str(stages[1]) in str(outcomes[1].error)
    assert [open_scene(o.output).paths[1] for o in outcomes if not o.error] == ["/Body", "/Body"]


def test_a_worker_that_dies_takes_only_its_stage_along(stages: list[Path], tmp_path: Path) -> None:
    deadly = DeadlyPath(stages[0])
    outcomes = populate_many([deadly, *stages[1:]], tmp_path / "out", jobs=2)
    assert "died" in str(outcomes[0].error)
    assert [outcome.error for outcome in outcomes[1:]] == [None, None]


def test_resume_leaves_outputs_alone_that_are_up_to_date(stages: list[Path], tmp_path: Path) -> None:
    first = populate_many(stages, tmp_path / "out")
    stages[2].write_text(BODY.replace('"Body"', '"Other"'))
    second = populate_many(stages, tmp_path / "out", resume=True)
    assert [outcome.reader for outcome in second[:2]] == ["cache", "cache"]
    assert second[2].reader != "cache"
    assert open_scene(first[2].output).paths[1] == "/Other"


def test_other_options_are_not_up_to_date(stages: list[Path], tmp_path: Path) -> None:
    populate_many(stages[:1], tmp_path / "out")
    again = populate_many(stages[:1], tmp_path / "out", resume=True, instancing="share")
    assert again[0].reader != "cache"


@pytest.mark.parametrize(
    ("stages", "names"),
    [
        (["/a/x.usd", "/a/y.usda"], ["x.arrow", "y.arrow"]),
        (["/a/b/x.usd", "/a/c/x.usd"], ["b/x.arrow", "c/x.arrow"]),
        (["/a/x.usd", "/a/x.usda"], ["x.usd.arrow", "x.usda.arrow"]),
    ],
)
def test_output_names_tell_stages_apart(stages: list[str], names: list[str]) -> None:
    assert output_names([Path(stage) for stage in stages]) == [Path(name) for name in names]


def test_a_stage_given_twice_is_refused(stages: list[Path], tmp_path: Path) -> None:
    with pytest.raises(PopulateError, match="more than once"):
        populate_many([stages[0], stages[0]], tmp_path / "out")


def test_the_command_ends_with_2_when_a_stage_failed(stages: list[Path], tmp_path: Path) -> None:
    stages[0].write_text("not a stage")
    arguments = [*map(str, stages), "--out-dir", str(tmp_path / "out"), "--jobs", "2", "--json"]
    run = subprocess.run(
        [sys.executable, "-m", "populate.commands", "populate", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert run.returncode == 2
    data = json.loads(run.stdout)
    assert data["failed"] == 1
    assert [stage["prims"] for stage in data["stages"]] == [0, 2, 2]
