"""The case stages, small stages made from public bug reports: each populates and holds what its data file says."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from case_files import Run, load_runs
from expected_reports import report_entries, report_findings, storage_findings
from expected_values import cell_findings, row_findings

from columnar import cells
from populate import populate

CASES = Path(__file__).parents[1] / "data" / "cases"


def test_every_stage_has_a_data_file_and_every_data_file_a_stage() -> None:
    assert {file.stem for file in CASES.glob("*.usda")} == {file.stem for file in CASES.glob("*.toml")}
    assert len(list(CASES.glob("*.usda"))) == 76


@pytest.mark.parametrize("run", load_runs(CASES), ids=str)
def test_a_case_stage_populates_as_its_data_file_says(run: Run) -> None:
    scene = populate(run.stage, **run.options).scene
    published = cells(scene)

    findings = list(
        chain(
            row_findings(run, published),
            cell_findings(run, published),
            report_findings(run, report_entries(scene)),
            storage_findings(run, scene),
        )
    )

    if findings:
        pytest.fail("\n".join(findings), pytrace=False)
