"""What paths stand for that relationships point at."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from columnar.scene import PathKind
from populate.readers.declined import Declined
from populate.readers.direct.names import require_prim_names, require_property_names
from populate.readers.direct.prims import NO_PRIM, PrimTable

__all__ = ["path_kinds", "require_paths"]

_DEEPEST: Final = 1000


def require_paths(prims: PrimTable, nodes: NDArray[np.int32]) -> None:
    """Make sure that nodes are paths of prims or of prims' properties.

    Raises:
        Declined: one is something else: a variant, a target of a target.
    """
    paths, tokens = prims.crate.paths, prims.crate.tokens
    properties = paths.is_property[nodes]
    require_property_names(tokens, paths.token[nodes[properties]])
    pending = np.where(properties, paths.parent[nodes], nodes)
    for _ in range(_DEEPEST):
        pending = pending[prims.of_node[pending] == NO_PRIM]
        if not len(pending):
            return
        if paths.is_property[pending].any():
            raise Declined("a relationship target that is neither a prim nor a prim's property")
        require_prim_names(tokens, paths.token[pending])
        pending = paths.parent[pending]
    raise Declined(f"paths of more than {_DEEPEST} elements")


def path_kinds(prims: PrimTable, nodes: NDArray[np.int32]) -> list[PathKind]:
    """What paths without a row stand for: a prim, an inactive one (also anything below one), a property, or nothing."""
    paths = prims.crate.paths
    properties = paths.is_property[nodes]
    prim = prims.of_node[nodes]
    exists = (prim != NO_PRIM) & prims.exists[prim]
    nearest = _nearest(prims, np.where(properties, 0, nodes))
    kinds = np.select(
        [properties, ~prims.active[nearest], exists & prims.defined[prim]],
        [_code(PathKind.PROPERTY), _code(PathKind.INACTIVE), _code(PathKind.PRIM)],
        _code(PathKind.MISSING),
    )
    return [_KINDS[kind] for kind in kinds.tolist()]


def _nearest(prims: PrimTable, nodes: NDArray[np.int32]) -> NDArray[np.int32]:
    """The nearest prim at or above each node that a stage has."""
    nodes = nodes.copy()
    for _ in range(_DEEPEST):
        found = prims.of_node[nodes]
        lost = np.flatnonzero((found == NO_PRIM) | ~prims.exists[found])
        if not len(lost):
            break
        nodes[lost] = prims.crate.paths.parent[nodes[lost]]
    return prims.of_node[nodes]


_KINDS: Final = tuple(PathKind)


def _code(kind: PathKind) -> int:
    return _KINDS.index(kind)
