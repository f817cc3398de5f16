"""What engines are given: bodies, a tree of joints, and all that acts on them, the same for every engine."""

from columnar.simulators.mechanism.acceleration_drives import as_force_drives
from columnar.simulators.mechanism.bodies import Bodies, BodyMotion, find_bodies
from columnar.simulators.mechanism.coordinate_names import find_coordinate_names
from columnar.simulators.mechanism.couplings import Couplings, find_couplings
from columnar.simulators.mechanism.filters import Filters, find_filters
from columnar.simulators.mechanism.frames import Frames
from columnar.simulators.mechanism.loops import Closure, Closures, Distance, find_closures
from columnar.simulators.mechanism.mechanism import Mechanism, build_mechanism
from columnar.simulators.mechanism.misfits import find_misfits, motion_frames
from columnar.simulators.mechanism.motions import MotionKind, Motions, find_motions
from columnar.simulators.mechanism.postures import Posture, joint_postures, posture_coordinates, rotation_vectors, turns
from columnar.simulators.mechanism.scaling import in_si_units
from columnar.simulators.mechanism.start_poses import start_poses
from columnar.simulators.mechanism.state_coordinates import coordinate_vector, state_coordinates
from columnar.simulators.mechanism.tree import Tree, find_tree

__all__ = [
    "Bodies",
    "BodyMotion",
    "Closure",
    "Closures",
    "Couplings",
    "Distance",
    "Filters",
    "Frames",
    "Mechanism",
    "MotionKind",
    "Motions",
    "Posture",
    "Tree",
    "as_force_drives",
    "build_mechanism",
    "coordinate_vector",
    "find_bodies",
    "find_closures",
    "find_coordinate_names",
    "find_couplings",
    "find_filters",
    "find_misfits",
    "find_motions",
    "find_tree",
    "in_si_units",
    "joint_postures",
    "motion_frames",
    "posture_coordinates",
    "rotation_vectors",
    "start_poses",
    "state_coordinates",
    "turns",
]
