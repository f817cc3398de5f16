"""Stages generated from the contract: every component and column in every state an opinion can be in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

from pxr import Sdf

from schemas.contract import Contract
from tests.parity.sweep.bindings import bindings
from tests.parity.sweep.context import collections, instancers, local_velocities, native_instances, specifiers
from tests.parity.sweep.hosts import apis_on_hosts
from tests.parity.sweep.mixtures import mixtures
from tests.parity.sweep.relationships import relationships
from tests.parity.sweep.stage_writer import StageWriter
from tests.parity.sweep.subjects import TARGET, Subject, bare, host, subjects
from tests.parity.sweep.transforms import transforms
from tests.parity.sweep.value_types import relationship_over_rule, type_sweeps
from tests.parity.sweep.values import off_fallback

__all__ = ["UNITS", "sweep_stages"]

UNITS = tuple((meters, axis) for meters in (1.0, 0.01, 0.0254, 0.001, 12.3) for axis in "YZ")
"""metersPerUnit and up axis of the stages whose values depend on them."""

_SUFFIXES = {"Y": ".usda", "Z": ".usdc"}
"""Text and crate files, since populate has a reader of its own for the latter."""

Sweep = Callable[[StageWriter, Contract], None]


def sweep_stages(contract: Contract, folder: Path) -> Iterator[tuple[str, Path]]:
    """Write every stage of the sweep; (name, file) of each."""
    for name, sweep in _STATES.items():
        for meters, axis in UNITS:
            yield _write(f"{name}_{meters:g}_{axis}", sweep, (meters, axis), contract, folder)
    for (name, sweep), units in zip((*_ONCE.items(), *type_sweeps()), cycle(UNITS), strict=False):
        yield _write(name, sweep, units, contract, folder)


def _write(name: str, sweep: Sweep, units: tuple[float, str], contract: Contract, folder: Path) -> tuple[str, Path]:
    stage = StageWriter(*units)
    with Sdf.ChangeBlock():
        stage.prim(TARGET.rpartition("/")[2], "Xform", ["PhysicsRigidBodyAPI"])
        sweep(stage, contract)
    suffix = _SUFFIXES[units[1]]
    return name, stage.save(folder / f"{name.replace('.', '_')}{suffix}")


def _nothing_authored(stage: StageWriter, contract: Contract) -> None:
    for subject in subjects(contract):
        host(stage, subject)


def _all_authored(stage: StageWriter, contract: Contract) -> None:
    for subject in subjects(contract):
        _author(stage, host(stage, subject), subject, contract)


def _api_missing(stage: StageWriter, contract: Contract) -> None:
    for subject in subjects(contract):
        _author(stage, bare(stage, subject), subject, contract)


def _all_blocked(stage: StageWriter, contract: Contract) -> None:
    for subject in subjects(contract):
        for prim in (host(stage, subject), bare(stage, subject)):
            for name, column in subject.columns(contract):
                if column.relationship:
                    stage.relationship(prim, name, [])
                else:
                    stage.block(prim, name, column.usd_type)


def _time_samples_only(stage: StageWriter, contract: Contract) -> None:
    for subject in subjects(contract):
        for prim in (host(stage, subject), bare(stage, subject)):
            for name, column in subject.columns(contract):
                if not column.relationship:
                    stage.samples(prim, name, column.usd_type, [off_fallback(name, column)] * 2)


def _declared_without_value(stage: StageWriter, contract: Contract) -> None:
    for subject in subjects(contract):
        for prim in (host(stage, subject), bare(stage, subject)):
            for name, column in subject.columns(contract):
                if column.relationship:
                    stage.relationship(prim, name)
                else:
                    stage.attribute(prim, name, column.usd_type)


def _author(stage: StageWriter, prim: Sdf.PrimSpec, subject: Subject, contract: Contract) -> None:
    for name, column in subject.columns(contract):
        if column.relationship:
            stage.relationship(prim, name, [TARGET])
        else:
            stage.attribute(prim, name, column.usd_type, off_fallback(name, column))


_STATES: dict[str, Sweep] = {
    "nothing_authored": _nothing_authored,
    "all_authored": _all_authored,
    "all_blocked": _all_blocked,
    "time_samples_only": _time_samples_only,
    "declared_without_value": _declared_without_value,
    "api_missing": _api_missing,
}
"""Swept at all units."""

_ONCE: dict[str, Sweep] = {
    "apis_on_hosts": apis_on_hosts,
    "relationships": relationships,
    "bindings": bindings,
    "collections": collections,
    "instancers": instancers,
    "local_velocities": local_velocities,
    "mixtures": mixtures,
    "native_instances": native_instances,
    "relationship_over_rule": relationship_over_rule,
    "specifiers": specifiers,
    "transforms": transforms,
}
"""Swept at one unit each."""
