"""Whatever stands in columns, no rule raises, and what is found can be printed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from columnar import Scene
from columnar.reports import json_text
from columnar.rules import RuleSelection, validate
from schemas.contract import Column, ColumnDtype, Component, load_contract
from schemas.rules import load_rules

PATHS = ("/a", "/a/b", "/a/b/c", "/b", "/b/a", "/c", "/d")
TARGETS = (*PATHS, "/none", "/a.p", "/a/none/x")
NUMBERS = st.sampled_from(
    [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        45.0,
        -90.0,
        400.0,
        1e-30,
        1e16,
        3.4e38,
        -3.4e38,
        float("inf"),
        float("-inf"),
        float("nan"),
    ]
)
"""Numbers that mean something somewhere, or are odd in floats."""

USED = sorted({check.component for rule in load_rules().values() for check in rule.checks} - {""})
"""Components that rules look at."""


def values(column: Column) -> st.SearchStrategy[Any]:
    """Values that a column takes, None among them."""
    if column.relationship:
        return st.none() | st.lists(st.sampled_from(TARGETS), max_size=3)
    if column.token or column.dtype in (ColumnDtype.STRING, ColumnDtype.ASSET):
        one: st.SearchStrategy[Any] = st.sampled_from([*column.tokens, "", "odd"])
    elif column.dtype is ColumnDtype.BOOL8:
        one = st.booleans()
    elif column.dtype.startswith("float"):
        one = NUMBERS
    else:
        low, high = (0, 255) if column.dtype.startswith("u") else (-(2**31), 2**31 - 1)
        one = st.integers(low, high)
    if column.lanes > 1:
        one = st.lists(one, min_size=column.lanes, max_size=column.lanes)
    return st.none() | (st.lists(one, max_size=7) if column.array else one)


@st.composite
def table(draw: st.DrawFn, component: Component) -> dict[str, list[Any]]:
    """Rows of a component on some prims, with some of its columns."""
    prims = draw(st.lists(st.sampled_from(PATHS), min_size=1, max_size=4, unique=True))
    found: dict[str, list[Any]] = {"prim": sorted(prims)}
    if component.multiple_apply:
        names = [*component.instances, "X"]
        found["instance"] = draw(st.lists(st.sampled_from(names), min_size=len(prims), max_size=len(prims)))
    for column in component.columns:
        if draw(st.booleans()):
            found[column.name] = draw(st.lists(values(column), min_size=len(prims), max_size=len(prims)))
    return found


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Scenes of a few prims that hold a few of the components."""
    contract = load_contract()
    names = draw(st.lists(st.sampled_from(USED), min_size=1, max_size=7, unique=True))
    types = [name for name in names if contract.component(name).kind == "prim_type"]
    kept = [name for name in names if name not in types[1:]]
    tables = {name: draw(table(contract.component(name))) for name in kept}
    matrix = st.lists(NUMBERS, min_size=16, max_size=16)
    # A prim with a type of its own need not be one that takes a transform; the others are Xforms.
    typed = {prim for name in types[:1] for prim in tables[name]["prim"]}
    placed = [prim for prim in draw(st.lists(st.sampled_from(PATHS), max_size=3, unique=True)) if prim not in typed]
    if placed:
        tables["prim"] = {"prim": placed, "omni:xform": [draw(st.none() | matrix) for _ in placed]}
    return Scene.from_tables(tables, fill=draw(st.booleans()))


@pytest.mark.filterwarnings("error")
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(scenes())
def test_no_rule_raises(scene: Scene) -> None:
    for openusd in ("25.8", "26.11"):
        findings = validate(scene, RuleSelection(select=["ALL"], openusd=openusd))
        assert len(json.loads(json_text([finding.to_json() for finding in findings]))) == len(findings)
        assert [finding.path for finding in findings] == sorted(
            (finding.path for finding in findings), key=lambda path: path.encode()
        )
