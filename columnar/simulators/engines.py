"""Engines by name, imported when asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from columnar.simulators.errors import EngineMissing, SimulatorError
from columnar.simulators.protocol import Simulator
from schemas.contract import unknown_name
from schemas.features import load_features

__all__ = ["engine_names", "import_engine", "installed_engines", "load_engine"]


def engine_names() -> tuple[str, ...]:
    """Names of all engines, installed or not."""
    return tuple(load_features().engines)


def installed_engines() -> tuple[str, ...]:
    """Names of the engines whose packages can be found; none is imported."""
    engines = load_features().engines.values()
    return tuple(engine.name for engine in engines if engine.package is None or find_spec(engine.package) is not None)


def load_engine(name: str) -> Simulator:
    """The adapter of an engine.

    Raises:
        SimulatorError: no engine of that name.
    """
    if name not in engine_names():
        raise SimulatorError(unknown_name("engine", name, engine_names()))
    return cast(Simulator, import_module(f"columnar.simulators.{name}"))


def import_engine(name: str, module: str | None = None) -> Any:
    """The engine's own package, or a module of it.

    Raises:
        EngineMissing: it is not installed; the message says how to install it.
    """
    engine = load_features().engines[name]
    try:
        return import_module(module or engine.package or "")
    except ImportError as error:
        raise EngineMissing(
            f"engine {name!r} needs the package {engine.package!r}, which cannot be imported ({error}); "
            f"install it with: pip install 'arrowstage[{engine.extra}]'"
        ) from error
