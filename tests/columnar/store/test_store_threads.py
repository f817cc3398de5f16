"""Reading and sealing from other threads while one writes."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np

from columnar.scene import Scene
from columnar.store import Store

COUNT = 300
ENOUGH = 40
"""So many scenes are to be seen."""

MASS = ("PhysicsMassAPI", "physics:mass")
DENSITY = ("PhysicsMassAPI", "physics:density")


def test_readers_and_a_sealer_never_see_half_of_a_write() -> None:
    """Every block writes one number into two columns of all rows; whoever sees a scene sees one number in it."""
    bodies = [f"/World/Body{i}" for i in range(COUNT)]
    store = Store(history=100_000)
    ids = store.insert(Scene.from_tables({"PhysicsMassAPI": {"prim": bodies}}), ordinal=0)[-COUNT:]
    store.write(*MASS, ids, np.zeros(COUNT, np.float32), ordinal=0)
    store.seal(0)
    written = [0]
    stop = threading.Event()
    failures: list[BaseException] = []
    seen: set[float] = set()

    def repeat(work: Callable[[], None]) -> None:
        try:
            while not stop.is_set():
                work()
        except Exception as error:  # noqa: BLE001 - whatever it is, the test reports it
            failures.append(error)
            stop.set()

    def write() -> None:
        number = written[0] + 1
        with store.edit(number) as edit:
            edit.write(*MASS, ids, np.full(COUNT, number, np.float32))
            edit.write(*DENSITY, ids, np.full(COUNT, number, np.float32))
            if number % 50 == 0:
                edit.insert(Scene.from_tables({"Cube": {"prim": [f"/World/Cube{number}"]}}))
        written[0] = number

    def seal() -> None:
        if written[0] > (store.sealed or 0):
            store.seal(written[0])

    def read() -> None:
        scene = store.latest
        assert scene is not None
        mass, density = scene.column(*MASS).values, scene.column(*DENSITY).values
        assert set(mass.tolist()) == {float(scene.ordinal)}
        assert mass.tolist() == density.tolist()
        seen.add(float(mass[0]))
        if len(seen) == ENOUGH:
            stop.set()
        assert len(store.changes(since=0, until=scene.ordinal).of(*MASS)) == (COUNT if scene.ordinal else 0)

    threads = [threading.Thread(target=repeat, args=(work,)) for work in (write, seal, read, read)]
    for thread in threads:
        thread.start()
    stop.wait(60)  # a busy machine may need a while
    stop.set()
    for thread in threads:
        thread.join(30)
    assert not failures
    assert len(seen) >= ENOUGH
    assert set(store.seal(written[0] + 1).column(*MASS).values.tolist()) == {float(written[0])}
