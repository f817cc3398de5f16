"""Point instancers expanded: one copy of the prototype's subtree per instance, under documented names.

Instance i stands at INSTANCER/instance_ID, where ID is ids[i] or i. Its root holds the prototype root's own local
transform, then scale, orientation and position (OpenUSD's ComputeInstanceTransformsAtTime). Bodies of an instance take
the instancer's velocities verbatim; whether these are local or world space is the body's
`physics:localSpaceVelocities`, as for any body. Prototypes themselves are not simulated, so their rows go.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from columnar.assembly.opinions import ColumnOpinions, OpinionState, Report, RowTable, StageOpinions, plain_type
from columnar.assembly.tiling import SubtreeCopies, descendant_rows, tile
from columnar.scene import ReportCode, multiply, numpy_values
from schemas.contract import Contract

__all__ = ["expand_point_instancers"]

_INSTANCER = "PointInstancer"
_BODY = "PhysicsRigidBodyAPI"
_MOTION = {"velocities": "physics:velocity", "angularVelocities": "physics:angularVelocity"}
MAX_ROWS = 50_000_000
"""Rows an expansion may lead to; nested instancers multiply."""


def expand_point_instancers(opinions: StageOpinions, contract: Contract) -> StageOpinions:
    """The opinions with every point instancer's instances as rows of their own and its prototypes' rows gone.

    Instancers inside prototypes are expanded first. What cannot be expanded is reported and left as it is: an index
    without prototype, a prototype that holds its own instancer, arrays of different lengths.
    """
    remaining = [opinions.rows.paths[row].as_py() for row in _instancer_rows(opinions)]
    if not remaining:
        return opinions
    opinions = opinions.with_target_paths()
    dropped: set[str] = set()
    while remaining:
        ready = [path for path in remaining if not _holds_instancer(opinions, path, remaining)]
        if not ready:
            reports = tuple(
                Report(
                    path, None, ReportCode.INSTANCER_INVALID, "the prototypes hold this instancer itself; not expanded"
                )
                for path in remaining
            )
            return replace(opinions, reports=opinions.reports + reports)
        opinions = _expand(opinions, ready, dropped, contract)
        remaining = [path for path in remaining if path not in ready]
        needed = {root for path in remaining for root in _prototypes(opinions, _row(opinions, path))}
        opinions = _without(opinions, dropped - needed, contract)
        remaining = [path for path in remaining if _row(opinions, path) >= 0]
    return _without(opinions, dropped, contract)


def _row(opinions: StageOpinions, path: str) -> int:
    """Row of a path, -1 if it has none."""
    return int(opinions.rows.paths.index(path).as_py())


def _without(opinions: StageOpinions, roots: set[str], contract: Contract) -> StageOpinions:
    """The opinions without the rows at or below these paths."""
    rows = [row for path in sorted(roots) if (row := _row(opinions, path)) >= 0]
    return tile(opinions, [], descendant_rows(opinions.rows, rows), contract) if rows else opinions


def _instancer_rows(opinions: StageOpinions) -> list[int]:
    codes = [i for i, a in enumerate(opinions.rows.archetypes) if _INSTANCER in a.held]
    return np.flatnonzero(np.isin(opinions.rows.archetype, codes)).tolist()


def _prototypes(opinions: StageOpinions, row: int) -> list[str]:
    targets = _array(opinions, row, "prototypes")
    return [] if targets is None else [opinions.targets[int(t)].as_py() for t in targets]


def _holds_instancer(opinions: StageOpinions, path: str, remaining: list[str]) -> bool:
    """Whether a prototype of this instancer holds an instancer that is still to be expanded."""
    row = _row(opinions, path)
    roots = _prototypes(opinions, row)
    return any(other == root or other.startswith(root + "/") for root in roots for other in remaining)


def _expand(opinions: StageOpinions, paths: list[str], dropped: set[str], contract: Contract) -> StageOpinions:
    """One round: these instancers' instances copied. Prototype roots that were copied are added to `dropped`."""
    copies: list[SubtreeCopies] = []
    motions: list[_Motion] = []
    reports: list[Report] = []
    bodies = _body_rows(opinions.rows)
    for path in paths:
        row = _row(opinions, path)
        instances = _Instances(opinions, row, path)
        reports += instances.reports
        for number, prototype in enumerate(_prototypes(opinions, row)):
            root = _row(opinions, prototype)
            members = np.flatnonzero(instances.active & (instances.indices == number))
            if root < 0:
                continue
            dropped.add(prototype)
            if len(members):
                copies.append(instances.copies(root, members))
                moving = [
                    opinions.rows.paths[r].as_py()[len(prototype) :] for r in _outermost(opinions.rows, root, bodies)
                ]
                motions += instances.motions(members, moving)
    total = len(opinions.rows) + sum(len(descendant_rows(opinions.rows, [c.root])) * len(c.paths) for c in copies)
    if total > MAX_ROWS:
        raise ValueError(f"point instancers expand to {total} rows, more than {MAX_ROWS}; use --instancing share")
    grown = tile(replace(opinions, reports=opinions.reports + tuple(reports)), copies, np.zeros(0, np.int64), contract)
    return _set_velocities(grown, motions, contract)


