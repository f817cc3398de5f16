"""The commands on rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from populate.commands.arguments import JsonOption, RowOption, split_names
from populate.commands.exits import exit_codes
from populate.commands.finish import finish
from populate.commands.inputs import scene_opener

__all__ = ["rules", "validate"]

_Names = list[str] | None


def validate(
    file: Annotated[Path, typer.Argument(metavar="FILE|STAGE", help="Scene file, or USD file.")],
    select: Annotated[
        _Names,
        typer.Option("--select", metavar="RULES", help="Rules that apply: packs, beginnings of ids, ALL."),
    ] = None,
    extend_select: Annotated[
        _Names, typer.Option("--extend-select", metavar="RULES", help="Rules that apply besides the usual ones.")
    ] = None,
    ignore: Annotated[_Names, typer.Option("--ignore", metavar="RULES", help="Rules that do not apply.")] = None,
    runtime: Annotated[
        _Names, typer.Option("--runtime", metavar="NAME", help="Only what this runtime ignores or rejects.")
    ] = None,
    openusd: Annotated[
        str | None, typer.Option("--openusd", metavar="VERSION", help="OpenUSD version whose native rules apply.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option("--config", metavar="TOML", help="Settings file, not the nearest pyproject.toml.")
    ] = None,
    sarif: Annotated[Path | None, typer.Option("--sarif", metavar="OUT", help="Write SARIF to OUT.")] = None,
    junit: Annotated[Path | None, typer.Option("--junit", metavar="OUT", help="Write JUnit XML to OUT.")] = None,
    row: RowOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Hold the columns of FILE or STAGE against rules: what breaks them, what to do, what runtimes make of it.

    Lists are separated by commas. Settings of the same names are read from the tool.arrowstage table of the nearest
    pyproject.toml. The exit code is 1 if there is an error.

    Example: arrowstage validate robot.usda --extend-select newton,simready --ignore strict.mimic
    """
    with exit_codes():
        from columnar.commands import RuleOptions, RuleReports, validate_file

        given = {"select": select, "extend-select": extend_select, "ignore": ignore, "runtime": runtime}
        lists = {name: split_names(texts, f"--{name}") for name, texts in given.items() if texts is not None}
        found = validate_file(
            file,
            opener=scene_opener(row=row),
            options=RuleOptions.model_validate({**lists, "openusd": openusd}),
            config=config,
            reports=RuleReports(sarif=sarif, junit=junit),
        )
        finish(found, as_json=as_json)


def rules(
    rule: Annotated[
        str | None, typer.Argument(metavar="ID", help="Rule to explain; without it all are listed.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the rules that validate knows, or explain one with a passing and a failing example.

    Example: arrowstage rules NEWTON.DJ.003
    """
    with exit_codes():
        from columnar.commands import rules_page

        finish(rules_page(rule), as_json=as_json)
