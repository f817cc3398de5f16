"""The case stages: what a consumer makes of their columns is what each one's data file says."""

from __future__ import annotations

from pathlib import Path

import pytest
from descriptor_cases import DescriptorRun, descriptor_findings, load_descriptor_runs

from columnar.parsing import parse
from populate import populate

DATA = Path(__file__).parents[2] / "data"


def test_every_case_stage_has_a_data_file() -> None:
    stages = {file.stem for file in (DATA / "cases").glob("*.usda")}

    assert {file.stem for file in (DATA / "descriptors").glob("*.toml")} == stages


@pytest.mark.parametrize("run", load_descriptor_runs(DATA / "descriptors", DATA / "cases"), ids=str)
def test_a_case_parses_as_its_data_file_says(run: DescriptorRun) -> None:
    descriptors = parse(populate(run.stage, **run.options).scene, run.profile)

    findings = list(descriptor_findings(run, descriptors))

    if findings:
        pytest.fail("\n".join(findings), pytrace=False)
