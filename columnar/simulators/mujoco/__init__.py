"""MuJoCo, through MjSpec: `mujoco.build(parse(scene), scene)`.

Models are in metres and kilograms, along the stage's axes; gravity points where the stage has it. Bodies bear their
prim paths as names, joints theirs; a joint of several axes is several MuJoCo joints, `PATH:rotX` and so on.
"""

from columnar.simulators.mujoco.building import build
from columnar.simulators.mujoco.model import MujocoModel, mjcf_text, names, step, unsupported
from columnar.simulators.mujoco.reading import state

__all__ = ["MujocoModel", "build", "mjcf_text", "names", "state", "step", "unsupported"]
