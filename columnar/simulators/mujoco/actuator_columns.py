"""Values of MjcActuator on an actuator of a MuJoCo model."""

from __future__ import annotations

from typing import Any, Final

from columnar.simulators.mjc_columns import MjcActuator

__all__ = ["apply_actuator_columns", "unknown_types"]

_LISTS: Final = {"mjc:gear": "gear", "mjc:gainPrm": "gainprm", "mjc:biasPrm": "biasprm", "mjc:dynPrm": "dynprm"}
_TYPES: Final = {
    "mjc:gainType": ("gaintype", "mjtGain", "mjGAIN_", "fixed"),
    "mjc:biasType": ("biastype", "mjtBias", "mjBIAS_", "none"),
    "mjc:dynType": ("dyntype", "mjtDyn", "mjDYN_", "none"),
}
"""Field, its enumeration in MuJoCo, how the names there begin, what an absent cell means."""
_RANGES: Final = {
    "mjc:ctrl": ("ctrllimited", "ctrlrange"),
    "mjc:force": ("forcelimited", "forcerange"),
    "mjc:act": ("actlimited", "actrange"),
}


def unknown_types(engine: Any, columns: MjcActuator) -> list[tuple[str, str]]:
    """Columns and tokens of types that this release of MuJoCo does not have."""
    named = {column: columns.cells[column] for column in _TYPES if columns.cells[column]}
    return [(column, token) for column, token in named.items() if _type(engine, column, token) is None]


def apply_actuator_columns(engine: Any, actuator: Any, columns: MjcActuator) -> None:
    """Give the values of a row without `unknown_types` to an actuator of a `mujoco.MjSpec`."""
    cells = columns.cells
    for column, field in _LISTS.items():
        values = (cells[column] or [])[: len(getattr(actuator, field))]
        getattr(actuator, field)[: len(values)] = values
    for column, (field, _, _, absent) in _TYPES.items():
        setattr(actuator, field, _type(engine, column, cells[column] or absent))
    for prefix, (flag, field) in _RANGES.items():
        bounds = [cells[f"{prefix}Range:{end}"] or 0.0 for end in ("min", "max")]
        limited = _limited(cells[f"{prefix}Limited"], bounds)
        setattr(actuator, flag, engine.mjtLimited.mjLIMITED_TRUE if limited else engine.mjtLimited.mjLIMITED_FALSE)
        if limited:
            setattr(actuator, field, bounds)
    actuator.lengthrange = [cells["mjc:lengthRange:min"] or 0.0, cells["mjc:lengthRange:max"] or 0.0]
    actuator.actearly = bool(cells["mjc:actEarly"])
    actuator.inheritrange = cells["mjc:inheritRange"] or 0.0


def _type(engine: Any, column: str, token: str) -> Any:
    """A member of MuJoCo's enumeration; None if it has none of that name."""
    _, enumeration, prefix, _ = _TYPES[column]
    return getattr(getattr(engine, enumeration), prefix + token.upper(), None)


def _limited(token: str | None, bounds: list[float]) -> bool:
    """A token of `auto` means limited where the range is not empty."""
    if token == "auto" or token is None:
        return bounds[0] < bounds[1]
    return token == "true"
