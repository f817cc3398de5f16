"""A stage that takes the producer down costs nothing but itself."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.parity import reference
from tests.parity.columns import load_columns
from tests.parity.reference import ReferenceRun, RefusedStageError
from tests.parity.stages import StageFile

PRODUCER = """
import json, os, pathlib, sys
job = json.loads(pathlib.Path(sys.argv[1]).read_text())
output = pathlib.Path(job["output"])
column = {"name": "size", "dtype": "float64", "lanes": 1, "semantic": "NONE", "array": False, "prims": ["/a"]}
for stage in job["stages"]:
    (output / "started").write_text(stage["id"])
    if "crash" in stage["id"]:
        os.abort()
    found = {"error": "no such file"} if "gone" in stage["id"] else {"columns": [column | {"values": [[2.0]]}]}
    (output / "partial").write_text(json.dumps(found))
    (output / "partial").replace(output / (stage["id"] + ".json"))
"""


def test_the_other_stages_of_a_batch_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    producer = tmp_path / "producer.py"
    producer.write_text(PRODUCER)
    monkeypatch.setattr(reference, "_PRODUCER", producer)
    names = ("first", "crash", "second", "gone", "crash too", "third")
    stages = {name: StageFile("set", name, tmp_path / name) for name in names}
    run = ReferenceRun(list(stages.values()), tmp_path, python=sys.executable, table=load_columns(), jobs=2)
    for name in ("first", "second", "third"):
        assert run.cells(stages[name])["/a"]["size"].value == (2.0,)
    for name in ("crash", "crash too"):
        with pytest.raises(RefusedStageError, match="went down: exit -6"):
            run.cells(stages[name])
    with pytest.raises(RefusedStageError, match="no such file"):
        run.cells(stages["gone"])
    run.close()


def test_a_producer_that_does_not_start_is_no_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    producer = tmp_path / "producer.py"
    producer.write_text("import no_such_module")
    monkeypatch.setattr(reference, "_PRODUCER", producer)
    stage = StageFile("set", "only", tmp_path / "only")
    run = ReferenceRun([stage], tmp_path, python=sys.executable, table=load_columns(), jobs=1)
    with pytest.raises(RuntimeError, match="no_such_module"):
        run.cells(stage)
    run.close()
