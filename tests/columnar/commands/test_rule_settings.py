"""Settings of validate: the nearest pyproject.toml that has any, under the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from columnar.commands import CommandError, RuleOptions, rule_selection


def settings(folder: Path, text: str) -> None:
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")


def test_without_settings_the_usual_packs_apply(tmp_path: Path) -> None:
    found = rule_selection(RuleOptions(), near=tmp_path / "a.usda", config=None)
    assert (tuple(found.select), tuple(found.ignore), found.openusd) == (("openusd", "strict"), (), "26.11")


def test_the_nearest_file_with_a_table_counts(tmp_path: Path) -> None:
    inner = tmp_path / "assets" / "robot"
    inner.mkdir(parents=True)
    settings(tmp_path, '[tool.arrowstage]\nselect = ["newton"]\nruntime = ["newton"]\n')
    settings(inner, '[project]\nname = "robot"\n')
    found = rule_selection(RuleOptions(), near=inner / "a.usda")
    assert (tuple(found.select), tuple(found.runtimes)) == (("newton",), ("newton",))


def test_the_command_line_wins(tmp_path: Path) -> None:
    settings(tmp_path, '[tool.arrowstage]\nselect = ["newton"]\nextend-select = ["physx"]\nopenusd = "25.8"\n')
    given = RuleOptions(select=("strict",), openusd="26.3")
    found = rule_selection(given, near=tmp_path / "a.usda")
    assert (tuple(found.select), found.openusd) == (("strict", "physx"), "26.3")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('[tool.arrowstage]\nselct = ["newton"]\n', "no setting 'selct'; did you mean 'select'.*may hold select"),
        ('[tool.arrowstage]\nselect = "newton"\n', "select: expected a list of texts, such as"),
        ("[tool.arrowstage]\nopenusd = 26.8\n", "openusd: expected a text, such as"),
        ("[tool]\narrowstage = 3\n", r"\[tool.arrowstage\]: expected a table"),
        ('[tool.arrowstage]\nselect = ["newtn"]\n', r"pyproject.toml: \[tool.arrowstage\]: no rule or pack 'newtn'"),
        ('[tool.arrowstage]\nruntime = ["bullet"]\n', r"pyproject.toml: \[tool.arrowstage\]: no runtime 'bullet'"),
        ("[tool", "no TOML"),
        ("tool = 3\n", "no TOML file with tables"),
    ],
)
def test_faulty_settings_are_named(tmp_path: Path, text: str, hint: str) -> None:
    settings(tmp_path, text)
    with pytest.raises(CommandError, match=hint):
        rule_selection(RuleOptions(), near=tmp_path / "a.usda")


def test_a_settings_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no such file"):
        rule_selection(RuleOptions(), near=tmp_path / "a.usda", config=tmp_path / "none.toml")


def test_a_named_file_without_settings_is_refused_and_an_empty_table_is_not(tmp_path: Path) -> None:
    settings(tmp_path, '[project]\nname = "robot"\n')
    named = tmp_path / "pyproject.toml"
    with pytest.raises(CommandError, match=r"pyproject\.toml: has no \[tool\.arrowstage\] table"):
        rule_selection(RuleOptions(), near=tmp_path / "a.usda", config=named)
    settings(tmp_path, "[tool.arrowstage]\n")
    assert tuple(rule_selection(RuleOptions(), near=tmp_path / "a.usda", config=named).select) == ("openusd", "strict")
