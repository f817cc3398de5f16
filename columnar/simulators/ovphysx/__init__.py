"""PhysX, fed by the columns themselves: `ovphysx.build(parse(scene), scene)`.

Every typed column of the scene goes into an ovstage Stage, as the reference producer would have put it there; nothing
is parsed on this side. Descriptors only name the coordinates of joints, which are read off the poses of bodies.
"""

from columnar.simulators.ovphysx.building import build
from columnar.simulators.ovphysx.feeding import feed_stage
from columnar.simulators.ovphysx.model import OvphysxModel, close, names, step, unsupported
from columnar.simulators.ovphysx.reading import state

__all__ = ["OvphysxModel", "build", "close", "feed_stage", "names", "state", "step", "unsupported"]
