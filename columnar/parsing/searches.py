"""How far OpenUSD's search for the bodies below an articulation root goes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from columnar.parsing.actors import Actors
from columnar.parsing.columns import Ids
from columnar.parsing.namespace import Namespace

__all__ = ["reached"]

Flags = npt.NDArray[np.bool_]


def reached(names: Namespace, actors: Actors, root: Ids, body: Ids, component: Ids) -> Flags:
    """(n,) bool: bodies that the search comes to.

    It takes in the whole component of the first body it meets, and does not look below a body that was taken in before
    it came there.

    Args:
        names: where prims stand.
        actors: bodies.
        root: (n,) root, by number.
        body: (n,) body below the root, by index; pairs are in the order of roots, then of paths.
        component: (n,) component of each body.
    """
    above = _pair_above(names, actors, root, body)
    found = np.ones(len(root), np.bool_)
    held = np.flatnonzero(above >= 0)
    later = ~_first_of_component(root, component)
    for number in np.unique(root[held[later[above[held]]]]).tolist():
        start, end = np.searchsorted(root, [number, number + 1]).tolist()
        found[start:end] = _walked((above[start:end] - start).tolist(), component[start:end].tolist())
    return found


def _pair_above(names: Namespace, actors: Actors, root: Ids, body: Ids) -> Ids:
    """(n,) the pair of the nearest body above each body and below the same root, -1 for none."""
    prims = actors.bodies.prim
    parents = names.parent[prims[body]]
    nearest = names.nearest(np.where(parents < names.count, parents, -1), names.flags(prims))
    holder = actors.index_of_path[nearest]
    count = len(prims) + 1
    keys, wanted = root * count + body, root * count + holder
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where((holder >= 0) & (keys[place] == wanted), place, -1)


def _first_of_component(root: Ids, component: Ids) -> Flags:
    order = np.lexsort((np.arange(len(root)), component, root))
    new = np.append(True, (np.diff(root[order]) != 0) | (np.diff(component[order]) != 0))
    found = np.zeros(len(root), np.bool_)
    found[order[new]] = True
    return found


def _walked(above: list[int], components: list[int]) -> list[bool]:
    """Which bodies of one root the search comes to; `above` is below 0 for a body with none above it."""
    met: set[int] = set()
    open_below: list[bool] = []
    found = []
    for holder, component in zip(above, components, strict=True):
        comes = holder < 0 or open_below[holder]
        found.append(comes)
        open_below.append(comes and component not in met)
        if comes:
            met.add(component)
    return found
