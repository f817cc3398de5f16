"""A scene as rules look at it: which prims hold what, by path."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow.compute as pc

from columnar.inspection import Inspection
from columnar.parsing import Namespace
from columnar.scene import ReportCode, numpy_values

__all__ = ["Flags", "Ids", "RuleScene"]

Ids = npt.NDArray[np.int64]
"""Path ids; -1 for none."""

Flags = npt.NDArray[np.bool_]


class RuleScene(Inspection):
    """What rules share. Flags by path are (paths + 1,) bool, so that the id -1 of no path reads False."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._applied: dict[str, Flags] = {}
        self._is_a: dict[str, Flags] = {}

    def applies(self, component: str) -> Flags:
        """Prims that hold a component, by path."""
        if component not in self._applied:
            rows = self.rows(component)
            self._applied[component] = self.flags(rows.prims[rows.listed])
        return self._applied[component]

    def is_a(self, prim_type: str) -> Flags:
        """Prims of a type or one derived from it, by path."""
        if prim_type not in self._is_a:
            codes, names = self.type_codes
            known = [self.scene.contract.is_a(name, prim_type) for name in names]
            self._is_a[prim_type] = np.array([*known, False], np.bool_)[codes]
        return self._is_a[prim_type]

    @cached_property
    def namespace(self) -> Namespace:
        """Where prims stand."""
        return Namespace(self.scene)

    @cached_property
    def joints(self) -> Flags:
        """Joints of any type, by path."""
        return self.is_a("PhysicsJoint")

    @cached_property
    def excluded(self) -> Flags:
        """Joints that are excluded from articulations, by path."""
        rows = self.rows("PhysicsJoint")
        return self.flags(rows.prims[rows.cells("physics:excludeFromArticulation").filled(False).astype(np.bool_)])

    @cached_property
    def moving_bodies(self) -> Flags:
        """Enabled bodies, kinematic ones among them, by path."""
        rows = self.rows("PhysicsRigidBodyAPI")
        enabled = rows.cells("physics:rigidBodyEnabled").filled(True).astype(np.bool_)
        return self.flags(rows.prims[rows.listed & enabled])

    def below_body(self, prims: Ids) -> Flags:
        """(n,) whether each prim is a body or stands below one, enabled or not."""
        found: Flags = self.namespace.nearest(prims, self.applies("PhysicsRigidBodyAPI")) >= 0
        return found

    def body_above(self, prims: Ids) -> Ids:
        """(n,) nearest enabled body at or above each prim, -1 for none."""
        return self.namespace.nearest(prims, self.moving_bodies)

    @cached_property
    def instance_proxies(self) -> Flags:
        """Prims that stand for a part of an instance, by path."""
        prims = numpy_values(self.prims.column("prim")).astype(np.int64)
        return self.flags(prims[np.asarray(numpy_values(self.prims.column("from_instance")), np.bool_)])

    @cached_property
    def below_default(self) -> Flags:
        """The default prim and everything below it, by path; nothing if the stage names none."""
        names, default = self.scene.paths.arrow, self.scene.info["default_prim"]
        found = np.zeros(len(names) + 1, np.bool_)
        if default:
            root = default if default.startswith("/") else f"/{default}"
            below = pc.or_(pc.equal(names, root), pc.starts_with(names, f"{root}/"))
            found[:-1] = np.asarray(below)
        return found

    def mistyped(self, column: str) -> Flags:
        """Prims on which a column is authored with another type than its own, by path."""
        prims = self._mistyped.get(column, [])
        return self.flags(np.array(prims, np.int64))

    @cached_property
    def _mistyped(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        if "report" in self.scene.tables:
            table = self.scene.table("report")
            for report in table.filter(pc.equal(table["code"], ReportCode.MISTYPED)).to_pylist():
                found.setdefault(report["column"], []).append(report["prim"])
        return found
