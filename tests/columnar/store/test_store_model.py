"""Random calls in any order of ordinals against a model: a dictionary per prim, and the rules of what is refused."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from columnar.scene import Scene, cells
from columnar.store import Store, StoreError

MASS = ("PhysicsMassAPI", "physics:mass")
PATHS = ("/W", "/W/a", "/W/a/x", "/W/b", "/c")
ORDINALS = (1, 2, 3)


class Call(NamedTuple):
    """A call of the store."""

    verb: str
    path: str
    ordinal: int
    value: float


CALLS = st.builds(
    Call,
    verb=st.sampled_from(("write", "block", "clear", "apply", "apply", "remove", "despawn", "insert", "insert")),
    path=st.sampled_from(PATHS),
    ordinal=st.sampled_from(ORDINALS),
    value=st.integers(1, 5).map(float),
)

Model = dict[str, float | str | None]
"""By prim: NO_API, or what its mass is: a number, 0.0 for the fallback, None where blocked."""

NO_API = "no API"


def _call(store: Store, call: Call) -> None:
    if call.verb == "insert":
        store.insert(Scene.from_tables({"Cube": {"prim": [call.path]}}), ordinal=call.ordinal)
    elif call.verb == "write":
        store.write(*MASS, call.path, call.value, ordinal=call.ordinal)
    elif call.verb in ("block", "clear"):
        getattr(store, call.verb)(*MASS, call.path, ordinal=call.ordinal)
    elif call.verb == "despawn":
        store.despawn(call.path, ordinal=call.ordinal)
    else:
        getattr(store, call.verb)("PhysicsMassAPI", call.path, ordinal=call.ordinal)


def _expected(calls: list[Call], ordinal: int) -> Model | None:
    """The prims at the end of an ordinal; None if one of the calls has to be refused."""
    model: Model = {}
    for call in sorted((c for c in calls if c.ordinal <= ordinal), key=lambda c: c.ordinal):
        if call.verb == "insert":
            for end in range(2, len(call.path.split("/"))):
                model.setdefault("/".join(call.path.split("/")[:end]), NO_API)
            model[call.path] = NO_API
            continue
        held = model.get(call.path)
        missing = call.path not in model
        if missing or (call.verb in ("write", "block", "clear", "remove") and held == NO_API):
            return None
        if call.verb == "despawn":
            model = {p: m for p, m in model.items() if p != call.path and not p.startswith(f"{call.path}/")}
        elif call.verb == "apply":
            model[call.path] = 0.0 if held == NO_API else held
        else:
            model[call.path] = {"write": call.value, "block": None, "clear": 0.0, "remove": NO_API}[call.verb]
    return model


def _seen(scene: Scene) -> Model:
    found = {path: cell for path, cell in cells(scene).items() if path != "/"}
    held = {path: "PhysicsMassAPI" in cell["usd-schemas"] for path, cell in found.items()}
    return {path: cell.get("physics:mass") if held[path] else NO_API for path, cell in found.items()}


@settings(max_examples=40, deadline=None)
@given(calls=st.lists(CALLS, max_size=14))
def test_any_order_of_calls_is_their_order_by_ordinals(calls: list[Call]) -> None:
    store = Store()
    done: list[Call] = []
    for call in calls:
        fits = _expected([*done, call], ORDINALS[-1]) is not None
        try:
            _call(store, call)
        except StoreError:
            assert not fits, f"{call} was refused after {done}"
        else:
            assert fits, f"{call} was taken after {done}"
            done.append(call)
    for ordinal in ORDINALS:
        assert _seen(store.seal(ordinal)) == _expected(done, ordinal)
    for ordinal in ORDINALS:
        assert _seen(store.at(ordinal)) == _expected(done, ordinal)
