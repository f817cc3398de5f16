"""Columns authored as other types than their own, and with numbers at the ends of what types hold.

One type and one kind of prim per stage: the reference keeps one semantic per column name and stage, so that types in
one stage would colour one another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from schemas.contract import Column, Contract
from tests.parity.sweep.stage_writer import StageWriter
from tests.parity.sweep.subjects import TARGET, bare, host, subjects
from tests.parity.sweep.values import EDGE_NUMBERS, VALUE_TYPES, value_of

__all__ = ["relationship_over_rule", "type_sweeps"]


def relationship_over_rule(stage: StageWriter, contract: Contract) -> None:
    """What the reference refuses: a body with a relationship under the name of a column that a rule fills."""
    body = stage.prim("body", "Xform", ["PhysicsRigidBodyAPI"])
    stage.relationship(body, "physxRigidBody:sleepThreshold", [TARGET])


def type_sweeps() -> Iterator[tuple[str, Callable[[StageWriter, Contract], None]]]:
    """(name, function that fills a stage) of every stage."""
    for type_name in (*VALUE_TYPES, "rel"):
        label = type_name.replace("[]", "_array")
        yield f"mistyped_{label}", partial(_mistyped, type_name=type_name)
        yield f"mistyped_bare_{label}", partial(_mistyped_bare, type_name=type_name)
    for type_name in EDGE_NUMBERS:
        yield f"edge_{type_name}", partial(_edges, type_name=type_name)
        yield f"edge_bare_{type_name}", partial(_edges_bare, type_name=type_name)


def _mistyped(stage: StageWriter, contract: Contract, *, type_name: str) -> None:
    """Every column of every API schema and type, where the prim holds it."""
    for subject in subjects(contract):
        prim = host(stage, subject)
        for name, column in subject.columns(contract):
            _author_as(stage, prim, name, column, type_name)


def _mistyped_bare(stage: StageWriter, contract: Contract, *, type_name: str) -> None:
    """Every column, where the prim does not hold it."""
    for subject in subjects(contract):
        prim = bare(stage, subject)
        for name, column in subject.columns(contract):
            _author_as(stage, prim, name, column, type_name)


def _author_as(stage: StageWriter, prim: object, name: str, column: Column, type_name: str) -> None:
    """Author a column as another type; a relationship under a rule's name makes the reference refuse the stage."""
    if type_name != "rel":
        stage.attribute(prim, name, type_name, value_of(type_name))
    elif column.relationship or column.when_unauthored is None:
        stage.relationship(prim, name, [TARGET])


def _edges(stage: StageWriter, contract: Contract, *, type_name: str) -> None:
    for subject in subjects(contract):
        names = [name for name, column in subject.columns(contract) if _numeric(column)]
        for place, number in enumerate(EDGE_NUMBERS[type_name] if names else ()):
            prim = host(stage, subject, str(place))
            for name in names:
                stage.attribute(prim, name, type_name, number)


def _edges_bare(stage: StageWriter, contract: Contract, *, type_name: str) -> None:
    for subject in subjects(contract):
        names = [name for name, column in subject.columns(contract) if _numeric(column)]
        for place, number in enumerate(EDGE_NUMBERS[type_name] if names else ()):
            prim = bare(stage, subject, str(place))
            for name in names:
                stage.attribute(prim, name, type_name, number)


def _numeric(column: Column) -> bool:
    return column.lanes == 1 and not (column.array or column.token or column.relationship)
