"""The case stages as OpenUSD sees them.

`tests/data/walker/NAME.toml` belongs to the stage `tests/data/cases/NAME.usda` and has the form of
`tests/data/descriptors`. A case without a file is one on which OpenUSD agrees with the consumer of columns: the file
there holds for both.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from populate.openusd_release import running_releases
from populate.walker import walk
from schemas.contract import holds_for
from tests.columnar.parsing.descriptor_cases import DescriptorRun, descriptor_findings, load_descriptor_runs

DATA = Path(__file__).parents[2] / "data"


def runs() -> list[DescriptorRun]:
    """Every run of every case, from the walker's file where there is one that holds for the OpenUSD that runs."""
    own = load_descriptor_runs(DATA / "walker", DATA / "cases")
    own = [run for run in own if holds_for(run.versions, running_releases())]
    stages = {run.stage for run in own}
    return own + [run for run in load_descriptor_runs(DATA / "descriptors", DATA / "cases") if run.stage not in stages]


def test_every_case_stage_is_walked() -> None:
    assert {run.stage for run in runs()} == set((DATA / "cases").glob("*.usda"))


@pytest.mark.parametrize("run", sorted(runs(), key=str), ids=str)
def test_a_case_walks_as_its_data_file_says(run: DescriptorRun) -> None:
    findings = list(descriptor_findings(run, walk(run.stage, **run.options)))

    if findings:
        pytest.fail("\n".join(findings), pytrace=False)
