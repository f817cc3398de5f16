"""The page: what was compared, which findings there are, every difference, and pictures of the joints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import resources
from itertools import islice
from typing import Any, Final

from columnar.descriptors import Descriptors
from columnar.diff.differences import Difference
from columnar.diff.page.joints import joint_figures
from columnar.reports import Markup, element, join, raw, value_text
from schemas.findings import Finding, load_findings

__all__ = ["differences_page"]

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""Nothing is loaded from anywhere, whatever a path may look like."""

_MOST_ROWS: Final = 5000
_JOINT_TABLES: Final = ("joints", "limits", "drives", "axes", "states", "mimics")


def differences_page(
    differences: Sequence[Difference], *, title: str, sides: Sequence[tuple[str, Descriptors | None]]
) -> str:
    """A self-contained HTML page.

    Args:
        differences: what is shown.
        title: its heading.
        sides: name and descriptors of both sides; joints are drawn where there are descriptors.
    """
    known = load_findings()
    names = [name for name, _ in sides]
    drawn = [(name, descriptors) for name, descriptors in sides if descriptors is not None]
    joints = dict.fromkeys(d.path for d in differences if d.table in _JOINT_TABLES and d.path is not None)
    body = [
        element("h1", title),
        _summary(differences, names),
        _findings(differences, known),
        _filters(differences),
        _table(differences, names, known),
        *_joints(drawn, list(joints)),
        raw("script", _resource("page.js")),
    ]
    return f"<!DOCTYPE html>\n{element('html', _head(title), element('body', *body), lang='en')}\n"


def _head(title: str) -> Markup:
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("title", title),
        raw("style", _resource("page.css")),
    )


def _resource(name: str) -> str:
    return (resources.files("columnar.diff.page") / name).read_text(encoding="utf-8")


def _summary(differences: Sequence[Difference], names: Sequence[str]) -> Markup:
    unexplained = sum(difference.finding is None for difference in differences)
    return element(
        "p",
        f"a: {names[0]}; b: {names[1]}. {len(differences)} differences, {unexplained} of them unexplained.",
    )


def _findings(differences: Sequence[Difference], known: Mapping[str, Finding]) -> Markup:
    counts = Counter(difference.finding for difference in differences if difference.finding is not None)
    if not counts:
        return join()
    heads = ("finding", "differences", "title", "a: columns", "b: USD", "simulated")
    rows = [
        element(
            "tr",
            *(element("td", text) for text in (id_, str(count), known[id_].title, known[id_].columns, known[id_].usd)),
            element("td", "yes" if known[id_].simulated else "no"),
        )
        for id_, count in sorted(counts.items())
    ]
    return join(element("h2", "Findings"), _grid(heads, rows))


def _filters(differences: Sequence[Difference]) -> Markup:
    """What narrows the tables down; the script acts on them by their ids."""
    tables = sorted({difference.table for difference in differences})
    findings = sorted({difference.finding or "unexplained" for difference in differences})
    return element(
        "form",
        element("label", "Path or field ", element("input", type="search", id="text")),
        element("label", " Table ", _choice("table", tables)),
        element("label", " Finding ", _choice("finding", findings)),
        element("label", element("input", type="checkbox", id="simulated"), " only what a simulation sees"),
        element("output", id="shown"),
    )


def _choice(name: str, values: Sequence[str]) -> Markup:
    options = [element("option", "all", value=""), *(element("option", value, value=value) for value in values)]
    return element("select", *options, id=name)


def _table(differences: Sequence[Difference], names: Sequence[str], known: Mapping[str, Finding]) -> Markup:
    rows = [_row(difference, known) for difference in islice(differences, _MOST_ROWS)]
    more = len(differences) - len(rows)
    note = element("p", f"{more} more differences: --json gives all") if more else join()
    heads = ("table", "path", "field", f"a: {names[0]}", f"b: {names[1]}", "finding")
    return join(element("h2", "Differences"), _grid(heads, rows), note)


def _row(difference: Difference, known: Mapping[str, Finding]) -> Markup:
    finding = known.get(difference.finding or "")
    simulated = finding is None or finding.simulated
    where = " ".join([difference.path or "-", *difference.keys.values()])
    values = (_shown(difference, value) for value in (difference.a, difference.b))
    return element(
        "tr",
        *(element("td", text) for text in (difference.table, where, difference.field, *values)),
        element("td", difference.finding or "unexplained", title=finding.title if finding else ""),
        data_table=difference.table,
        data_finding=difference.finding or "unexplained",
        data_simulated="yes" if simulated else "no",
        data_path=difference.path or "-",
        class_="" if finding else "unexplained",
    )


def _shown(difference: Difference, value: Any) -> str:
    if difference.is_row:
        return "-" if value is None else "present"
    return value_text(value, single=True)


def _joints(sides: Sequence[tuple[str, Descriptors]], differing: Sequence[str]) -> list[Markup]:
    if not sides:
        return []
    figures, left_out = joint_figures(sides, differing)
    note = element("p", f"{left_out} more joints are not drawn") if left_out else join()
    legend = "X red, Y green, Z blue; side 0 broad, side 1 dashed; lines lead to the origins of the bodies."
    return [element("h2", "Joints"), element("p", legend), element("div", *figures, class_="figures"), note]


def _grid(heads: Sequence[str], rows: Sequence[Markup]) -> Markup:
    return element(
        "table",
        element("thead", element("tr", *(element("th", head) for head in heads))),
        element("tbody", *rows),
    )
