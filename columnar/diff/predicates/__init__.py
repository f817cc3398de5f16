"""Predicates: from a scene's columns, what a recorded finding says both sides hold. One file per family."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from columnar.diff.asked import Asked, Prediction, RowsAsked
from columnar.diff.predicates.articulations import absent_threshold
from columnar.diff.predicates.bindings import hidden_binding
from columnar.diff.predicates.blocked import blocked_axis, blocked_collision
from columnar.diff.predicates.gravity import (
    absent_gravity,
    gravity_switch,
    long_gravity_direction,
    raw_gravity_magnitude,
    x_up,
    zero_gravity_direction,
)
from columnar.diff.predicates.groups import inverted_group
from columnar.diff.predicates.joints import absent_break, absent_ratio
from columnar.diff.predicates.limits import absent_limit, blocked_limit, one_sided_hinge
from columnar.diff.predicates.materials import absent_friction
from columnar.diff.predicates.one_sided import material_of_another_kind
from columnar.diff.predicates.ranges import negative_tuning, unlimited_force
from columnar.diff.predicates.scenes import default_time_steps, unlisted_self_collisions, unlisted_time_steps
from columnar.diff.predicates.sizes import absent_size, signed_size
from columnar.diff.predicates.targets import inactive_target

__all__ = ["PREDICATES", "ROW_PREDICATES"]

PREDICATES: Mapping[str, Callable[[Asked], Prediction]] = MappingProxyType(
    {
        "absent_break": absent_break,
        "absent_friction": absent_friction,
        "absent_gravity": absent_gravity,
        "absent_limit": absent_limit,
        "absent_ratio": absent_ratio,
        "absent_size": absent_size,
        "absent_threshold": absent_threshold,
        "blocked_axis": blocked_axis,
        "blocked_collision": blocked_collision,
        "blocked_limit": blocked_limit,
        "default_time_steps": default_time_steps,
        "gravity_switch": gravity_switch,
        "hidden_binding": hidden_binding,
        "inactive_target": inactive_target,
        "inverted_group": inverted_group,
        "long_gravity_direction": long_gravity_direction,
        "negative_tuning": negative_tuning,
        "one_sided_hinge": one_sided_hinge,
        "raw_gravity_magnitude": raw_gravity_magnitude,
        "signed_size": signed_size,
        "unlimited_force": unlimited_force,
        "unlisted_self_collisions": unlisted_self_collisions,
        "unlisted_time_steps": unlisted_time_steps,
        "x_up": x_up,
        "zero_gravity_direction": zero_gravity_direction,
    }
)
"""Predicates by the name that findings give them."""

ROW_PREDICATES: Mapping[str, Callable[[RowsAsked], npt.NDArray[np.bool_]]] = MappingProxyType(
    {"material_of_another_kind": material_of_another_kind}
)
"""Predicates of rows that columns give and OpenUSD's parser does not: whether it leaves out each of them."""
