"""`diff` of two scene files: rows that were added, removed or changed."""

from __future__ import annotations

from pathlib import Path

from columnar.commands.difference_report import ComparedSide, difference_report
from columnar.commands.opener import Opener
from columnar.commands.outputs import check_outputs
from columnar.diff import diff_scenes
from columnar.reports import CommandResult

__all__ = ["diff_files"]


def diff_files(a: Path, b: Path, *, opener: Opener, html: Path | None = None) -> CommandResult:
    """Every cell in which two scene files differ.

    Args:
        a: the first file.
        b: the second file.
        opener: opens them.
        html: where to write the differences as a page.

    Raises:
        CommandError: the page is one of the files.
        SceneFileError: a file cannot be opened, or the page not written.
    """
    check_outputs([a, b], html)
    found = diff_scenes(opener(a), opener(b))
    return difference_report(found, ComparedSide(str(a)), ComparedSide(str(b)), html=html)
