"""Scenes and files for the command tests, made without USD."""

from __future__ import annotations

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
from columnar.file import save_scene
from columnar.reports import Facts, Grid, Lines, plain_text
from columnar.scene import PathKind, ReportCode, Scene
from schemas.contract import StageUnits, load_contract

__all__ = ["answer_text", "grid_rows", "hinge_scene", "reported_scene", "saved"]


def hinge_scene(*, meters_per_unit: float = 1.0) -> Scene:
    """Two bodies, a hinge between them with a drive, and a D6 with two drives."""
    return scene_from_tables(
        {
            "PhysicsRigidBodyAPI": {"prim": ["/Arm", "/Base"], "physics:velocity": [[0.1, 0, 0], None]},
            "PhysicsRevoluteJoint": {"prim": ["/Hinge"], "physics:axis": ["Y"]},
            "PhysicsJoint": {
                "prim": ["/D6", "/Hinge"],
                "physics:body0": [None, ["/Base"]],
                "physics:body1": [["/Arm"], ["/Arm"]],
                "physics:breakForce": [float("inf"), 5.0],
            },
            "PhysicsDriveAPI": {
                "prim": ["/D6", "/D6", "/Hinge"],
                "instance": ["transX", "rotY", "angular"],
                "physics:stiffness": [1.0, 2.0, 40.0],
            },
        },
        meters_per_unit=meters_per_unit,
    )


def reported_scene(*, layers: tuple[tuple[str, str], ...] = (("robot.usda", "a" * 64),)) -> Scene:
    """One body `/A` with an authored mass, a blocked density, other properties, reports, and a missing target."""
    body = {"PhysicsRigidBodyAPI": ("",), "PhysicsMassAPI": ("",)}
    rows = RowTable(
        paths=pa.array(["/", "/A"], pa.large_string()),
        parent=np.array([-1, 0]),
        archetype=np.array([0, 1], np.int32),
        archetypes=(
            Archetype("", (), (), xformable=False, held={}),
            Archetype("Cube", ("PhysicsMassAPI", "PhysicsRigidBodyAPI"), ("AcmeAPI",), xformable=True, held=body),
        ),
        local=np.tile(np.eye(4), (2, 1, 1)),
        reset=np.zeros(2, np.bool_),
        world=np.tile(np.eye(4), (2, 1, 1)),
        from_instance=np.zeros(2, np.bool_),
    )
    opinions = StageOpinions(
        facts=SceneFacts(
            root_layer="robot.usda",
            units=StageUnits(meters_per_unit=0.01, kilograms_per_unit=1.0, up_axis="Y"),
            meters_per_unit_authored=True,
            time_code=1.5,
            layers=layers,
            options=(("root", "/A"),),
        ),
        rows=rows,
        columns={
            ("PhysicsMassAPI", "physics:mass"): _opinion(OpinionState.AUTHORED, 2.5),
            ("PhysicsMassAPI", "physics:density"): _opinion(OpinionState.BLOCKED, None),
        },
        instances=(),
        targets=pa.array(["/A", "/gone"], pa.large_string()),
        path_kinds={"/gone": PathKind.MISSING, "/off": PathKind.INACTIVE},
        properties=(
            PropertyCell(1, "acme:note", "string", text=("kept",)),
            PropertyCell(1, "acme:size", "double3", number=(1.0, 2.0, 3.0)),
            PropertyCell(1, "physics:friends", "rel", targets=(0, 1)),
        ),
        reports=(
            Report("/A", "physics:mass", ReportCode.MISTYPED, "authored as a double"),
            Report("/off", None, ReportCode.UNKNOWN_TYPE, "no such type"),
        ),
    )
    return assemble(opinions, load_contract())


def _opinion(state: OpinionState, value: Any) -> ColumnOpinions:
    """What the body says about a float column."""
    return ColumnOpinions(np.array([1]), None, np.array([state], np.uint8), pa.array([value], pa.float32()))


def saved(scene: Scene, path: Path) -> Path:
    """The file the scene was saved to."""
    save_scene(scene, path)
    return path


def answer_text(blocks: Any) -> str:
    """What a pipe gets to see of blocks."""
    return plain_text(list(blocks))


def grid_rows(blocks: Any, title: str) -> dict[str, tuple[Any, ...]]:
    """Rows of the block of that title by their first cell, without it."""
    for block in blocks:
        if block.title.startswith(title):
            assert isinstance(block, Grid | Facts | Lines)
            rows = block.rows if isinstance(block, Grid) else block.facts if isinstance(block, Facts) else ()
            return {str(row[0]): tuple(row[1:]) for row in rows}
    raise AssertionError(f"no block {title!r} among {[block.title for block in blocks]}")
