"""What both engines make of one scene: accelerations at many states, and motion.

Three things are asked. Each time what one engine cannot express is taken out of both only where they differ otherwise,
and then named:

- accelerations without rows of constraints, at the start and at drawn states, within `ACCELERATION` of the largest;
- motion without rows over `SECONDS` from drawn velocities, within `SMOOTH` of the articulation's extent, by the steps
  that both take by default, or by shorter Runge-Kutta ones where springs of drives are stiff: MuJoCo takes dampers
  implicitly, and we springs as well;
- motion with rows from the start as drawn, within `ROWS`, if need be extrapolated to a step of zero: both hold limits,
  loops, mimics and friction by springs, each by its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from columnar import Scene
from columnar.dynamics import Integrator
from columnar.simulators import featherstone, import_engine, mujoco
from tests.parity_agreement.pair import Pair, build_pair
from tests.parity_agreement.placing import place
from tests.parity_agreement.removals import REMOVALS, ROW_REMOVALS, remove_rows

__all__ = ["ACCELERATION", "ROWS", "SECONDS", "SMOOTH", "Judgement", "Verdict", "judge_scene"]

ACCELERATION = 1e-6
SMOOTH = 1e-5
ROWS = 0.03
SECONDS = 0.25
STEP = 1e-3
_LOOKS = 10

Doubles = npt.NDArray[np.float64]
Remade = Callable[..., Pair]
"""Makes the pair anew, at its start, with another `time_step` if given."""


@dataclass(frozen=True)
class Verdict:
    """How far both are apart in one respect.

    Attributes:
        error: a share, see the module.
        active: whether rows acted.
        tolerance: largest error.
        without: features taken out of both to get there.
    """

    error: float
    active: bool
    tolerance: float
    without: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether the error is within the tolerance; one that is no number is not."""
        return self.error <= self.tolerance


@dataclass(frozen=True)
class Judgement:
    """All verdicts of a scene.

    Attributes:
        articulations: how many both have.
        verdicts: by what was compared.
    """

    articulations: int
    verdicts: Mapping[str, Verdict]


def judge_scene(scene: Scene, *, states: int = 4, seconds: float = SECONDS) -> Judgement:
    """Hold both engines against each other.

    Args:
        scene: with articulations.
        states: how many states accelerations are compared at, the start among them.
        seconds: how long both move.

    Raises:
        SimulatorError: MuJoCo refuses the scene.
    """
    pair = build_pair(scene, time_step=STEP)
    if not pair.ours.articulations or not pair.coordinates.any():
        return Judgement(len(pair.ours.articulations), {})
    smooth = [name for name in REMOVALS if name in pair.features]
    rows = [*smooth, *(name for name in ROW_REMOVALS if name in pair.features)]
    errors: dict[str, tuple[Callable[[Remade], tuple[float, bool]], float, list[str]]] = {
        "accelerations": (partial(_accelerations, states=states), ACCELERATION, smooth),
        "smooth motion": (partial(_smooth_motion, seconds=seconds), SMOOTH, smooth),
        "motion": (partial(_motion, seconds=seconds), ROWS, rows),
    }
    verdicts = {name: _verdict(scene, *asked) for name, asked in errors.items()}
    return Judgement(len(pair.ours.articulations), verdicts)


def _verdict(
    scene: Scene, error: Callable[[Remade], tuple[float, bool]], tolerance: float, features: Sequence[str]
) -> Verdict:
    """As built, or without the fewest features that make both agree: those that are not needed come back."""

    def judged(without: Sequence[str]) -> Verdict:
        return Verdict(*error(partial(_remade, scene, without)), tolerance, tuple(without))

    found = judged(())
    if found.agrees or not features:
        return found
    found = judged(features)
    for feature in features if found.agrees else ():
        fewer = judged([name for name in found.without if name != feature])
        found = fewer if fewer.agrees else found
    return found


def _remade(scene: Scene, without: Iterable[str], time_step: float = STEP) -> Pair:
    """A fresh pair without some features."""
    removals = {**REMOVALS, **ROW_REMOVALS}
    pair = build_pair(scene, time_step=time_step)
    for name in without:
        removals[name](pair)
    return pair


