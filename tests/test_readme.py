"""Every command and snippet of the README runs, and prints what the README says it prints."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")

OUTPUT = "#> "
"""Marks a line of a Python snippet as output."""

ELISION = "..."
"""Stands for any number of lines of a command's output."""


class Block(NamedTuple):
    """A fenced block, and the README line it begins at."""

    line: int
    text: str


class Command(NamedTuple):
    """A command of a console block, its exit code, and the lines shown below it."""

    line: int
    command: str
    exit_code: int
    shown: list[str]


def _blocks(language: str) -> list[Block]:
    fences = re.finditer(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [Block(README.count("\n", 0, fence.start()) + 2, fence[1]) for fence in fences]


def _commands() -> Iterator[Command]:
    for block in _blocks("console"):
        found: list[Command] = []
        for number, line in enumerate(block.text.splitlines(), start=block.line):
            if line.startswith("$ "):
                command, _, comment = line[2:].partition("  # exit ")
                found.append(Command(number, command, int(comment or 0), []))
            else:
                found[-1].shown.append(line)
        yield from found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder with the sample stage, as the README assumes it."""
    shutil.copy(ROOT / "demo" / "gripper.usda", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_commands_print_what_the_readme_shows(folder: Path) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    commands = list(_commands())
    assert commands
    for line, command, exit_code, shown in commands:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=os.environ | {"PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        where = f"README line {line}: {command}\n{done.stdout}"
        assert done.returncode == exit_code, where
        assert _agrees(shown, [text.rstrip() for text in done.stdout.splitlines()]), where


def _agrees(shown: list[str], printed: list[str]) -> bool:
    """Whether the output is as shown; nothing shown means it is not of interest."""
    if not shown:
        return True
    pattern = "".join("(?:.*\n)*" if line.strip() == ELISION else re.escape(line) + "\n" for line in shown)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


@pytest.mark.usefixtures("folder")
def test_python_snippets_run_in_order_and_print_what_they_say() -> None:
    names: dict[str, Any] = {}
    blocks = _blocks("python")
    assert blocks
    for block in blocks:
        expected = [line.removeprefix(OUTPUT) for line in block.text.splitlines() if line.startswith(OUTPUT)]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("\n" * (block.line - 1) + block.text, "README.md", "exec"), names)
        assert printed.getvalue().splitlines() == expected, f"README line {block.line}"
