"""Newton, through ModelBuilder: `newton.build(parse(scene), scene)`.

Models are in stage units, as Newton's own importer makes them. Building needs no kernels; the first step compiles those
of MuJoCo's solver, which takes a while.
"""

from columnar.simulators.newton.building import build, fill_builder
from columnar.simulators.newton.model import NewtonModel, names, step, unsupported
from columnar.simulators.newton.reading import state

__all__ = ["NewtonModel", "build", "fill_builder", "names", "state", "step", "unsupported"]
