"""The recorded findings: none of the published ones is missing, and none speaks of what is not there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from columnar.diff.attribution import ORDER_RULE
from columnar.diff.keyed_rows import ROW
from columnar.diff.predicates import PREDICATES, ROW_PREDICATES
from columnar.diff.profile_rules import differing_rules
from columnar.diff.recognition import CONSUMER_RULE
from columnar.diff.stage_columns import PRODUCER_RULES
from columnar.parsing import load_profile, profile_names
from columnar.traps import TRAPS
from schemas.contract import load_contract
from schemas.descriptors import DESCRIPTOR_TABLES, TABLE_KEYS
from schemas.findings import Finding, FindingsError, load_findings

FINDINGS = load_findings()
PUBLISHED = json.loads((Path(__file__).parents[2] / "data" / "findings" / "ovphysx.json").read_text(encoding="utf-8"))

FILE = """
versions = {{ ovphysx = "0.7.0" }}
[[findings]]
id = "{0}"
title = "t"
severity = "note"
component = "c"
column = "c"
columns = "a"
usd = "b"
simulated = true
{1}
"""


def test_every_published_finding_has_an_id() -> None:
    published = [tuple(map(str, finding.values())) for finding in PUBLISHED["findings"]]
    own = [finding for id_, finding in FINDINGS.items() if id_.startswith("OVP-")]

    assert len(published) == 66
    assert [(f.severity, f.component, f.column, str(f.side)) for f in own] == published


def test_ids_have_one_form_and_texts_are_given() -> None:
    for id_, finding in FINDINGS.items():
        assert re.fullmatch(r"[A-Z]{3}-\d{3}", id_)
        assert all([finding.title, finding.columns, finding.usd, finding.versions])


def test_fields_are_fields_of_descriptor_tables() -> None:
    fields = {
        f"{table}.{name}"
        for table, row in DESCRIPTOR_TABLES.items()
        for name in [ROW, *row.model_fields]
        if name not in TABLE_KEYS.get(table, ("path",))
    }
    for finding in FINDINGS.values():
        for pattern in finding.fields:
            assert any(map(_only(pattern).shows_in, fields)), (finding.id, pattern)


def _only(pattern: str) -> Finding:
    return FINDINGS["OVP-001"].model_copy(update={"fields": (pattern,)})


def test_components_and_columns_are_those_of_the_contract() -> None:
    contract = load_contract()
    outside = {"PhysxCharacterControllerAPI"}
    for finding in FINDINGS.values():
        if finding.component not in {"scene", *outside}:
            assert finding.component in contract.components, finding.id


def test_predicates_and_traps_are_used_and_exist() -> None:
    used = {finding.recognised for finding in FINDINGS.values() if finding.recognised}
    assert used == {*PREDICATES, *ROW_PREDICATES, CONSUMER_RULE}
    assert {finding.trap for finding in FINDINGS.values() if finding.trap} == set(TRAPS)


def test_every_rule_in_which_profiles_differ_has_a_finding() -> None:
    profiles = [load_profile(name) for name in profile_names()]
    differing = {rule for a in profiles for b in profiles for rule in differing_rules(a, b)}
    named = {rule for finding in FINDINGS.values() for rule in finding.rules}
    assert differing <= named
    assert named <= differing | PRODUCER_RULES.keys() | {ORDER_RULE}


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ({"a.toml": FILE.format("X-1", ""), "b.toml": FILE.format("X-1", "")}, r"b\.toml: X-1: the id is given twice"),
        ({"a.toml": FILE.format("X-1", 'recognised = "p"')}, "'recognised' and 'fields' are given together"),
        ({"a.toml": "findings = ["}, r"a\.toml: "),
        ({"a.toml": FILE.format("X-1", 'sevrity = "note"')}, r"a\.toml: sevrity"),
    ],
)
def test_faulty_files_are_named(files: dict[str, str], complaint: str, tmp_path: Path) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(FindingsError, match=complaint):
        load_findings(tmp_path)
