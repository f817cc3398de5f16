"""Any sequence of calls does to a store's prims what it does to pxr's: the same values, the same marks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from twin_stages import CLASSES, TYPES, Twins, accessors, column_of, plain

from columnar.typed.values import fallback_value

PATHS = sorted(TYPES)
INSTANCES = ("angular", "linear", "rotX", "odd")
PROPERTIES = [(name, accessor) for name in CLASSES for accessor in accessors(name)]
SINGLE_STEPS = ("create", "create_value", "create_sparsely", "create_fallback", "set", "block", "clear")
RELATIONSHIP_STEPS = ("create", "set", "set_empty", "add", "remove", "clear", "clear_spec")

number = st.sampled_from([0.0, 1.5, -2.0, 0.1, float("inf"), 3e38])


def value_for(draw: Any, fallback: Any, kind: str) -> Any:
    """A value of an attribute's type."""
    if kind == "bool":
        return draw(st.booleans())
    if kind in ("token", "string"):
        return draw(st.sampled_from(["X", "Y", "force", "acceleration", "none", "nobody's"]))
    if kind.startswith("quat"):
        return None
    if isinstance(fallback, tuple):
        return tuple(draw(number) for _ in fallback)
    return draw(number)


@st.composite
def calls(draw: st.DrawFn) -> list[tuple[str, str, str, str, str]]:
    """Steps: class, accessor ("Apply" for none), path, instance, what to do; on few prims, so that they meet."""
    paths = draw(st.lists(st.sampled_from(PATHS), min_size=1, max_size=2, unique=True))
    names = draw(st.lists(st.sampled_from(PROPERTIES), min_size=1, max_size=3, unique=True))
    instances = draw(st.lists(st.sampled_from(INSTANCES), min_size=1, max_size=2, unique=True))
    steps = []
    for _ in range(draw(st.integers(1, 12))):
        name, accessor = draw(st.sampled_from(names))
        what = draw(st.sampled_from(RELATIONSHIP_STEPS if accessor.endswith("Rel") else SINGLE_STEPS))
        if draw(st.integers(0, 4)) == 0 and name.endswith("API"):
            what = "apply"
        steps.append((name, accessor, draw(st.sampled_from(paths)), draw(st.sampled_from(instances)), what))
    return steps


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(calls(), st.data())
def test_same_calls_same_answers(steps: list[tuple[str, str, str, str, str]], data: st.DataObject) -> None:
    twins = Twins()
    for name, accessor, path, instance, what in steps:
        perform(twins, data.draw, name, accessor, path, instance, what)
        assert_same(twins, name, path, instance)
    for name in CLASSES:
        for path in {step[2] for step in steps}:
            for instance in {step[3] for step in steps}:
                assert_same(twins, name, path, instance)


def perform(twins: Twins, draw: Any, name: str, accessor: str, path: str, instance: str, what: str) -> None:
    theirs, ours = twins.views(name, path, instance)
    with twins.both() as run:
        if what == "apply":
            more = (instance,) if name in ("DriveAPI", "LimitAPI") else ()
            run(lambda: type(theirs).Apply(theirs.GetPrim(), *more), lambda: type(ours).Apply(ours.GetPrim(), *more))
        elif accessor.endswith("Rel"):
            relate(run, theirs, ours, accessor, what, draw(st.sampled_from(PATHS)))
        else:
            author(run, draw, theirs, ours, name, accessor, what)


def author(run: Any, draw: Any, theirs: Any, ours: Any, name: str, accessor: str, what: str) -> None:
    """A step on an attribute."""
    get, create = (lambda view: getattr(view, f"Get{accessor}")()), (lambda view: getattr(view, f"Create{accessor}"))
    column = column_of(name, accessor)
    fallback = fallback_value(column)
    value = value_for(draw, fallback, column.usd_type)
    if what == "create" or value is None:
        run(lambda: create(theirs)(), lambda: create(ours)())
    elif what == "create_value":
        run(lambda: create(theirs)(value), lambda: create(ours)(value))
    elif what == "create_sparsely":
        run(lambda: create(theirs)(value, True), lambda: create(ours)(value, True))
    elif what == "create_fallback":
        run(lambda: create(theirs)(fallback, True), lambda: create(ours)(fallback, True))
    elif what == "set":
        run(lambda: get(theirs).Set(value), lambda: get(ours).Set(value))
    elif what == "block":
        run(lambda: get(theirs).Block(), lambda: get(ours).Block())
    else:
        run(lambda: get(theirs).Clear(), lambda: get(ours).Clear())


def relate(run: Any, theirs: Any, ours: Any, accessor: str, what: str, target: str) -> None:
    """A step on a relationship."""
    get, create = (lambda view: getattr(view, f"Get{accessor}")()), (lambda view: getattr(view, f"Create{accessor}")())
    steps = {
        "create": create,
        "set": lambda view: get(view).SetTargets([target]),
        "set_empty": lambda view: get(view).SetTargets([]),
        "add": lambda view: get(view).AddTarget(target),
        "remove": lambda view: get(view).RemoveTarget(target),
        "clear": lambda view: get(view).ClearTargets(False),
        "clear_spec": lambda view: get(view).ClearTargets(True),
    }
    run(lambda: steps[what](theirs), lambda: steps[what](ours))


def assert_same(twins: Twins, name: str, path: str, instance: str) -> None:
    """Everything both sides say of a view and its properties."""
    theirs, ours = twins.views(name, path, instance)
    assert bool(theirs) == bool(ours), (name, path)
    for accessor in accessors(name):
        there, here = getattr(theirs, f"Get{accessor}")(), getattr(ours, f"Get{accessor}")()
        where = (name, accessor, path, instance)
        assert there.GetName() == here.GetName(), where
        assert there.IsValid() == here.IsValid(), where
        assert there.IsAuthored() == here.IsAuthored(), where
        if accessor.endswith("Rel"):
            assert plain(there.GetTargets()) == here.GetTargets(), where
            assert there.HasAuthoredTargets() == here.HasAuthoredTargets(), where
            continue
        assert plain(there.Get()) == here.Get(), where
        assert there.HasAuthoredValue() == here.HasAuthoredValue(), where
        assert there.HasValue() == here.HasValue(), where
        assert there.GetTypeName() == here.GetTypeName(), where
        assert plain(there.GetFallbackValue()) == here.GetFallbackValue(), where


@pytest.mark.parametrize("name", CLASSES)
def test_untouched(name: str) -> None:
    """Before anything is written, on every prim."""
    twins = Twins()
    for path in PATHS:
        assert_same(twins, name, path, "angular")
