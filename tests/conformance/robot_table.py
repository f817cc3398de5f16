"""Verdicts of robots: the file they are kept in, the page that lists them, and what the README's table says of them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.conformance.robot_error import SECONDS, TOLERANCE

__all__ = ["PAGE", "ROBOT_RESULTS", "load_robot_results", "page_text", "robot_results_text", "robot_row"]

ROBOT_RESULTS = Path(__file__).with_name("robots.toml")
PAGE = Path(__file__).with_name("ROBOTS.md")

_SHOWN = {"agrees": "agree", "findings": "with findings", "cannot": "cannot", "reference": "reference cannot"}
_HEAD = f"""# Robots by engine

Where every body is after {SECONDS:g} s, contacts left aside, held against MuJoCo. The error is the largest distance as
a share of the robot's extent; {TOLERANCE:g} at most agrees. Findings are features of `spec/runtimes/engines`, which say
what each means. A robot that an engine moves otherwise *cannot* be expressed there, for a finding that is listed; with
none of its own, the reference has one. Made by `python -m tests.conformance --robots FOLDER --write ENGINE=PYTHON`.
"""


def load_robot_results() -> dict[str, dict[str, Any]]:
    """By robot and engine: verdict, error, findings; of MuJoCo the findings alone."""
    found: dict[str, dict[str, Any]] = (
        tomllib.loads(ROBOT_RESULTS.read_text(encoding="utf-8")) if ROBOT_RESULTS.exists() else {}
    )
    return found


def robot_results_text(results: Mapping[str, Mapping[str, Any]]) -> str:
    """The file of verdicts."""
    lines = ["# Verdicts of `python -m tests.conformance --robots FOLDER --write`, by robot and engine."]
    for robot, engines in sorted(results.items()):
        lines += ["", f"[{robot}]"]
        for engine, entry in sorted(engines.items()):
            findings = ", ".join(f'"{name}"' for name in entry["findings"])
            error = f', error = "{entry["error"]}"' if "error" in entry else ""
            lines.append(f'{engine} = {{ verdict = "{entry["verdict"]}"{error}, findings = [{findings}] }}')
    return "\n".join(lines) + "\n"


def robot_row(results: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """What the README's table says, by engine."""
    engines = sorted({engine for row in results.values() for engine in row})
    found = {}
    for engine in engines:
        count = Counter(row[engine]["verdict"] for row in results.values() if engine in row)
        said = [f"{count[name]} {shown}" for name, shown in _SHOWN.items() if count[name]]
        said += [f"**{count['differs']} differ**"] if count["differs"] else []
        found[engine] = "the reference" if count["the reference"] else ", ".join(said)
    return found


def page_text(results: Mapping[str, Mapping[str, Any]]) -> str:
    """The page in Markdown: a table for each robot."""
    lines = [_HEAD.rstrip("\n")]
    for robot, engines in sorted(results.items()):
        lines += ["", f"## {robot}", "", "| engine | verdict | error | findings |", "|---|---|---|---|"]
        for engine, entry in sorted(engines.items()):
            findings = ", ".join(entry["findings"])
            lines.append(f"| {engine} | {entry['verdict']} | {entry.get('error', '')} | {findings} |")
    return "\n".join(lines) + "\n"
