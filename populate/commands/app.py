"""The application: its commands, `--version`, and the entry point."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from populate.commands.descriptor_commands import check, diff, parse
from populate.commands.dynamics_commands import simulate, tree
from populate.commands.exits import EXIT_CODES, ExitCode
from populate.commands.file_commands import concat, export, info, pack, show
from populate.commands.page_commands import contract
from populate.commands.populate_command import populate_stage
from populate.commands.rule_commands import rules, validate
from populate.commands.simulator_commands import compare, to_mjcf
from populate.commands.support_command import support

__all__ = ["app", "main"]

_COMMANDS: Mapping[str, Callable[..., None]] = {
    "populate": populate_stage,
    "info": info,
    "show": show,
    "parse": parse,
    "diff": diff,
    "check": check,
    "validate": validate,
    "rules": rules,
    "support": support,
    "tree": tree,
    "simulate": simulate,
    "contract": contract,
    "concat": concat,
    "export": export,
    "pack": pack,
    "compare": compare,
    "to-mjcf": to_mjcf,
}

app = typer.Typer(
    name="arrowstage",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        try:
            typer.echo(f"arrowstage {version('arrowstage')}")
        except PackageNotFoundError:
            typer.echo("arrowstage (not installed)")
        raise typer.Exit


@app.callback(epilog=EXIT_CODES)
def _root(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Turn USD physics stages into Arrow files of typed columns, and look into these files.

    Example: arrowstage populate robot.usda robot.arrow
    """


for _name, _function in _COMMANDS.items():
    app.command(_name, epilog=EXIT_CODES)(_function)


def main() -> None:
    """Run the command line on the process's arguments; ends the process with an exit code of `ExitCode`."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        app(prog_name="arrowstage")
    except Exception as error:
        traceback.print_exc()
        raise SystemExit(ExitCode.INTERNAL_ERROR) from error
