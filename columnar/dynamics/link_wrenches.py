"""External wrenches on links, as Genesis applies them."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from columnar.dynamics.arrays import Doubles, Ids
from columnar.dynamics.finite import finite

if TYPE_CHECKING:
    from columnar.dynamics.articulation import Articulation

__all__ = ["LinkFrame", "add_wrench", "chosen_environments"]


class LinkFrame(StrEnum):
    """A frame of a link: its origin with its axes, or its centre of mass with the axes of its inertial frame."""

    LINK_ORIGIN = "link_origin"
    LINK_COM = "link_COM"


def chosen_environments(count: int, envs_idx: Any) -> Ids:
    """Indices of environments; all of them for None, a mask or indices otherwise.

    Raises:
        IndexError: no such environment.
    """
    if envs_idx is None:
        return np.arange(count)
    asked = np.atleast_1d(np.asarray(envs_idx))
    if asked.dtype == np.bool_:
        if asked.shape != (count,):
            raise IndexError(f"a mask of shape {asked.shape} for {count} environments")
        return np.flatnonzero(asked)
    found = asked.astype(np.int64)
    if found.size and not (-count <= found.min() and found.max() < count):
        raise IndexError(f"environments {found.min()} to {found.max()} asked for; there are 0 to {count - 1}")
    return found % count


def add_wrench(
    articulation: Articulation,
    link: int,
    *,
    force: Any,
    torque: Any,
    envs_idx: Any,
    pos: Any,
    ref: LinkFrame | str,
    local: bool,
) -> None:
    """Adds a force at a point and a free couple to the wrenches of the next step.

    Args:
        articulation: whose link it is.
        link: its index.
        force: (3,) or (n, 3); None: no force.
        torque: (3,) or (n, 3), on top of the force's moment; None: none.
        envs_idx: environments to act in; None: all.
        pos: (3,) or (n, 3) where the force acts: a world point, or with `local` an offset in the frame; None: the
            frame's origin.
        ref: the frame.
        local: whether force, torque and pos are along the frame's axes instead of the world's.

    Raises:
        ValueError: neither force nor torque, a position without a force, no such frame, another shape, or a number that
            is not finite.
        IndexError: no such environment.
    """
    if force is None and torque is None:
        raise ValueError("neither a force nor a torque; give one at least")
    if pos is not None and force is None:
        raise ValueError("a position without a force has no moment; leave it out")
    frame = LinkFrame(ref)
    chosen = chosen_environments(articulation.n_envs, envs_idx)
    owner = articulation.tree.link_names[link]
    push, couple, place = (_vectors(value, len(chosen), name, owner) for value, name in _named(force, torque, pos))
    solved = articulation.solved()
    origin = solved.links[1][:, link, chosen].T
    center = solved.centers()[:, link, chosen].T if frame is LinkFrame.LINK_COM else origin
    axes = np.moveaxis(solved.links[0][:, :, link, chosen], 2, 0)
    if frame is LinkFrame.LINK_COM:
        axes = axes @ articulation.tree.inertial_rotation[:, :, link]
    if local:
        push, couple, place = (np.einsum("eij,ej->ei", axes, vector) for vector in (push, couple, place))
    point = center if pos is None else (center + place if local else place)
    np.add.at(
        articulation.wrenches[:, link], chosen, np.concatenate([np.cross(point - origin, push) + couple, push], 1)
    )


def _named(force: Any, torque: Any, pos: Any) -> tuple[tuple[Any, str], ...]:
    return (force, "force"), (torque, "torque"), (pos, "pos")


def _vectors(value: Any, count: int, name: str, owner: str) -> Doubles:
    """(count, 3) of one vector or as many; zeros for None."""
    if value is None:
        return np.zeros((count, 3))
    array = finite(value, f"a {name}", owner)
    if array.shape not in ((3,), (count, 3)):
        raise ValueError(f"{name} has shape {array.shape}; expected (3,) or ({count}, 3)")
    return np.broadcast_to(array, (count, 3))
