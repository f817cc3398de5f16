"""Columns that only MuJoCo has a use for."""

from columnar.simulators.mjc_columns.actuators import MjcActuator
from columnar.simulators.mjc_columns.joints import MjcJoint
from columnar.simulators.mjc_columns.reading import MjcColumns, read_mjc_columns

__all__ = ["MjcActuator", "MjcColumns", "MjcJoint", "read_mjc_columns"]
