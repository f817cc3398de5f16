"""This project's own dynamics as an engine: articulations by Featherstone's algorithms, numpy alone, no contacts.

Bodies that belong to no articulation stay where they are drawn, and so say the findings.
"""

from columnar.simulators.featherstone.building import build
from columnar.simulators.featherstone.model import FeatherstoneModel, names, step, unsupported
from columnar.simulators.featherstone.reading import state

__all__ = ["FeatherstoneModel", "build", "names", "state", "step", "unsupported"]
