"""Mixtures: prims of random types with random API schemas and properties, the same ones in every run."""

from __future__ import annotations

import random

from schemas.contract import Contract
from tests.parity.sweep.stage_writer import StageWriter
from tests.parity.sweep.subjects import TARGET, subjects
from tests.parity.sweep.values import off_fallback

__all__ = ["mixtures"]

_PRIMS = 400
_APIS = 4
_PROPERTIES = 12
_INSTANCES = ("rotX", "angular", "a_name", "with:colon")


def mixtures(stage: StageWriter, contract: Contract) -> None:
    """Prims in a tree, each drawing its type, API schemas and properties from the whole contract."""
    draw = random.Random(20260)
    types = sorted({subject.prim_type for subject in subjects(contract)} | {"", "Scope", "Camera"})
    types = [name for name in types if name not in ("MjcActuator", "Points", "PointInstancer", "GeomSubset")]
    apis = [c.name for c in contract.tables if c.kind == "api_schema" and c.registered]
    columns = [(c, column) for c in contract.tables if c.registered for column in c.columns]
    parents = [stage.world]
    for number in range(_PRIMS):
        chosen = _of_different_prefix(draw.sample(apis, draw.randint(0, _APIS)), contract)
        applied = [f"{a}:{draw.choice(_INSTANCES)}" if contract.apis[a].multiple_apply else a for a in chosen]
        prim = stage.prim(f"p{number}", draw.choice(types), applied, parent=draw.choice(parents[-8:]))
        parents.append(prim)
        for component, column in draw.sample(columns, _PROPERTIES):
            name = component.full_name(column.name, draw.choice(_INSTANCES))
            if column.producer == "derived" or name in prim.properties or not _ordinary(name):
                continue
            if column.relationship:
                stage.relationship(prim, name, [TARGET])
            else:
                stage.attribute(prim, name, column.usd_type, off_fallback(name, column))


def _of_different_prefix(names: list[str], contract: Contract) -> list[str]:
    """API schemas that do not declare one another's properties: which declaration counts is composition's business."""
    by_prefix = {contract.component(name).property_prefix or name: name for name in names}
    return list(by_prefix.values())


def _ordinary(name: str) -> bool:
    """Names that are attributes everywhere."""
    return not name.startswith(("usd-metadata:", "collection:"))
