"""Articulations that move: joint trees, their dynamics by Featherstone's algorithms, batched over environments.

numpy alone, float64, environments first. There are no contacts.
"""

from columnar.dynamics.articulation import Articulation
from columnar.dynamics.couplings import Cone, Loop, Mimic
from columnar.dynamics.described import Built, Refusal, SoundDrives, UnsoundValue, build_articulations, sound_drives
from columnar.dynamics.dofs import DofProperties
from columnar.dynamics.editing import with_link, without_link
from columnar.dynamics.inertias import Masses
from columnar.dynamics.integration import Integrator
from columnar.dynamics.joint_view import JointView
from columnar.dynamics.kinds import JOINT_MOTIONS, JointKind, Motion, MotionKind
from columnar.dynamics.link_view import LinkView
from columnar.dynamics.link_wrenches import LinkFrame
from columnar.dynamics.links import Frame, LinkRow
from columnar.dynamics.mechanism import Mechanism
from columnar.dynamics.node_readouts import NodeReadouts
from columnar.dynamics.node_steps import NodeSteps
from columnar.dynamics.order import TreeError
from columnar.dynamics.shapes import Frictions, LinkShapes, Shape
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
from columnar.dynamics.tessellation import MissingExtraError, tessellated
from columnar.dynamics.tree import Tree, build_tree

__all__ = [
    "JOINT_MOTIONS",
    "Articulation",
    "Built",
    "Cone",
    "DofProperties",
    "Energies",
    "Frame",
    "Frictions",
    "Integrator",
    "JointKind",
    "JointView",
    "LinkFrame",
    "LinkPoses",
    "LinkRow",
    "LinkShapes",
    "LinkView",
    "Loop",
    "Masses",
    "Mechanism",
    "Mimic",
    "MissingExtraError",
    "Motion",
    "MotionKind",
    "NodeReadouts",
    "NodeSteps",
    "Refusal",
    "Shape",
    "SoundDrives",
    "Tree",
    "TreeError",
    "UnsoundValue",
    "bias_forces",
    "build_articulations",
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
    "sound_drives",
    "tessellated",
    "with_link",
    "without_link",
]
