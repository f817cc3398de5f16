"""The mechanism of a scene, put together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from columnar.descriptors import Descriptors
from columnar.scene import Scene
from columnar.simulators.mechanism.bodies import Bodies, find_bodies
from columnar.simulators.mechanism.couplings import Couplings, find_couplings
from columnar.simulators.mechanism.filters import Filters, find_filters
from columnar.simulators.mechanism.loops import Closures, find_closures
from columnar.simulators.mechanism.motions import Motions, find_motions
from columnar.simulators.mechanism.postures import Posture, joint_postures, posture_coordinates
from columnar.simulators.mechanism.tree import Tree, find_tree

__all__ = ["Mechanism", "build_mechanism"]


@dataclass(frozen=True)
class Mechanism:
    """What engines are given. In stage units, or in metres and kilograms after `in_si_units`; angles in radians.

    Attributes:
        bodies: what moves.
        tree: how joints carry bodies.
        motions: the degrees of freedom of these joints.
        start: coordinates of the motions at the start: states where given, else as drawn.
        closures: joints that close loops, and distances.
        couplings: coordinates that follow others.
        filters: what does not collide.
        gravity: (3,) of the first scene, world axes; one that is not finite is none.
        joint_paths: by row of the joint table.
        length: length unit of all values, in metres.
        mass: mass unit of all values, in kilograms.
    """

    bodies: Bodies
    tree: Tree
    motions: Motions
    start: Posture
    closures: Closures
    couplings: Couplings
    filters: Filters
    gravity: npt.NDArray[np.float64]
    joint_paths: tuple[str, ...]
    length: float
    mass: float


def build_mechanism(descriptors: Descriptors, scene: Scene | None = None) -> Mechanism:
    """The mechanism of parsed columns, in stage units.

    Args:
        descriptors: parsed columns.
        scene: the columns, for the points of meshes.
    """
    bodies = find_bodies(descriptors, scene)
    tree = find_tree(descriptors, bodies)
    motions = find_motions(descriptors, tree)
    drawn = posture_coordinates(motions, joint_postures(tree, bodies.pose))
    stated = motions.values.state_position
    return Mechanism(
        bodies=bodies,
        tree=tree,
        motions=motions,
        start=drawn._replace(scalars=np.where(np.isnan(stated), drawn.scalars, stated)),
        closures=find_closures(descriptors, bodies, tree),
        couplings=find_couplings(descriptors, motions),
        filters=find_filters(descriptors, bodies, tree),
        gravity=_gravity(descriptors),
        joint_paths=tuple(descriptors.joints.cells("path")),
        length=descriptors.units.meters_per_unit,
        mass=descriptors.units.kilograms_per_unit,
    )


def _gravity(descriptors: Descriptors) -> npt.NDArray[np.float64]:
    scenes = descriptors.scenes
    found = scenes.values("gravity")[0].astype(np.float64) if len(scenes) else np.zeros(3)
    return found if np.isfinite(found).all() else np.zeros(3)
