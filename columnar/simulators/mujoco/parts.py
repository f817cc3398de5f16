"""The bodies of a MuJoCo model while it is put together, in parts.

MjSpec lists its whole tree again for everything that is added to a body, so a model of many bodies takes a time that
grows with their square. Its trees are therefore made in specs of some hundreds of bodies, which are then attached.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from columnar.simulators.mechanism import Mechanism

__all__ = ["Parts"]

_SIZE: Final = 300
"""Bodies of a part, unless one tree has more."""

_PREFIX: Final = "/"
"""What attaching puts before names; all are paths of prims, and so begin with it."""


class Parts:
    """MuJoCo's bodies by row of the body table, the world as -1.

    Args:
        engine: the module.
        spec: the `mujoco.MjSpec` that all of it will be in.
        mechanism: says how bodies hang together.
    """

    def __init__(self, engine: Any, spec: Any, mechanism: Mechanism) -> None:
        self._engine, self._spec = engine, spec
        self._bodies: dict[int, Any] = {-1: spec.worldbody}
        count = len(mechanism.bodies)
        self._part_of = _parts(mechanism).tolist() if count > _SIZE else None
        self._parts: list[Any] = []

    def __getitem__(self, row: int) -> Any:
        return self._bodies[row]

    def name(self, row: int, name: str) -> str:
        """What something on a body is called until the parts are joined."""
        return name if self._part_of is None or row < 0 else name[len(_PREFIX) :]

    def add(self, row: int, parent: int, name: str, **options: Any) -> Any:
        """Add a body to one that is there."""
        above = self._root(row) if parent < 0 else self._bodies[parent]
        self._bodies[row] = above.add_body(name=self.name(row, name), **options)
        return self._bodies[row]

    def join(self) -> None:
        """Put all parts into the spec; bodies are not to be asked for afterwards."""
        for number, part in enumerate(self._parts):
            # Every part brings its defaults, and MJCF with two of one name cannot be read.
            part.default.name = f"part{number}"
            self._spec.attach(part, frame=self._spec.worldbody.add_frame(), prefix=_PREFIX)
        self._bodies.clear()

    def _root(self, row: int) -> Any:
        if self._part_of is None:
            return self._spec.worldbody
        while len(self._parts) <= self._part_of[row]:
            part = self._engine.MjSpec()
            part.compiler.degree, part.compiler.autolimits = False, False
            self._parts.append(part)
        return self._parts[self._part_of[row]].worldbody


def _parts(mechanism: Mechanism) -> npt.NDArray[np.int64]:
    """(bodies,) the part of each: that of its root; roots that follow one another share parts."""
    parents, order = mechanism.tree.parent.tolist(), mechanism.tree.order
    root = list(range(len(parents)))
    for row in order.tolist():
        root[row] = row if parents[row] < 0 else root[parents[row]]
    size = np.bincount(np.array(root, np.int64), minlength=len(parents))[order]
    found = np.zeros(len(parents), np.int64)
    # Only roots count, each for its whole tree: how many bodies stand before it.
    found[order] = (np.cumsum(size) - size) // _SIZE
    numbers = np.unique(found[np.array(root, np.int64)], return_inverse=True)[1]
    return numbers.reshape(-1).astype(np.int64)
