"""Exit codes, and how errors become them: one line on standard error, no traceback for what the user can mend."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import Any

import typer

__all__ = ["EXIT_CODES", "ExitCode", "exit_codes"]


class ExitCode(IntEnum):
    """What the process ends with."""

    DONE = 0
    FINDINGS = 1
    """Something was found, or `--strict` was given and there are reports."""
    BAD_INPUT = 2
    """An argument, a file or a stage cannot be used as it is. Wrong usage of the command line has the same code."""
    INTERNAL_ERROR = 70
    """An error of this program, with its traceback."""
    INTERRUPTED = 130
    """Ctrl-C."""
    BROKEN_PIPE = 141
    """Whoever read the output has gone, as `| head` does."""


EXIT_CODES = "Exit codes: 0 done, 1 findings (or reports with --strict), 2 bad input, 130 interrupted."


@contextmanager
def exit_codes() -> Iterator[None]:
    """Turn the errors of a command into exit codes.

    Raises:
        typer.Exit: with the code.
    """
    try:
        with warnings.catch_warnings():
            warnings.showwarning = _print_warning
            yield
    except KeyboardInterrupt:
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    except BrokenPipeError:
        _discard_output()
        raise typer.Exit(ExitCode.BROKEN_PIPE) from None
    except _bad_input() as error:
        _print_line(_one_line(error))
        raise typer.Exit(ExitCode.BAD_INPUT) from None


def _bad_input() -> tuple[type[Exception], ...]:
    """The errors that are the input's fault; imported only when there was an error."""
    from columnar.commands import CommandError
    from columnar.file import SceneFileError
    from columnar.parsing import ProfileError
    from columnar.rules import SelectionError
    from columnar.scene import SceneError
    from columnar.simulators import SimulatorError
    from populate.errors import PopulateError
    from schemas.contract import ContractError
    from schemas.features import FeaturesError
    from schemas.findings import FindingsError
    from schemas.rules import RulesError
    from schemas.support import SupportError

    return (
        CommandError,
        ContractError,
        FeaturesError,
        FindingsError,
        OSError,
        PopulateError,
        ProfileError,
        RulesError,
        SceneError,
        SceneFileError,
        SimulatorError,
        SelectionError,
        SupportError,
    )


def _one_line(error: Exception) -> str:
    from columnar.reports import printable

    problems: Sequence[Any] = getattr(error, "problems", ())
    if len(problems) > 1:
        text = f"{getattr(error, 'file', '')}: {problems[0]} (and {len(problems) - 1} more problems)"
    elif isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    else:
        text = str(error)
    return printable(" ".join(text.split()))


def _print_line(text: str) -> None:
    sys.stderr.write(f"arrowstage: {text}\n")


def _print_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    _print_line(f"warning: {' '.join(str(message).split())}")


def _discard_output() -> None:
    """Send what is still buffered for standard output nowhere, or the interpreter complains when it ends."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except OSError:
        return