class _Motion(NamedTuple):
    """Velocities of bodies: the column, (k,) body paths, (k, 3) float32 values."""

    column: str
    paths: list[str]
    lanes: npt.NDArray[np.float32]


class _Instances:
    """The instances of one instancer: names, prototype indices and transforms."""

    def __init__(self, opinions: StageOpinions, row: int, path: str) -> None:
        self._rows = opinions.rows
        self._row = row
        self._path = path
        self.reports: list[Report] = []
        indices = _array(opinions, row, "protoIndices")
        self.indices = np.zeros(0, np.int64) if indices is None else indices.astype(np.int64)
        count = len(self.indices)
        self._positions = self._lanes(opinions, "positions", count, 3)
        self._scales = self._lanes(opinions, "scales", count, 3)
        rotations = self._lanes(opinions, "orientationsf", count, 4)
        self._rotations = rotations if rotations is not None else self._lanes(opinions, "orientations", count, 4)
        velocities = {name: self._lanes(opinions, name, count, 3) for name in _MOTION}
        self._velocities = {name: lanes for name, lanes in velocities.items() if lanes is not None}
        ids = self._lanes(opinions, "ids", count, 1)
        numbers = np.arange(count) if ids is None else ids.reshape(-1)
        self.names = [f"{path}/instance_{int(n)}".replace("-", "_") for n in numbers]
        self.active = self._active(opinions, numbers)

    def copies(self, root: int, members: npt.NDArray[np.int64]) -> SubtreeCopies:
        """Copies of the prototype at row `root` for these instances."""
        local = np.broadcast_to(self._rows.local[root], (len(members), 4, 4))
        for matrix in (_scale_matrices(self._scales, members), _rotation_matrices(self._rotations, members)):
            local = multiply(np.ascontiguousarray(local), matrix)
        local = np.array(local)
        if self._positions is not None:
            offset = np.broadcast_to(np.eye(4), local.shape).copy()
            offset[:, 3, :3] = self._positions[members]
            local = multiply(local, offset)
        parents = np.full(len(members), self._row, np.int64)
        return SubtreeCopies(root, [self.names[i] for i in members], parents, local)

    def motions(self, members: npt.NDArray[np.int64], suffixes: list[str]) -> list[_Motion]:
        """What the instancer's velocity arrays say about the bodies at these paths below each instance."""
        paths = [self.names[i] + suffix for i in members for suffix in suffixes]
        return [
            _Motion(
                column, paths, np.repeat(self._velocities[source][members], len(suffixes), axis=0).astype(np.float32)
            )
            for source, column in _MOTION.items()
            if source in self._velocities and paths
        ]

    def _active(self, opinions: StageOpinions, numbers: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        prototypes = len(_prototypes(opinions, self._row))
        active = (self.indices >= 0) & (self.indices < prototypes)
        if not active.all():
            self._report(
                f"{int((~active).sum())} instances have no prototype (protoIndices outside 0..{prototypes - 1})"
            )
        inactive = _array(opinions, self._row, "usd-metadata:inactiveIds")
        if inactive is not None:
            active &= ~np.isin(numbers, inactive)
        self._refuse_taken(opinions, active)
        return active

    def _refuse_taken(self, opinions: StageOpinions, active: npt.NDArray[np.bool_]) -> None:
        """Leave out instances whose name an earlier instance or a child prim bears."""
        names = pa.array(self.names, pa.large_string())
        present = numpy_values(pc.is_in(names, value_set=opinions.rows.paths))
        first = np.zeros(len(names), np.bool_)
        first[np.unique(numpy_values(names.dictionary_encode().indices), return_index=True)[1]] = True
        taken = active & (present | ~first)
        for place in np.flatnonzero(taken):
            name = self.names[place]
            self._report(f"instance {place}: {name} is taken already (a repeated id, or a child prim of that name)")
        active &= ~taken

    def _lanes(self, opinions: StageOpinions, name: str, count: int, lanes: int) -> npt.NDArray[np.float64] | None:
        values = _array(opinions, self._row, name)
        if values is None or not len(values):
            return None
        if len(values) != count:
            self._report(f"{name} has {len(values)} elements for {count} instances; it is left out")
            return None
        return values.astype(np.int64) if lanes == 1 else values.astype(np.float64)

    def _report(self, text: str) -> None:
        self.reports.append(Report(self._path, None, ReportCode.INSTANCER_INVALID, text))


def _array(opinions: StageOpinions, row: int, column: str) -> npt.NDArray[Any] | None:
    """The elements an instancer's array column holds, (n,) or (n, lanes); None where it says nothing."""
    found = opinions.columns.get((_INSTANCER, column))
    if found is None:
        return None
    places = np.flatnonzero(found.rows == row)
    if not len(places):
        return None
    value = found.values[int(places[0])].values
    return None if value is None else numpy_values(value)


def _scale_matrices(scales: npt.NDArray[np.float64] | None, members: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    matrices = np.broadcast_to(np.eye(4), (len(members), 4, 4)).copy()
    if scales is not None:
        for axis in range(3):
            matrices[:, axis, axis] = scales[members, axis]
    return matrices


def _rotation_matrices(
    rotations: npt.NDArray[np.float64] | None, members: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """Row-vector rotation matrices of x y z w quaternions, not normalised first, as OpenUSD does."""
    matrices = np.broadcast_to(np.eye(4), (len(members), 4, 4)).copy()
    if rotations is None:
        return matrices
    x, y, z, w = rotations[members].T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (z * x - y * w)],
        [2 * (x * y - z * w), 1 - 2 * (z * z + x * x), 2 * (y * z + x * w)],
        [2 * (z * x + y * w), 2 * (y * z - x * w), 1 - 2 * (y * y + x * x)],
    ]
    for i, row in enumerate(rows):
        for j, lane in enumerate(row):
            matrices[:, i, j] = lane
    return matrices


def _set_velocities(opinions: StageOpinions, motions: list[_Motion], contract: Contract) -> StageOpinions:
    """Give the outermost bodies of each instance the instancer's velocities."""
    columns = dict(opinions.columns)
    for column in _MOTION.values():
        given = [motion for motion in motions if motion.column == column]
        if given:
            paths = pa.array([path for motion in given for path in motion.paths], pa.large_string())
            rows = numpy_values(pc.index_in(paths, value_set=opinions.rows.paths)).astype(np.int64)
            lanes = np.concatenate([motion.lanes for motion in given])
            columns[_BODY, column] = _overridden(columns.get((_BODY, column)), rows, lanes, contract)
    return replace(opinions, columns=columns)


def _body_rows(rows: RowTable) -> npt.NDArray[np.bool_]:
    codes = [i for i, a in enumerate(rows.archetypes) if _BODY in a.held]
    return np.isin(rows.archetype, codes)


def _outermost(rows: RowTable, root: int, bodies: npt.NDArray[np.bool_]) -> list[int]:
    """Bodies at or below `root` that have no body between."""
    below = descendant_rows(rows, [root])
    found = []
    for row in below[bodies[below]].tolist():
        parent = int(rows.parent[row])
        while row != root and parent != root and parent >= 0 and not bodies[parent]:
            parent = int(rows.parent[parent])
        if row == root or not bodies[max(parent, 0)]:
            found.append(row)
    return found


def _overridden(
    existing: ColumnOpinions | None, rows: npt.NDArray[np.int64], lanes: npt.NDArray[np.float32], contract: Contract
) -> ColumnOpinions:
    column = contract.component(_BODY).column_by_name[_MOTION["velocities"]]
    kind = plain_type(column)
    values = pa.FixedSizeListArray.from_arrays(pa.array(lanes.reshape(-1)), type=kind)
    new = ColumnOpinions(
        rows=rows,
        instances=None,
        states=np.full(len(rows), OpinionState.COMPUTED, np.uint8),
        values=values,
    )
    if existing is None:
        return new
    kept = ~np.isin(existing.rows, new.rows)
    return ColumnOpinions(
        rows=np.concatenate([existing.rows[kept], new.rows]),
        instances=None,
        states=np.concatenate([existing.states[kept], new.states]),
        values=pa.concat_arrays([existing.values.filter(pa.array(kept)), new.values]),
    )