def _accelerations(remade: Remade, *, states: int) -> tuple[float, bool]:
    """The largest difference of accelerations, as a share of the largest acceleration of the state."""
    pair = remade()
    remove_rows(pair)
    generator = np.random.default_rng(7)
    start = mujoco.state(pair.theirs)
    worst = 0.0
    for count in range(states):
        positions, velocities = np.array(start.positions), np.array(start.velocities)
        if count:
            positions += generator.uniform(-0.5, 0.5, len(positions))
            velocities = generator.normal(size=len(velocities))
        place(pair, positions, velocities)
        theirs, ours = mujoco.state(pair.theirs), featherstone.state(pair.ours)
        held = pair.coordinates
        _check_placed(theirs.positions[held], ours.positions[held])
        _check_placed(theirs.velocities[held], ours.velocities[held])
        assert theirs.accelerations is not None
        assert ours.accelerations is not None
        scale = max(float(np.abs(theirs.accelerations[held]).max()), 1e-6)
        worst = _worse(worst, float(np.abs(theirs.accelerations - ours.accelerations)[held].max()) / scale)
    return worst, False


def _check_placed(theirs: Doubles, ours: Doubles) -> None:
    if np.abs(theirs - ours).max() > 1e-6 * max(1.0, float(np.abs(theirs).max())):
        raise AssertionError(f"the same state reads differently: {theirs} in MuJoCo, {ours} here")


def _smooth_motion(remade: Remade, *, seconds: float) -> tuple[float, bool]:
    """From drawn velocities: semi-implicit steps, else both by Runge-Kutta."""
    errors = []
    for time_step, runge_kutta in ((STEP, False), (STEP / 4, True)):
        pair = remade(time_step=time_step).distinct()
        remove_rows(pair)
        start = mujoco.state(pair.theirs)
        place(pair, np.array(start.positions), np.random.default_rng(11).normal(size=len(start.velocities)))
        apart = _apart(pair, seconds=seconds, time_step=time_step, runge_kutta=runge_kutta)[0]
        errors.append(_largest(pair, apart))
        # Beyond what stiff springs make of a step's length, another integrator is of no use.
        if not SMOOTH < errors[-1] <= ROWS:
            break
    return min(errors), False


def _motion(remade: Remade, *, seconds: float) -> tuple[float, bool]:
    """From the start as drawn; what differs by more is looked at again where the step goes to zero."""
    pair = remade().distinct()
    apart, active = _apart(pair, seconds=seconds, time_step=STEP)
    if _largest(pair, apart) <= ROWS:
        return _largest(pair, apart), active
    finer, _ = _apart(remade(time_step=STEP / 2).distinct(), seconds=seconds, time_step=STEP / 2)
    return _largest(pair, 2.0 * finer - apart), active


def _apart(pair: Pair, *, seconds: float, time_step: float, runge_kutta: bool = False) -> tuple[Doubles, bool]:
    """(looks, links, 3): where links are in MuJoCo less where they are here; and whether rows acted."""
    if runge_kutta:
        pair.theirs.model.opt.integrator = import_engine("mujoco").mjtIntegrator.mjINT_RK4
    found, active = [], False
    for _ in range(_LOOKS):
        count = round(seconds / time_step / _LOOKS)
        mujoco.step(pair.theirs, count)
        for articulation in pair.ours.articulations:
            for _ in range(count):
                articulation.step(time_step, integrator=Integrator.RK4 if runge_kutta else Integrator.IMPLICIT)
        theirs, ours = mujoco.state(pair.theirs), featherstone.state(pair.ours)
        active |= bool(pair.theirs.data.nefc)
        found.append((theirs.body_positions - ours.body_positions)[pair.links])
    return np.array(found), active


def _largest(pair: Pair, apart: Doubles) -> float:
    found = float(np.linalg.norm(apart, axis=-1).max()) / pair.size
    return found if np.isfinite(found) else float("inf")


def _worse(first: float, second: float) -> float:
    """The larger one; what is no number is worse than any."""
    return float("inf") if not np.isfinite(second) else max(first, second)
