"""The contract in `spec/` against the published facts of the ovphysx 0.7.0 column contract."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from schemas.contract import FLT_MAX, Column, Component, Formula, load_contract

FACTS: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "contract" / "contract.json").read_text(encoding="utf-8")
)["components"]

COMPONENT_KEYS = (
    "kind",
    "extends",
    "xformable",
    "applicable_apis",
    "applies_to",
    "requires",
    "instances",
    "read_only_when_listed",
    "probe_column",
    "uses_blocks",
)
COLUMN_KEYS = (
    "dtype",
    "lanes",
    "array",
    "semantic",
    "units",
    "conversion",
    "producer",
    "created_without_api",
    "required",
)

DIFFERENCES: dict[tuple[str, str, str], tuple[Any, str]] = {
    ("MaterialBindingAPI", "", "read_only_when_listed"): (
        False,
        "measured: inherited bindings are written on colliders and bodies without the API, and count there",
    ),
    ("PhysxCollisionAPI", "physxCollision:contactOffset", "created_without_api"): (
        True,
        "measured: 0.02/metersPerUnit stands on every Plane collider, API applied or not",
    ),
    **{
        (component, column, "conversion"): (
            "per_deg_to_per_rad",
            "the facts give the unit only",
        )
        for component, column in (
            ("PhysicsDriveAPI", "drive:<inst>:physics:stiffness"),
            ("PhysicsDriveAPI", "drive:<inst>:physics:damping"),
            ("PhysxDrivePerformanceEnvelopeAPI", "physxDrivePerformanceEnvelope:<inst>:velocityDependentResistance"),
            ("PhysxJointAxisAPI", "physxJointAxis:<inst>:viscousFrictionCoefficient"),
        )
    },
    ("PhysxPhysicsRackAndPinionJoint", "physics:ratio", "conversion"): (
        "deg_to_rad",
        "the unit is deg/length, and the engine wants radians",
    ),
}
"""Where `spec/` differs on purpose: (component, full column name or "", key) -> what `spec/` says, and why."""

OBSERVED = {
    **{name: {"doubleSided", "orientation"} for name in ("Capsule", "Cone", "Cube", "Cylinder", "Plane", "Sphere")},
    "Mesh": {"accelerations", "velocities"},
    "PhysicsCollisionGroup": {
        "collection:colliders",
        "collection:colliders:expansionRule",
        "collection:colliders:includeRoot",
        "physics:invertFilteredGroups",
        "physics:mergeGroup",
    },
    "PhysxSceneAPI": {"physxScene:frictionType"},
    "PhysxSplinesSurfaceVelocityAPI": {"physxSplinesSurfaceVelocity:surfaceVelocityForceBased"},
}
"""Columns that the reference producer publishes although the facts do not list them."""

RULES: dict[str, Callable[[float], float]] = {
    "FLT_MAX": lambda _: FLT_MAX,
    "0.0": lambda _: 0.0,
    "1e+16": lambda _: 1e16,
    "1 / metersPerUnit": lambda meters: 1 / meters,
    "3 / metersPerUnit": lambda meters: 3 / meters,
    "9.81 / metersPerUnit": lambda meters: 9.81 / meters,
    "0.025 / metersPerUnit": lambda meters: 0.025 / meters,
    "0.04 / metersPerUnit": lambda meters: 0.04 / meters,
    "0.02 / metersPerUnit on a Plane collider only; every other shape keeps -inf": lambda meters: 0.02 / meters,
    "1e-5 * (10 / metersPerUnit) ** 2": lambda meters: 1e-5 * (10 / meters) ** 2,
    "5e-5 * (10 / metersPerUnit) ** 2": lambda meters: 5e-5 * (10 / meters) ** 2,
    "1e-2 * (10 / metersPerUnit) ** 2": lambda meters: 1e-2 * (10 / meters) ** 2,
}
"""The rules of the facts in double precision; their float32 rounding has tests of its own."""

UP_AXIS_RULE = "(0, -1, 0) if upAxis == 'Y' else (0, 0, -1)"


def test_the_facts_are_complete() -> None:
    assert len(FACTS) == 51
    assert sum(len(fact["columns"]) for fact in FACTS.values()) == 212


@pytest.mark.parametrize("name", FACTS)
def test_a_component_is_what_the_facts_say(name: str) -> None:
    component, fact = load_contract().component(name), FACTS[name]

    assert not list(differences(name, "", component, fact, COMPONENT_KEYS))
    assert set(fact.get("type_chain", ())) <= set(component.type_chain)


@pytest.mark.parametrize("name", FACTS)
def test_its_columns_are_those_of_the_facts(name: str) -> None:
    component = load_contract().component(name)
    columns = {component.full_name(column.name): column for column in component.columns}
    facts = {fact["name"]: fact for fact in FACTS[name]["columns"]}

    assert set(columns) - set(facts) == OBSERVED.get(name, set())
    findings = [
        finding for full, fact in facts.items() for finding in column_findings(component, full, columns[full], fact)
    ]
    assert not findings


def test_every_difference_is_one() -> None:
    """A line of the table that has become untrue must go."""
    for (name, column, key), (value, _) in DIFFERENCES.items():
        facts = {fact["name"]: fact for fact in FACTS[name]["columns"]}
        assert plain((facts[column] if column else FACTS[name]).get(key)) != value


def column_findings(component: Component, full: str, column: Column, fact: dict[str, Any]) -> Iterator[str]:
    """What a column says otherwise than its fact."""
    yield from differences(component.name, full, column, fact, COLUMN_KEYS)
    if not same_value(column.fallback, plain(fact.get("raw_fallback"))):
        yield f"{full} fallback: {column.fallback!r}, the facts say {fact.get('raw_fallback')!r}"
    if not same_rule(column.when_unauthored, fact.get("when_unauthored")):
        yield f"{full} when_unauthored: {column.when_unauthored!r}, the facts say {fact.get('when_unauthored')!r}"
    if not same_default(column, fact.get("parser_default")):
        yield f"{full} parser default: {column.parser_default!r}, the facts say {fact.get('parser_default')!r}"


def same_default(column: Column, fact: Any) -> bool:
    """Whether a column has the fact's parser default: a value, a rule of the stage units, or words."""
    if isinstance(fact, str) and "metersPerUnit" in fact:
        return column.parser_default is None and same_rule(column.parser_formula, fact)
    if column.parser_note is not None:
        return column.parser_default is None and column.parser_note == fact
    return column.parser_formula is None and same_value(column.parser_default, plain(fact))


