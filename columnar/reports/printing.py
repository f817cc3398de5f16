"""Printing a command's answer in the form that was asked for."""

from __future__ import annotations

import sys

from rich.console import Console

from columnar.reports.blocks import CommandResult
from columnar.reports.json_text import json_text
from columnar.reports.plain_text import plain_text
from columnar.reports.terminal import print_on_terminal

__all__ = ["print_result"]


def print_result(result: CommandResult, *, as_json: bool) -> None:
    """Write an answer to standard output: JSON, tables on a terminal, plain text elsewhere.

    Raises:
        OSError: standard output is closed (`BrokenPipeError`) or cannot be written.
    """
    if sys.stdout is None:
        raise OSError("standard output is closed")
    if as_json:
        sys.stdout.write(json_text(result.data()) + "\n")
    else:
        console = Console(highlight=False, markup=False, emoji=False)
        if console.is_terminal:
            print_on_terminal(console, result.blocks())
        else:
            sys.stdout.write(plain_text(result.blocks()))
    sys.stdout.flush()
