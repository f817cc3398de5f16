"""The end of a command: its answer is printed and its exit code returned to the shell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from columnar.reports import CommandResult

__all__ = ["finish"]


def finish(result: CommandResult, *, as_json: bool) -> None:
    """Print an answer and end with its exit code.

    Raises:
        typer.Exit: the exit code is not 0.
    """
    from columnar.reports import print_result

    print_result(result, as_json=as_json)
    if result.exit_code:
        raise typer.Exit(result.exit_code)