def differences(
    component: str, column: str, record: Component | Column, fact: dict[str, Any], keys: tuple[str, ...]
) -> Iterator[str]:
    """Keys whose value is neither the fact's nor the one that `DIFFERENCES` gives."""
    for key in keys:
        value = getattr(record, key)
        expected = DIFFERENCES.get((component, column, key), (plain(fact.get(key)), ""))[0]
        if (value or None) != (expected or None):
            yield f"{component} {column} {key}: {value!r}, the facts say {fact.get(key)!r}"


def plain(value: Any) -> Any:
    """A value of the facts as `spec/` holds it: words for numbers replaced, lists as tuples."""
    words = {"inf": float("inf"), "-inf": float("-inf"), "FLT_MAX": FLT_MAX, "-FLT_MAX": -FLT_MAX}
    if isinstance(value, list):
        return tuple(map(plain, value))
    return words.get(value, value) if isinstance(value, str) else value


def same_value(value: Any, expected: Any) -> bool:
    """Equal, and true is not 1."""
    return bool(value == expected) and isinstance(value, bool) == isinstance(expected, bool)


def same_rule(formula: Formula | None, text: str | None) -> bool:
    """Whether a structured formula gives what the rule's text says, on stages of several units."""
    if formula is None or text is None:
        return formula is None and text is None
    if text == UP_AXIS_RULE:
        return [evaluated(formula, 1.0, axis) for axis in "YZX"] == [(0, -1, 0), (0, 0, -1), (0, 0, -1)]
    if (formula.prim_types == ("Plane",)) != ("on a Plane collider only" in text):
        return False
    return all(
        evaluated(formula, meters, "Y") == pytest.approx(RULES[text](meters), rel=1e-6) for meters in (1.0, 0.01, 12.3)
    )


def evaluated(formula: Formula, meters: float, up_axis: str) -> float | tuple[float, ...]:
    """The formula's value where a kilogram is the unit of mass."""
    return formula.evaluate(meters_per_unit=meters, kilograms_per_unit=1.0, up_axis=up_axis)
