"""Joint frames: from the space of the target they were authored in to the space of the actor they act on."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from columnar.parsing.actors import Actors
from columnar.parsing.columns import Ids
from columnar.parsing.decompositions import polar_decomposition
from columnar.parsing.lanes import inverse
from columnar.parsing.quaternions import matrices_from_quaternions, normalised, quaternions_from_matrices
from columnar.scene import multiply

__all__ = ["joint_frames"]

Floats = npt.NDArray[np.float32]


def joint_frames(
    targets: Ids, actors: Ids, position: Floats, rotation: Floats, scene_actors: Actors
) -> tuple[Floats, Floats]:
    """Position (n, 3) and rotation (n, 4) of one side's frames in the space of the actor, or of the world.

    A frame without a target is one in the world already. A frame on the actor itself only has the actor's scale
    multiplied into its position, lane by lane. Any other frame goes through the target to the world and from there
    into the actor's space, where only its rigid part is kept; then the scale is multiplied in.

    Args:
        targets: (n,) authored targets, -1 for none.
        actors: (n,) resolved actors, -1 for the world.
        position: (n, 3) as authored.
        rotation: (n, 4) as authored, of any length.
        scene_actors: the scene's actors.
    """
    moved = np.array(position, np.float32)
    turned = normalised(rotation)
    elsewhere = np.flatnonzero((actors != targets) & ~scene_actors.nowhere(targets))
    if elsewhere.size:
        moved[elsewhere], turned[elsewhere] = _re_expressed(
            targets[elsewhere], actors[elsewhere], moved[elsewhere], turned[elsewhere], scene_actors
        )
    held = np.flatnonzero(actors >= 0)
    moved[held] *= _scales(actors[held], scene_actors).astype(np.float32)
    return moved, turned.astype(np.float32)


def _re_expressed(
    targets: Ids, actors: Ids, position: Floats, rotation: npt.NDArray[np.float64], scene_actors: Actors
) -> tuple[Floats, npt.NDArray[np.float64]]:
    """Rigid part of frames on other prims, in the unscaled space of the actor or the world."""
    frame = np.zeros((len(targets), 4, 4))
    frame[:, :3, :3] = matrices_from_quaternions(rotation)
    frame[:, 3, :3] = position
    frame[:, 3, 3] = 1.0
    names = scene_actors.names
    anchor = multiply(multiply(frame, names.world(targets)), inverse(names.world(actors)))
    rigid = polar_decomposition(anchor)
    # What cannot be taken apart keeps its matrix, scale and all, as GfMatrix4d::RemoveScaleShear leaves it.
    kept = np.where(rigid.regular[:, None, None], rigid.rotation, anchor[:, :3, :3])
    return anchor[:, 3, :3].astype(np.float32), quaternions_from_matrices(kept)


def _scales(actors: Ids, scene_actors: Actors) -> npt.NDArray[np.float64]:
    """World scale of actors (n, 3): that of the body, or of the static collider."""
    index = scene_actors.index_of_path[actors]
    static = np.flatnonzero(index < 0)
    if not static.size:
        return scene_actors.polar.scale[index]
    scale = np.append(scene_actors.polar.scale, np.ones((1, 3)), axis=0)[index]
    scale[static] = polar_decomposition(scene_actors.names.world(actors[static])).scale
    return scale
