"""Raw xformOp values of the rows, gathered per xformOpOrder and handed to the shared evaluator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from pxr import Gf, Usd, Vt

from columnar.assembly import Report
from columnar.scene import ReportCode
from populate.readers.report_texts import op_has_no_value, op_has_only_samples, op_is_mistyped, order_is_mistyped
from populate.readers.xform_ops import XformOp, evaluate, xform_stack

__all__ = ["LocalTransforms", "local_transforms", "op_numbers"]


@dataclass(frozen=True)
class LocalTransforms:
    """Local matrices (n, 4, 4) float64, identity for prims without ops, and (n,) bool reset flags."""

    local: npt.NDArray[np.float64]
    reset: npt.NDArray[np.bool_]
    reports: list[Report]


def local_transforms(
    prims: Sequence[Usd.Prim], paths: Sequence[str], xformable: Sequence[bool], time: float | None
) -> LocalTransforms:
    """Local transforms of prims at a time code, or at the default time.

    Args:
        prims: prims in row order.
        paths: their path strings, for reports.
        xformable: which of them have transforms at all.
        time: a time code, None for the default time.
    """
    code = Usd.TimeCode.Default() if time is None else Usd.TimeCode(time)
    local = np.broadcast_to(np.eye(4), (len(prims), 4, 4)).copy()
    reset = np.zeros(len(prims), np.bool_)
    reports: list[Report] = []
    groups: dict[tuple[str, ...], list[int]] = {}
    for row, prim in enumerate(prims):
        if xformable[row]:
            attribute = prim.GetAttribute("xformOpOrder")
            order = attribute.Get()
            if order is not None and not isinstance(order, Vt.TokenArray):
                text = order_is_mistyped(str(attribute.GetTypeName()))
                reports.append(Report(paths[row], "xformOpOrder", ReportCode.MISTYPED, text))
            elif order:
                groups.setdefault(tuple(order), []).append(row)
    for order, rows in groups.items():
        gather = _Gather(prims, paths, rows, code, reports)
        stack = xform_stack(order)
        values = {op.attribute: gather.values(op) for op in stack.ops}
        matrices, resets = evaluate(
            order,
            {name: v for name, (v, _) in values.items()},
            count=len(rows),
            validity={name: valid for name, (_, valid) in values.items()},
        )
        local[rows] = matrices
        reset[rows] = resets
    return LocalTransforms(local, reset, reports)


@dataclass(frozen=True)
class _Gather:
    prims: Sequence[Usd.Prim]
    paths: Sequence[str]
    rows: list[int]
    code: Usd.TimeCode
    reports: list[Report]

    def values(self, op: XformOp) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """(n, lanes) values of an op and which prims have one; what has none moves nothing and is reported."""
        found = np.zeros((len(self.rows), op.lanes))
        valid = np.zeros(len(self.rows), np.bool_)
        for place, row in enumerate(self.rows):
            attribute = self.prims[row].GetAttribute(op.attribute)
            value = attribute.Get(self.code) if attribute else None
            if value is None:
                self._report_missing(attribute, row, op)
                continue
            numbers = op_numbers(value, op)
            if numbers is None:
                self._report(row, op, ReportCode.MISTYPED, op_is_mistyped(op, str(attribute.GetTypeName())))
                continue
            found[place] = numbers
            valid[place] = True
        return found.reshape(-1) if op.lanes == 1 else found, valid

    def _report_missing(self, attribute: Usd.Attribute, row: int, op: XformOp) -> None:
        if attribute and (attribute.GetNumTimeSamples() or attribute.HasSpline()):
            self._report(row, op, ReportCode.TIME_SAMPLES_ONLY, op_has_only_samples(op))
        else:
            self._report(row, op, ReportCode.TRANSFORM_INVALID, op_has_no_value(op))

    def _report(self, row: int, op: XformOp, code: ReportCode, text: str) -> None:
        self.reports.append(Report(self.paths[row], op.attribute, code, text))


_VALUE_TYPES: dict[int, tuple[type, ...]] = {
    1: (float,),
    3: (Gf.Vec3d, Gf.Vec3f, Gf.Vec3h),
    4: (Gf.Quatd, Gf.Quatf, Gf.Quath),
    16: (Gf.Matrix4d,),
}
"""Value types an op takes, by its number of lanes; UsdGeom treats every other type as the identity."""


def op_numbers(value: Any, op: XformOp) -> Any:
    """The op's lanes from a Gf value or float; None where the value's type does not fit the op."""
    if type(value) not in _VALUE_TYPES[op.lanes]:
        return None
    if op.lanes == 4:
        return (*value.imaginary, value.real)
    return np.asarray(value, np.float64).reshape(-1)
