"""A Newton model with what it was made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from columnar.simulators.engines import import_engine
from columnar.simulators.errors import SimulatorError
from columnar.simulators.findings import Unsupported
from columnar.simulators.mechanism import Mechanism
from columnar.simulators.protocol import Names

__all__ = ["NewtonModel", "names", "step", "unsupported"]

_ROOM: Final = 1e-6
"""Least width of a range, as a share of where it lies, or of one."""


@dataclass
class NewtonModel:
    """A simulation; `builder` is Newton's own, `model` and the rest come when they are first needed.

    Attributes:
        builder: the `newton.ModelBuilder`.
        rows: Newton's index of each body, -1 for static ones.
        mechanism: what it was made from, in stage units.
        time_step: seconds.
        names: rows of states.
        findings: what could not be expressed.
        steps: steps taken.
        model: the `newton.Model` on the CPU, once finalised.
        running: solver, two states, control.
    """

    builder: Any
    rows: dict[int, int]
    mechanism: Mechanism
    time_step: float
    names: Names
    findings: tuple[Unsupported, ...]
    steps: int = 0
    model: Any = None
    running: tuple[Any, Any, Any, Any] | None = None


def step(model: NewtonModel, steps: int = 1) -> None:
    """Move on by a number of steps, with MuJoCo as Newton's solver; its kernels are compiled before the first one.

    Raises:
        SimulatorError: the solver refuses the model.
    """
    newton = import_engine("newton")
    if model.running is None:
        _widen_limits(model.builder)
        model.model = model.builder.finalize(device="cpu")
        solver = _solver(newton, model.model)
        now, then = model.model.state(), model.model.state()
        newton.eval_fk(model.model, model.model.joint_q, model.model.joint_qd, now)
        model.running = solver, now, then, model.model.control()
    solver, now, then, control = model.running
    for _ in range(steps):
        now.clear_forces()
        solver.step(now, then, control, None, model.time_step)
        now, then = then, now
    model.running = solver, now, then, control
    model.steps += steps


def _widen_limits(builder: Any) -> None:
    """Give limits without width, which the solver refuses, the least there is in single precision."""
    for dof, lower in enumerate(builder.joint_limit_lower):
        builder.joint_limit_upper[dof] = max(builder.joint_limit_upper[dof], lower + _ROOM * max(1.0, abs(lower)))


def _solver(newton: Any, model: Any) -> Any:
    try:
        return newton.solvers.SolverMuJoCo(model, use_mujoco_cpu=True)
    except ValueError as error:
        said = " ".join(str(error).split())
        raise SimulatorError(f"MuJoCo, as Newton's solver, does not take the model: {said}") from error


def names(model: NewtonModel) -> Names:
    """What the rows of a state are."""
    return model.names


def unsupported(model: NewtonModel) -> tuple[Unsupported, ...]:
    """What Newton could not express."""
    return model.findings
