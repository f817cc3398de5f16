"""The composed reader: OpenUSD composes the stage, every authored property is asked for. Simple, and always right."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
from pxr import Sdf, Usd

from columnar.assembly import ColumnOpinions, OpinionState, PropertyCell, Report, RowTable, StageOpinions
from columnar.scene import PathKind, world_matrices
from populate.readers.composed.bindings import binds_physics_material, write_bindings
from populate.readers.composed.diagnostics import schema_reports, stage_reports
from populate.readers.composed.facts import scene_facts
from populate.readers.composed.memberships import write_memberships
from populate.readers.composed.properties import PropertyReader
from populate.readers.composed.targets import path_kinds, relationship_targets, target_rows
from populate.readers.composed.transforms import LocalTransforms, local_transforms
from populate.readers.composed.traversal import Traversal, traverse, walk_predicate
from populate.readers.options import Instancing
from populate.readers.placement import PHYSICS_BINDING, ArchetypeTable, ColumnSink, RowRole, SlotTable, column_array
from populate.readers.reader import Progress, StageInput

__all__ = ["ComposedReader", "ComposedReading"]

_INACTIVE = "usd-metadata:inactiveIds"
_LOCAL_VELOCITIES = "usd-metadata:customData:physics:localSpaceVelocities"


class ComposedReader:
    """The reference reader (see `Reader`)."""

    name = "composed"

    def read(self, source: StageInput, *, progress: Progress | None = None) -> StageOpinions:
        """Rows, opinions and reports of the stage."""
        return ComposedReading(source, progress).run()


@dataclass
class ComposedReading:
    """One run over one stage.

    Attributes:
        regions: roots of subtrees beside which only ancestors are read, None for all of the stage.
        targeted: paths in these subtrees that prims outside speak of.
        walked: the stage's prims, known once the stage is read.
        order: traversal index of each row.
        roles: why each prim that has a row has it, by traversal index.
    """

    source: StageInput
    progress: Progress | None = None
    regions: tuple[Sdf.Path, ...] | None = field(default=None, kw_only=True)
    targeted: tuple[str, ...] = field(default=(), kw_only=True)
    walked: Traversal = field(init=False)
    order: list[int] = field(init=False)
    roles: dict[int, RowRole] = field(init=False)

    def run(self) -> StageOpinions:
        """Rows, opinions and reports."""
        stage, options, contract = self.source.stage, self.source.options, self.source.contract
        self.table = ArchetypeTable(contract)
        self.walked = traverse(stage, options, self.table, regions=self.regions)
        self.slots = SlotTable(contract)
        self.properties = PropertyReader(contract, self.slots, options.time, stable_path=self.walked.stable_path)
        for path in self.targeted:
            self.properties.target(path)
        roles = self.roles = self._select()
        self.read_selected(sorted(roles), roles)
        self._derive(sorted(roles))
        self._add_ancestors(roles)
        target_rows(self.properties.targets, self.walked, roles)
        self._read_targets(roles)
        self._add_ancestors(roles)
        order = self.order = self._row_order(roles)
        transforms = self.transforms(order)
        rows = self._row_table(order, roles, transforms)
        reports = [
            *self.properties.reports,
            *transforms.reports,
            *schema_reports([i for i in order if roles[i] is RowRole.FULL], self.walked, contract),
            *stage_reports(stage, self.walked, contract, options.root),
        ]
        return StageOpinions(
            facts=scene_facts(stage, options, contract, digests=self.source.digests),
            rows=rows,
            columns=self.columns(order),
            instances=tuple(self.slots.instances),
            targets=pa.array(list(self.properties.targets), pa.large_string()),
            path_kinds=self._path_kinds(order, reports),
            properties=self._property_cells(order),
            reports=tuple(reports),
            target_rows=sum(role is RowRole.TARGET for role in roles.values()),
        )

    # Which prims get a row

    def _select(self) -> dict[int, RowRole]:
        """Selected prims by traversal index."""
        roles: dict[int, RowRole] = {}
        for index, (kind, prim) in enumerate(zip(self.walked.kinds, self.walked.prims, strict=True)):
            if kind.selects:
                roles[index] = RowRole.FULL
            elif index and binds_physics_material(prim, self.table):
                roles[index] = RowRole.BINDING
        for index, kind in enumerate(self.walked.kinds):
            if kind.prim_type == "PointInstancer" and self._instances_selected(index, roles):
                roles[index] = RowRole.CONTEXT if index in roles else RowRole.INSTANCER
            if kind.prim_type == "GeomSubset" and self._below_collider(index):
                roles[index] = RowRole.CONTEXT
        return roles

    def _below_collider(self, index: int) -> bool:
        parent = self.walked.parent[index]
        return parent >= 0 and self.walked.kinds[parent].collider

    def _instances_selected(self, index: int, roles: dict[int, RowRole]) -> bool:
        """Whether a point instancer has a prototype at or below which a prim is selected."""
        prototypes = relationship_targets(self.walked.prims[index], "prototypes")
        roots = [self.walked.stable_path(str(path)) for path in prototypes]
        paths = self.walked.paths
        return any(paths[i] == root or paths[i].startswith(root + "/") for root in roots for i in roles)

    def _add_ancestors(self, roles: dict[int, RowRole]) -> None:
        roles.setdefault(0, RowRole.STRUCTURAL)
        for index in list(roles):
            parent = self.walked.parent[index]
            while parent > 0 and parent not in roles:
                roles[parent] = RowRole.STRUCTURAL
                parent = self.walked.parent[parent]
        if self.walked.prototypes:
            self._add_instance_roots(roles)

    def _add_instance_roots(self, roles: dict[int, RowRole]) -> None:
        """Instance roots whose shared prototype holds rows get one, which may bring further prototypes in."""
        changed = True
        while changed:
            changed = False
            for index, prim in enumerate(self.walked.prims):
                root = self._prototype_of(prim)
                if root is not None and root in roles and index not in roles:
                    roles[index] = RowRole.STRUCTURAL
                    parent = self.walked.parent[index]
                    while parent > 0 and parent not in roles:
                        roles[parent] = RowRole.STRUCTURAL
                        parent = self.walked.parent[parent]
                    changed = True

    def _prototype_of(self, prim: Usd.Prim) -> int | None:
        """Traversal index of the prototype that the prim is a shared instance of."""
        if not self.walked.prototypes or not prim.IsInstance():
            return None
        return self.walked.index.get(self.walked.stable_path(str(prim.GetPrototype().GetPath())))

    # What they say

    def read_selected(self, selected: list[int], roles: dict[int, RowRole]) -> None:
        """Read what selected prims say."""
        for done, index in enumerate(selected):
            kind, prim = self.walked.kinds[index], self.walked.prims[index]
            if roles[index] is RowRole.BINDING:
                self._read_binding(prim, index)
                continue
            code = self.code(index, roles[index])
            archetype = self.table.archetypes[code]
            if roles[index] is RowRole.INSTANCER:
                self.slots.hide_others(prim.GetAuthoredPropertyNames(), archetype, code)
            self.properties.read(prim, index, self.walked.paths[index], archetype, code, known_type=kind.known)
            if prim.HasAuthoredMetadata("customData"):
                self.read_local_velocities(prim, index)
            if kind.prim_type == "PointInstancer" and roles[index] is not RowRole.FULL:
                self._read_inactive_ids(prim, index)
            if self.progress is not None and not done % 1000:
                self.progress("prims", done, len(selected))

    def _read_binding(self, prim: Usd.Prim, index: int) -> None:
        """The physics binding that alone got the prim its row."""
        component = self.source.contract.component("MaterialBindingAPI")
        paths = map(self.walked.stable_path, map(str, relationship_targets(prim, PHYSICS_BINDING)))
        targets = [self.properties.target(path) for path in paths]
        sink = self.slots.sink(component, component.column_by_name[PHYSICS_BINDING])
        sink.add(index, self.slots.instance(None), OpinionState.AUTHORED, targets)

    def _read_targets(self, roles: dict[int, RowRole]) -> None:
        """What Boundable prims say that have a row for being a target; what they point at in turn gets none."""
        targets = [i for i, role in roles.items() if role is RowRole.TARGET and self.walked.kinds[i].boundable]
        for index in targets:
            kind = self.walked.kinds[index]
            code = self.code(index, RowRole.TARGET)
            archetype = self.table.archetypes[code]
            hidden = self.slots.hide(archetype, code)
            self.properties.read(
                self.walked.prims[index], index, self.walked.paths[index], archetype, code, known_type=kind.known
            )
            for sink in hidden:
                sink.add(index, self.slots.instance(None), OpinionState.DROPPED)

    def read_local_velocities(self, prim: Usd.Prim, index: int) -> None:
        """Whether a body's velocities are in its own frame, which USD keeps in custom data."""
        value = prim.GetCustomDataByKey("physics:localSpaceVelocities")
        if isinstance(value, bool):
            component = self.source.contract.component("PhysicsRigidBodyAPI")
            sink = self.slots.sink(component, component.column_by_name[_LOCAL_VELOCITIES])
            sink.add(index, self.slots.instance(None), OpinionState.AUTHORED, value)

    def _read_inactive_ids(self, prim: Usd.Prim, index: int) -> None:
        """Deactivated instances, which USD keeps as a list-edited metadatum."""
        edits = prim.GetMetadata("inactiveIds")
        if edits is not None:
            component = self.source.contract.component("PointInstancer")
            sink = self.slots.sink(component, component.column_by_name[_INACTIVE])
            ids = list(edits.ApplyOperations([])) if hasattr(edits, "ApplyOperations") else list(edits)
            sink.add(index, self.slots.instance(None), OpinionState.COMPUTED, ids)

    def _derive(self, selected: list[int]) -> None:
        """Cells that follow from several prims: bound materials, group memberships."""
        walked, contract, target = self.walked, self.source.contract, self.properties.target
        write_bindings(walked.prims, selected, walked.kinds, self.slots, self.table, target, walked.stable_path)
        predicate = walk_predicate(self.source.options)
        write_memberships(
            walked.prims,
            selected,
            walked.kinds,
            walked.index,
            predicate,
            self.slots,
            contract,
            target,
            walked.stable_path,
        )

    def code(self, index: int, role: RowRole) -> int:
        """Archetype of a prim that has a row."""
        prim = self.walked.prims[index]
        instance_root = ""
        prototype_root = False
        if self.source.options.instancing is Instancing.SHARE and index:
            prototype_root = prim.IsPrototype()
            if prim.IsInstance():
                instance_root = "nested" if prim.IsInPrototype() else "outer"
        kind = self.walked.kinds[index]
        return self.table.code(kind, role, instance_root=instance_root, prototype_root=prototype_root)

    # Rows in path order

    def _row_order(self, roles: dict[int, RowRole]) -> list[int]:
        """Traversal indices of the rows, sorted bytewise by path."""
        indices = sorted(roles)
        paths = pa.array([self.walked.paths[i] for i in indices], pa.large_string())
        return [indices[i] for i in pc.sort_indices(paths).to_pylist()]

    def transforms(self, order: list[int]) -> LocalTransforms:
        """Local transforms by row."""
        prims = [self.walked.prims[i] for i in order]
        xformable = [self.walked.kinds[i].xformable for i in order]
        paths = [self.walked.paths[i] for i in order]
        return local_transforms(prims, paths, xformable, self.source.options.time)

    def _row_table(self, order: list[int], roles: dict[int, RowRole], transforms: LocalTransforms) -> RowTable:
        walked = self.walked
        place = {index: row for row, index in enumerate(order)}
        parent = np.array([place.get(walked.parent[i], -1) for i in order], np.int64)
        prototype = {
            row: place[root]
            for row, index in enumerate(order)
            if (root := self._prototype_of(walked.prims[index])) is not None and root in place
        }
        share = self.source.options.instancing is Instancing.SHARE
        codes = np.array([self.code(i, roles[i]) for i in order], np.int32)
        return RowTable(
            paths=pa.array([walked.paths[i] for i in order], pa.large_string()),
            parent=parent,
            archetype=codes,
            archetypes=tuple(self.table.archetypes),
            local=transforms.local,
            reset=transforms.reset,
            world=world_matrices(transforms.local, transforms.reset, parent),
            from_instance=np.array([not share and walked.prims[i].IsInstanceProxy() for i in order], np.bool_),
            prototype=prototype,
        )

    def _path_kinds(self, order: list[int], reports: list[Report]) -> dict[str, PathKind]:
        rows = {self.walked.paths[i] for i in order}
        named = {**self.properties.targets, **dict.fromkeys(report.prim for report in reports)}
        kinds = path_kinds(named, self.source.stage, self.walked, rows)
        kinds |= {path: PathKind.PROTOTYPE for path in self.walked.prototypes.values() if path in rows}
        return kinds

    # Opinions by row

    def columns(self, order: list[int]) -> dict[tuple[str, str], ColumnOpinions]:
        """Opinions by row."""
        rows = np.full(len(self.walked.prims), -1, np.int64)
        rows[order] = np.arange(len(order))
        return {key: _opinions(sink, rows) for key, sink in self.slots.sinks.items() if sink.entries}

    def _property_cells(self, order: list[int]) -> tuple[PropertyCell, ...]:
        place = {index: row for row, index in enumerate(order)}
        return tuple(replace(cell, row=place[cell.row]) for cell in self.properties.properties)


def _opinions(sink: ColumnSink, row_by_index: npt.NDArray[np.int64]) -> ColumnOpinions:
    """A sink's entries as arrays, traversal indices replaced by rows."""
    indices, instances, states, values = zip(*sink.entries, strict=True)
    return ColumnOpinions(
        rows=row_by_index[np.array(indices, np.int64)],
        instances=np.array(instances, np.int32) if sink.component.multiple_apply else None,
        states=np.array(states, np.uint8),
        values=column_array(sink.column, list(values)),
    )
