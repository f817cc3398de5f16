"""Relationships in every state: no targets, targets of every kind, list edits, declared only."""

from __future__ import annotations

from pxr import Sdf

from schemas.contract import Contract
from tests.parity.sweep.stage_writer import StageWriter
from tests.parity.sweep.subjects import TARGET, Subject, bare, host, subjects

__all__ = ["relationships"]

_TARGETS = {
    "empty": [],
    "missing": ["/World/nothing"],
    "property": [f"{TARGET}.physics:velocity"],
    "two": [TARGET, "/World/plain"],
    "plain": ["/World/plain"],
    "shape": ["/World/shape"],
    "scope": ["/World/scope"],
    "inactive": ["/World/inactive"],
    "over": ["/World/over"],
    "abstract": ["/World/abstract"],
    "root": ["/World"],
}


def relationships(stage: StageWriter, contract: Contract) -> None:
    """Every relationship column of the contract, on prims that hold it and on prims that do not."""
    _targets(stage)
    for subject in subjects(contract):
        names = [name for name, column in subject.columns(contract) if column.relationship]
        if names:
            _author(stage, subject, names)


def _targets(stage: StageWriter) -> None:
    stage.prim("plain", "Xform")
    shape = stage.prim("shape", "Sphere")
    stage.attribute(shape, "radius", "double", 0.7)
    stage.attribute(shape, "physics:mass", "float", 2.5)
    stage.prim("scope", "Scope")
    stage.prim("inactive", "Xform").active = False
    Sdf.PrimSpec(stage.world, "over", Sdf.SpecifierOver)
    Sdf.PrimSpec(stage.world, "abstract", Sdf.SpecifierClass, "Xform")


def _author(stage: StageWriter, subject: Subject, names: list[str]) -> None:
    for label, targets in _TARGETS.items():
        for prim in (host(stage, subject, label), bare(stage, subject, label)):
            for name in names:
                stage.relationship(prim, name, targets)
    for prim in (host(stage, subject, "edits"), bare(stage, subject, "edits")):
        for name in names:
            edits = Sdf.RelationshipSpec(prim, name).targetPathList
            edits.prependedItems = [Sdf.Path(TARGET)]
            edits.appendedItems = [Sdf.Path("/World/plain")]
            edits.deletedItems = [Sdf.Path("/World/scope")]
    for prim in (host(stage, subject, "deleted"), bare(stage, subject, "deleted")):
        for name in names:
            Sdf.RelationshipSpec(prim, name).targetPathList.deletedItems = [Sdf.Path(TARGET)]
