"""Genesis, from the MJCF that MuJoCo's model is written as: `genesis.build(parse(scene), scene)`.

MuJoCo must be installed along with it. Models are in metres and kilograms; states are in stage units.
"""

from columnar.simulators.genesis.building import build
from columnar.simulators.genesis.model import GenesisModel, names, step, unsupported
from columnar.simulators.genesis.reading import state

__all__ = ["GenesisModel", "build", "names", "state", "step", "unsupported"]
