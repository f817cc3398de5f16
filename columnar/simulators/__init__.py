"""Simulation engines, fed with columns and descriptors: one adapter each, behind one protocol.

An adapter is a module: `from columnar.simulators import mujoco`, then `mujoco.build(parse(scene))`. The engine itself
is imported when a model is built.
"""

from columnar.simulators.comparison import EngineRun, largest_differences, run_engine
from columnar.simulators.coordinates import CoordinateName
from columnar.simulators.energies import state_energies
from columnar.simulators.engines import engine_names, import_engine, installed_engines, load_engine
from columnar.simulators.errors import EngineMissing, SimulatorError
from columnar.simulators.findings import Findings, Unsupported
from columnar.simulators.protocol import Names, Simulator, State
from columnar.simulators.sizes import check_size

__all__ = [
    "CoordinateName",
    "EngineMissing",
    "EngineRun",
    "Findings",
    "Names",
    "Simulator",
    "SimulatorError",
    "State",
    "Unsupported",
    "check_size",
    "engine_names",
    "import_engine",
    "installed_engines",
    "largest_differences",
    "load_engine",
    "run_engine",
    "state_energies",
]
