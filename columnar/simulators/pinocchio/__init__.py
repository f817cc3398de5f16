"""pinocchio, one model for each tree of bodies: `pinocchio.build(parse(scene), scene)`.

pinocchio gives mass matrices and bias forces; drives, friction per speed and the step in time, implicit in both, are
done here. There are no contacts, limits or constraints. Models are in stage units.
"""

from columnar.simulators.pinocchio.building import build
from columnar.simulators.pinocchio.model import PinocchioModel, PinocchioTree, names, unsupported
from columnar.simulators.pinocchio.reading import state
from columnar.simulators.pinocchio.stepping import step

__all__ = ["PinocchioModel", "PinocchioTree", "build", "names", "state", "step", "unsupported"]
