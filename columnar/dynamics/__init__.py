"""Articulations that move: joint trees, their dynamics by Featherstone's algorithms, batched over environments.

numpy alone, float64, environments first. There are no contacts.
"""

from columnar.dynamics.dofs import DofProperties
from columnar.dynamics.inertias import Masses
from columnar.dynamics.kinds import JOINT_MOTIONS, JointKind, Motion, MotionKind
from columnar.dynamics.links import Frame, LinkRow
from columnar.dynamics.mechanism import Mechanism
from columnar.dynamics.order import TreeError
from columnar.dynamics.solutions import (
    Energies,
    LinkPoses,
    bias_forces,
    energies,
    forward_dynamics,
    forward_kinematics,
    inverse_dynamics,
    inverse_mass_matrix,
    jacobian,
    link_accelerations,
    link_velocities,
    mass_matrix,
    momentum,
    responses,
)
from columnar.dynamics.tree import Tree, build_tree

__all__ = [
    "JOINT_MOTIONS",
    "DofProperties",
    "Energies",
    "Frame",
    "JointKind",
    "LinkPoses",
    "LinkRow",
    "Masses",
    "Mechanism",
    "Motion",
    "MotionKind",
    "Tree",
    "TreeError",
    "bias_forces",
    "build_tree",
    "energies",
    "forward_dynamics",
    "forward_kinematics",
    "inverse_dynamics",
    "inverse_mass_matrix",
    "jacobian",
    "link_accelerations",
    "link_velocities",
    "mass_matrix",
    "momentum",
    "responses",
]
