"""Scenes for the file tests, and files with a column exchanged for a wrong one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from columnar.assembly import (
    Archetype,
    ColumnOpinions,
    OpinionState,
    PropertyCell,
    Report,
    RowTable,
    SceneFacts,
    StageOpinions,
    assemble,
    scene_from_tables,
)
from columnar.scene import PathKind, ReportCode, Scene
from schemas.contract import StageUnits, load_contract

__all__ = ["arm_scene", "changed_batch", "odd_scene", "write_batch"]


@cache
def arm_scene(*, links: int = 3, meters_per_unit: float = 1.0) -> Scene:
    """A chain of bodies with driven joints, a D6 with two drives, a mesh and the tokens of two open sets."""
    bodies = [f"/World/arm/link{i}" for i in range(links)]
    joints = [f"/World/arm/joints/joint{i}" for i in range(links)]
    return scene_from_tables(
        {
            "PhysicsRigidBodyAPI": {"prim": bodies, "physics:velocity": [[0.5, 0.25, i] for i in range(links)]},
            "PhysicsMassAPI": {"prim": bodies, "physics:mass": [None, *range(1, links)]},
            "PhysicsRevoluteJoint": {"prim": joints, "physics:axis": ["XYZ"[i % 3] for i in range(links)]},
            "PhysicsJoint": {
                "prim": [*joints, "/World/d6"],
                "physics:body0": [None, *([body] for body in bodies[:-1]), []],
                "physics:body1": [*([body] for body in bodies), ["/World/missing", "/World/arm.size"]],
            },
            "PhysicsDriveAPI": {
                "prim": [*joints, "/World/d6", "/World/d6"],
                "instance": ["angular"] * links + ["transX", "rotY"],
                "physics:type": ["acceleration", *[None] * (links - 1), "force", "hydraulic"],
                "physics:stiffness": [100.0] * (links + 2),
            },
            "Mesh": {"prim": ["/World/arm/shape"], "points": [[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]]},
            "prim": {
                "prim": ["/World/arm/link0", "/World/arm/shape"],
                "omni:xform": [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1], None],
                "usd-schemas": [["PhysicsCollisionAPI"], []],
                "unregistered": [["CompanyAPI"], None],
            },
        },
        meters_per_unit=meters_per_unit,
    )


@cache
def odd_scene() -> Scene:
    """What only a stage can say: blocked cells, a shared prototype, properties without a column, reports, layers."""
    body = {"PhysicsRigidBodyAPI": ("",), "PhysicsMassAPI": ("",)}
    archetypes = (
        Archetype("", (), (), xformable=False, held={}),
        Archetype("Cube", ("PhysicsMassAPI", "PhysicsRigidBodyAPI"), ("OldAPI",), xformable=True, held=body),
        Archetype("XformInstance", ("GeomInstanceAPI",), (), xformable=True, held={}),
    )
    paths = ["/", "/A", "/B", "/__Prototype_1"]
    rows = RowTable(
        paths=pa.array(paths, pa.large_string()),
        parent=np.array([-1, 0, 0, 0]),
        archetype=np.array([0, 1, 2, 1], np.int32),
        archetypes=archetypes,
        local=np.tile(np.eye(4), (4, 1, 1)),
        reset=np.array([False, True, False, False]),
        world=np.tile(np.eye(4), (4, 1, 1)),
        from_instance=np.zeros(4, np.bool_),
        prototype={2: 3},
    )
    mass = ColumnOpinions(
        rows=np.array([1, 3]),
        instances=None,
        states=np.array([OpinionState.BLOCKED, OpinionState.AUTHORED], np.uint8),
        values=pa.array([None, 2.5], pa.float32()),
    )
    facts = SceneFacts(
        root_layer="robot.usda",
        units=StageUnits(meters_per_unit=0.01, kilograms_per_unit=1.0, up_axis="Y"),
        default_prim="A",
        time_code=1.5,
        layers=(("robot.usda", "a" * 64), ("parts/arm.usd", "b" * 64)),
        options=(("instancing", "share"),),
    )
    opinions = StageOpinions(
        facts=facts,
        rows=rows,
        columns={("PhysicsMassAPI", "physics:mass"): mass},
        instances=(),
        targets=pa.array(["/A", "/gone"], pa.large_string()),
        path_kinds={"/__Prototype_1": PathKind.PROTOTYPE, "/off": PathKind.INACTIVE},
        properties=(
            PropertyCell(1, "physics:custom", "double3", number=(1.0, 2.0, 3.0)),
            PropertyCell(1, "physics:note", "string", text=("kept",)),
            PropertyCell(1, "physics:blocked", "float", authored=False, blocked=True),
            PropertyCell(3, "physics:others", "rel", targets=(0, 1)),
        ),
        reports=(
            Report("/A", "physics:mass", ReportCode.MISTYPED, "authored as a token"),
            Report("/off", None, ReportCode.UNKNOWN_TYPE, "no such type"),
        ),
    )
    return assemble(opinions, load_contract())


def changed_batch(
    batch: pa.RecordBatch, table: str, column: str, change: Callable[[pa.Array], pa.Array]
) -> pa.RecordBatch:
    """The batch with one column of one table replaced; lengths and types stay. `scene` columns count as a table."""
    index = batch.schema.get_field_index(table)
    outer = batch.column(index)
    rows = outer if table == "scene" else outer.values
    names = [field.name for field in rows.type]
    children = rows.flatten()
    children[names.index(column)] = change(children[names.index(column)])
    struct = pa.StructArray.from_arrays(children, fields=list(rows.type))
    if table != "scene":
        struct = pa.ListArray.from_arrays(outer.offsets, struct, type=outer.type)
    columns = [struct if i == index else batch.column(i) for i in range(batch.num_columns)]
    return pa.RecordBatch.from_arrays(columns, schema=batch.schema)


def write_batch(path: Path, batch: pa.RecordBatch, **options: Any) -> Path:
    """The batch as an Arrow file, whatever is in it."""
    with pa.ipc.new_file(path, batch.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
        writer.write_batch(batch)
    return path
