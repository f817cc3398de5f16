"""What following one edited value costs beside populating the stage again: `python -m benchmarks.live_edit`."""

from __future__ import annotations

from statistics import median
from time import process_time
from typing import Annotated

import typer
from pxr import Sdf, Usd

from columnar import Store
from populate import populate
from populate.live import LiveStage

__all__ = ["AT_LEAST", "joint_stage", "main", "measure_edits"]

AT_LEAST = 100.0
"""How many times as much a composed populate has to cost."""

_TARGET = "drive:angular:physics:targetPosition"


def joint_stage(count: int) -> Usd.Stage:
    """An open stage of `count` bodies and as many driven joints, each with an authored target."""
    stage = Usd.Stage.CreateInMemory()
    layer = stage.GetRootLayer()
    with Sdf.ChangeBlock():
        for number in range(count):
            _define(layer, f"/World/Body{number}", "Xform", "PhysicsRigidBodyAPI")
            joint = _define(layer, f"/World/Joint{number}", "PhysicsRevoluteJoint", "PhysicsDriveAPI:angular")
            Sdf.AttributeSpec(joint, _TARGET, Sdf.ValueTypeNames.Float).default = 0.0
            relationship = Sdf.RelationshipSpec(joint, "physics:body0", custom=False)
            relationship.targetPathList.explicitItems = [f"/World/Body{number}"]
        layer.GetPrimAtPath("/World").specifier = Sdf.SpecifierDef
    return stage


def _define(layer: Sdf.Layer, path: str, kind: str, schema: str) -> Sdf.PrimSpec:
    prim = Sdf.CreatePrimInLayer(layer, path)
    prim.specifier, prim.typeName = Sdf.SpecifierDef, kind
    prim.SetInfo("apiSchemas", Sdf.TokenListOp.CreateExplicit([schema]))
    return prim


def measure_edits(count: int, *, runs: int) -> tuple[float, float]:
    """CPU seconds of a composed populate, and of a commit and seal after one edited drive target; medians.

    Args:
        count: number of joints.
        runs: how many edits are made, and how often the stage is populated (at most three times).
    """
    stage, store = joint_stage(count), Store(history=2)
    live = LiveStage(stage, store)
    live.commit(0)
    store.seal(0)
    edits, whole = [], []
    for run in range(1, runs + 1):
        stage.GetAttributeAtPath(f"/World/Joint{run % count}.{_TARGET}").Set(float(run))
        start = process_time()
        live.commit(run)
        store.seal(run)
        edits.append(process_time() - start)
    for _ in range(min(runs, 3)):
        start = process_time()
        populate(stage, reader="composed")
        whole.append(process_time() - start)
    return median(whole), median(edits)


def main(
    joints: Annotated[int, typer.Option(min=1, help="Joints of the stage.")] = 20_000,
    runs: Annotated[int, typer.Option(min=1, help="Number of edits; medians are shown.")] = 9,
    gate: Annotated[bool, typer.Option("--gate", help=f"Exit 1 below a ratio of {AT_LEAST:.0f}.")] = False,
) -> None:
    """CPU time of populating a stage, and of following one edit of it."""
    whole, edit = measure_edits(joints, runs=runs)
    typer.echo(f"{joints:,} joints: populate {whole * 1e3:.0f} ms, one edited target {edit * 1e3:.2f} ms")
    typer.echo(f"ratio {whole / edit:.0f}, at least {AT_LEAST:.0f}")
    if gate and whole / edit < AT_LEAST:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
