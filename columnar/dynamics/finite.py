"""Numbers that move things are finite; whoever gives others is told which joint or link it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from columnar.dynamics.arrays import Doubles
from columnar.dynamics.tree import Tree

__all__ = ["coordinate_owners", "dof_owners", "finite", "require_finite"]


def finite(values: Any, what: str, owner: str) -> Doubles:
    """Numbers as an array.

    Args:
        values: numbers.
        what: what they are.
        owner: the joint or link.

    Raises:
        ValueError: one is not finite.
    """
    array = np.asarray(values, np.float64)
    if not np.isfinite(array).all():
        raise ValueError(f"{owner}: {what} of {array.tolist()}; it must be finite")
    return array


def require_finite(values: Doubles, what: str, owners: Sequence[str]) -> None:
    """Refuse numbers that are not finite.

    Args:
        values: (E, n, ...).
        what: what they are.
        owners: (n,) joints or links.

    Raises:
        ValueError: some are not finite; each of their owners is named.
    """
    if np.isfinite(values).all():
        return
    amiss = ~np.isfinite(values.reshape(*values.shape[:2], -1)).all(axis=2)
    faults = list(dict.fromkeys(_faults(amiss, what, owners)))
    raise ValueError("\n".join(faults))


def _faults(amiss: Any, what: str, owners: Sequence[str]) -> Iterator[str]:
    for column in np.flatnonzero(amiss.any(axis=0)).tolist():
        where = np.flatnonzero(amiss[:, column])
        among = f" in environment {where[0]}" if len(amiss) > 1 else ""
        yield f"{owners[column]}: its {what}{among} is not finite; give a number"


def dof_owners(tree: Tree) -> list[str]:
    """(nv,) names of the joints of degrees of freedom."""
    return _owners(tree, tree.joint_dofs)


def coordinate_owners(tree: Tree) -> list[str]:
    """(nq,) names of the joints of coordinates."""
    return _owners(tree, tree.joint_coordinates)


def _owners(tree: Tree, offsets: Any) -> list[str]:
    counts = np.diff(offsets).tolist()
    return [name for name, count in zip(tree.joint_names, counts, strict=True) for _ in range(count)]
