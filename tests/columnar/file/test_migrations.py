"""Steps from format to format."""

from __future__ import annotations

import pyarrow as pa
import pytest

from columnar.file import MIGRATIONS, migrate
from schemas.contract import load_contract


def noting(step: str) -> pa.RecordBatch:
    return lambda batch: pa.record_batch({"steps": [f"{batch.column('steps')[0]} {step}"]})


def test_steps_are_taken_in_order() -> None:
    steps = {1: noting("to 2"), 2: noting("to 3"), 3: noting("to 4")}
    start = pa.record_batch({"steps": ["from 1"]})
    assert migrate(start, 1, 3, migrations=steps).to_pydict() == {"steps": ["from 1 to 2 to 3"]}
    assert migrate(start, 3, 3, migrations=steps) is start


def test_a_missing_step() -> None:
    with pytest.raises(LookupError, match="no migration leads from format 2 to format 3"):
        migrate(pa.record_batch({"steps": [""]}), 1, 4, migrations={1: noting(""), 3: noting("")})


def test_every_older_format_has_a_step() -> None:
    assert sorted(MIGRATIONS) == list(range(1, load_contract().settings.format_version))
