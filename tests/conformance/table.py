"""Verdicts, and the README's table of them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.conformance.cases import CASES
from tests.conformance.robot_error import TOLERANCE

__all__ = [
    "README",
    "RESULTS",
    "load_results",
    "results_text",
    "robot_verdict",
    "table_in_readme",
    "table_text",
    "verdict",
]

RESULTS = Path(__file__).with_name("results.toml")
README = Path(__file__).parents[2] / "README.md"
_BEGIN, _END = "<!-- conformance -->\n", "<!-- /conformance -->\n"

_SHOWN = {"agrees": "agrees", "findings": "agrees, with findings", "cannot": "cannot", "differs": "**differs**"}


def verdict(name: str, judged: Mapping[str, Any]) -> str:
    """`agrees`, `findings` (agrees, something else is not expressed), `cannot` (and says so) or `differs`."""
    error = judged["error"]
    if error is not None and error <= CASES[name].tolerance:
        return "findings" if judged["findings"] else "agrees"
    return "cannot" if judged["cannot"] else "differs"


def robot_verdict(judged: Mapping[str, Any], reference: Mapping[str, Any]) -> str:
    """`agrees`, `findings`, `cannot` (a finding says so), `reference` (MuJoCo cannot, and says so) or `differs`."""
    error = judged["error"]
    if error is not None and error <= TOLERANCE:
        return "findings" if judged["findings"] else "agrees"
    # Of what engines come near to, only a start outside limits moves a robot this far.
    if judged["cannot"] or "start_outside_limit" in judged["findings"]:
        return "cannot"
    return "reference" if reference["findings"] else "differs"


def load_results() -> dict[str, dict[str, str]]:
    """Recorded verdicts by case and engine."""
    found: dict[str, dict[str, str]] = tomllib.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    return found


def results_text(results: Mapping[str, Mapping[str, str]]) -> str:
    """The file of verdicts."""
    lines = ["# Verdicts of `python -m tests.conformance --write`, by case and engine."]
    for name, engines in results.items():
        lines += ["", f"[{name}]", *(f'{engine} = "{engines[engine]}"' for engine in sorted(engines))]
    return "\n".join(lines) + "\n"


def table_text(results: Mapping[str, Mapping[str, str]]) -> str:
    """The table in Markdown."""
    engines = sorted({engine for row in results.values() for engine in row})
    lines = ["| |" + "".join(f" {engine} |" for engine in engines), "|---|" + "---|" * len(engines)]
    for name, row in results.items():
        title = CASES[name].title if name in CASES else name.replace("_", " ")
        cells = "".join(f" {_SHOWN.get(row.get(engine, ''), row.get(engine, ''))} |" for engine in engines)
        lines.append(f"| {title} |{cells}")
    return "\n".join(lines) + "\n"


def table_in_readme(text: str, table: str | None = None) -> str:
    """The README's table; with a table, the README with that one in its place."""
    before, _, rest = text.partition(_BEGIN)
    inside, _, after = rest.partition(_END)
    return inside if table is None else before + _BEGIN + table + _END + after
