"""A scene in both engines, without contacts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from columnar import Scene, parse
from columnar.simulators import featherstone, mujoco
from tests.parity.articulations import distinct_articulations

__all__ = ["Pair", "build_pair"]


@dataclass(frozen=True)
class Pair:
    """The two models; both may be changed, for they are this comparison's own.

    Attributes:
        ours: articulations.
        theirs: MuJoCo's model.
        coordinates: (coordinates,) whether an articulation has it.
        links: rows of the bodies that are links of an articulation.
        size: extent of the links' origins at the start, at least a tenth of a metre, in stage units.
    """

    ours: Any
    theirs: Any
    coordinates: npt.NDArray[np.bool_]
    links: npt.NDArray[np.int64]
    size: float

    @property
    def features(self) -> set[str]:
        """What either of them could not express, and what each has in its own way; see `ROW_REMOVALS`."""
        found = {entry.feature for entry in (*self.ours.findings, *self.theirs.findings)}
        mechanisms = [one.mechanism for one in self.ours.articulations]
        found |= {"dry_friction"} if any(one.dofs.dynamic_friction.any() for one in mechanisms) else set()
        return found | ({"mimic_start"} if any(one.mimics for one in mechanisms) else set())

    def distinct(self) -> Pair:
        """Of articulations that are alike but for their place and their state, the first; all of them in MuJoCo."""
        chosen = distinct_articulations(self.ours.articulations)
        return _pair(replace(self.ours, articulations=chosen), self.theirs)


def build_pair(scene: Scene, *, time_step: float) -> Pair:
    """Both models of a scene at its start.

    Raises:
        SimulatorError: MuJoCo refuses the scene.
    """
    descriptors = parse(scene)
    ours = featherstone.build(descriptors, scene, time_step=time_step)
    theirs = mujoco.build(descriptors, scene, time_step=time_step, contacts=False)
    return _pair(ours, theirs)


def _pair(ours: Any, theirs: Any) -> Pair:
    start = featherstone.state(ours)
    rows = {path: row for row, path in enumerate(ours.names.bodies)}
    links = sorted({rows[name] for one in ours.articulations for name in one.tree.link_names})
    extent = np.ptp(start.body_positions[links], axis=0).max() if links else 0.0
    return Pair(
        ours=ours,
        theirs=theirs,
        coordinates=np.isfinite(start.positions),
        links=np.array(links, np.int64),
        size=max(float(extent), 0.1 / ours.mechanism.length),
    )
