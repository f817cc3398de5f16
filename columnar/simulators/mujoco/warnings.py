"""What MuJoCo warns of while it steps: findings, instead of lines in a log file of the working folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from columnar.simulators.engines import import_engine
from columnar.simulators.findings import Findings, Unsupported

__all__ = ["counted_warnings", "no_log_file"]

_OF_DOFS: Final = ("mjWARN_INERTIA", "mjWARN_BADQPOS", "mjWARN_BADQVEL", "mjWARN_BADQACC")
"""Warnings that name a degree of freedom."""

_OF_CONTROLS: Final = "mjWARN_BADCTRL"


@contextmanager
def no_log_file() -> Iterator[None]:
    """Keep MuJoCo from writing MUJOCO_LOG.TXT; it counts its warnings all the same."""
    engine = import_engine("mujoco")
    before = engine.get_mju_user_warning()
    engine.set_mju_user_warning(_ignore)
    try:
        yield
    finally:
        engine.set_mju_user_warning(before)


def _ignore(_: str) -> None:
    """`counted_warnings` tells it."""


def counted_warnings(model: Any, data: Any) -> tuple[Unsupported, ...]:
    """Warnings that a simulation has counted: a finding for each prim that one was last about.

    Args:
        model: the `mujoco.MjModel`.
        data: the `mujoco.MjData`.
    """
    engine, findings = import_engine("mujoco"), Findings("mujoco")
    texts: dict[str, list[str]] = {}
    for place in range(int(engine.mjtWarning.mjNWARNING)):
        counted = data.warning[place]
        if counted.number:
            kind, info = engine.mjtWarning(place), int(counted.lastinfo)
            text = str(engine.mju_warningText(place, info))
            texts.setdefault(_path(model, kind.name, info), []).append(text)
    for path, said in texts.items():
        findings.add("engine_warning", path, value=" ".join(said))
    return findings.finished(strict=False)


def _path(model: Any, kind: str, info: int) -> str:
    """The prim that a warning is about; the stage's own where it is about all of it."""
    if kind in _OF_DOFS and info < model.nv:
        name = model.joint(int(model.dof_jntid[info])).name
    elif kind == _OF_CONTROLS and info < model.nu:
        name = model.actuator(info).name
    else:
        return "/"
    # Names are paths, with the axis or the kind of actuator behind.
    return str(name).partition(":")[0]
