"""Reading one prim's authored properties into the sinks of its columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pxr import Sdf, Usd

from columnar.assembly import Archetype, OpinionState, PropertyCell, Report
from columnar.scene import ReportCode
from populate.readers.placement import (
    ColumnSink,
    Conversion,
    PropertySlot,
    SlotTable,
    authored_type,
    conversion,
    property_numbers,
)
from populate.readers.report_texts import has_only_samples, is_mistyped, is_relationship
from schemas.contract import Contract

__all__ = ["PropertyReader"]

_PATH_EXPRESSION = "pathExpression"


_NO_TARGET = "no authored target can be mapped to this prim"
_VALUE_FIELDS = ("default", "timeSamples", "spline")
"""Fields of a spec from which an attribute may take its value at a time."""

_Opinion = tuple[OpinionState, Any, Sdf.ValueTypeName]
"""State, value and value type of an attribute's strongest opinion."""


def _single_spec(prim: Usd.Prim) -> tuple[Sdf.Layer | None, Sdf.Path]:
    """Layer and path of a prim's only spec, which then holds every property's only spec; None if there are more."""
    stack = prim.GetPrimStack()
    return (stack[0].layer, stack[0].path) if len(stack) == 1 else (None, Sdf.Path.emptyPath)


def _default_opinion(attribute: Usd.Attribute, specs: Sequence[Sdf.AttributeSpec]) -> _Opinion | None:
    """The opinion at the default time; None if no spec gives the attribute a value.

    The type is that of the spec with the value: a registered schema would hide it behind its own.
    """
    for spec in specs:
        value = spec.default
        if value is None:
            continue
        value_type = spec.typeName
        if type(value) is Sdf.ValueBlock:
            return OpinionState.BLOCKED, None, value_type
        if len(specs) > 1 and value_type.isArray:
            value = attribute.Get()  # array edits compose over the specs
        return OpinionState.AUTHORED, value, value_type
    if specs and (attribute.GetNumTimeSamples() or attribute.HasSpline()):
        return OpinionState.SAMPLES_ONLY, None, specs[0].typeName
    return None


@dataclass
class PropertyReader:
    """Reads properties of rows, prim by prim.

    Attributes:
        time: the time code asked for, None for default values.
        targets: target path strings in the order they were first seen; relationship values are indices into it.
        properties: cells for the `property` table.
        reports: what was odd.
    """

    contract: Contract
    slots: SlotTable
    time: float | None
    targets: dict[str, int] = field(default_factory=dict)
    properties: list[PropertyCell] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)
    stable_path: Callable[[str], str] = str

    def read(self, prim: Usd.Prim, row: int, path: str, archetype: Archetype, code: int, *, known_type: bool) -> None:
        """Read every authored property of a prim that has a place."""
        plan = self.slots.plan(code)
        layer, site = _single_spec(prim)
        for name, authored in zip(prim.GetAuthoredPropertyNames(), prim.GetAuthoredProperties(), strict=True):
            slot = plan[name] if name in plan else self.slots.find(archetype, code, name, known_type=known_type)
            if slot is None:
                continue
            if layer is None:
                specs = authored.GetPropertyStack()
            else:
                specs = (layer.GetPropertyAtPath(site.AppendProperty(name)),)
            # The strongest spec says what a property is: the handle's class would depend on the registered schemas.
            if type(specs[0]) is Sdf.RelationshipSpec:
                relationship = authored if type(authored) is Usd.Relationship else prim.GetRelationship(name)
                self._read_relationship(relationship, specs, row, path, name, slot)
                continue
            attribute = authored if type(authored) is Usd.Attribute else prim.GetAttribute(name)
            opinion = _default_opinion(attribute, specs) if self.time is None else self._opinion_at_time(attribute)
            if opinion is None:
                continue
            state, value, value_type = opinion
            if state is OpinionState.AUTHORED and len(slot.sinks) == 1:
                sink, instance = slot.sinks[0]
                rule = sink.conversions.get(value_type)
                if rule is not None and rule.as_is:
                    sink.entries.append((row, instance, state, value))
                    continue
            self._take(state, value, value_type, row, path, name, slot)

    def read_relationship(self, prim: Usd.Prim, row: int, path: str, name: str, slot: PropertySlot) -> None:
        """Read one relationship that a prim authors."""
        relationship = prim.GetRelationship(name)
        self._read_relationship(relationship, relationship.GetPropertyStack(), row, path, name, slot)

    def target(self, path: str) -> int:
        """Index of a target path."""
        return self.targets.setdefault(path, len(self.targets))

    def report(self, path: str, column: str | None, code: ReportCode, text: str) -> None:
        """Note something odd."""
        self.reports.append(Report(path, column, code, text))

    # Attributes

    def _take(
        self, state: OpinionState, value: Any, value_type: Any, row: int, path: str, name: str, slot: PropertySlot
    ) -> None:
        """Hand an attribute's opinion to the columns it fits; the `property` table keeps what fits none."""
        type_name = str(value_type)
        if state is not OpinionState.AUTHORED:
            self._take_without_value(state, type_name, row, path, name, slot)
            return
        kept = False
        for sink, instance in slot.sinks:
            rule = sink.conversions.get(value_type)
            if rule is None:
                rule = sink.conversions[value_type] = conversion(sink.column, type_name, self.contract)
            if rule.exact:
                sink.add(row, instance, state, rule.convert(value) if rule.convert else value)
                kept = True
            elif slot.listed:
                outcome, converted = self._convert(sink, rule, value, path, name, type_name)
                sink.add(row, instance, outcome, converted)
                kept = True
            elif slot.ruled:
                sink.add(row, instance, OpinionState.DROPPED)
        if not kept and slot.keep:
            self._keep(row, name, type_name, value)

    def _take_without_value(
        self, state: OpinionState, type_name: str, row: int, path: str, name: str, slot: PropertySlot
    ) -> None:
        if state is OpinionState.SAMPLES_ONLY:
            self.report(path, name, ReportCode.TIME_SAMPLES_ONLY, has_only_samples(name))
        for sink, instance in slot.sinks:
            sink.add(row, instance, state)
        if not slot.sinks:
            self._keep(row, name, type_name, None, blocked=state is OpinionState.BLOCKED)

    def _convert(
        self, sink: ColumnSink, rule: Conversion, value: Any, path: str, name: str, type_name: str
    ) -> tuple[OpinionState, Any]:
        """A value of another type on a prim that holds the column: converted where it can be, and reported.

        A path expression stands for no value of the attribute, as time samples do at the default time.
        """
        converted = rule.convert(value) if rule.accepted and rule.convert is not None else None
        text = is_mistyped(name, type_name, sink.column.usd_type, converted=converted is not None)
        self.report(path, name, ReportCode.MISTYPED, text)
        if type_name == _PATH_EXPRESSION:
            return OpinionState.SAMPLES_ONLY, None
        return (OpinionState.DROPPED if converted is None else OpinionState.AUTHORED), converted

    def _opinion_at_time(self, attribute: Usd.Attribute) -> _Opinion | None:
        code = Usd.TimeCode(self.time)
        info = attribute.GetResolveInfo(code)
        stack = attribute.GetPropertyStack(code)
        valued = (spec for spec in stack if any(map(spec.HasInfo, _VALUE_FIELDS)))
        value_type = next((spec.typeName for spec in valued), attribute.GetTypeName())
        if info.ValueIsBlocked():
            return OpinionState.BLOCKED, None, value_type
        if info.GetSource() in (Usd.ResolveInfoSourceNone, Usd.ResolveInfoSourceFallback):
            return None
        value = attribute.Get(code)
        return (OpinionState.BLOCKED if value is None else OpinionState.AUTHORED), value, value_type

    def _keep(self, row: int, name: str, type_name: str, value: Any, *, blocked: bool = False) -> None:
        """A cell of the `property` table."""
        kind = authored_type(type_name, self.contract)
        number = text = None
        if value is not None:
            number = property_numbers(value, kind)
            if number is None:
                text = tuple(map(_text, value if kind.array else [value]))
        self.properties.append(
            PropertyCell(row, name, type_name, authored=value is not None, blocked=blocked, number=number, text=text)
        )

    # Relationships

    def _read_relationship(
        self,
        relationship: Usd.Relationship,
        specs: Sequence[Sdf.PropertySpec],
        row: int,
        path: str,
        name: str,
        slot: PropertySlot,
    ) -> None:
        if not relationship.HasAuthoredTargets():
            return
        targets = [self.target(self.stable_path(str(p))) for p in relationship.GetTargets()]
        if _loses_targets(relationship, specs, len(targets)):
            lost = "some authored targets cannot be mapped to this prim and are left out" if targets else _NO_TARGET
            self.report(path, name, ReportCode.TARGET_UNMAPPED, f"{name}: {lost}")
        kept = False
        for sink, instance in slot.sinks:
            if sink.column.relationship:
                sink.add(row, instance, OpinionState.AUTHORED, targets)
                kept = True
            elif slot.listed:
                self.report(path, name, ReportCode.MISTYPED, is_relationship(name, sink.column.usd_type))
                kept = True
        if not kept and slot.keep:
            self.properties.append(PropertyCell(row, name, "rel", targets=tuple(targets)))


def _text(item: Any) -> str:
    """A value that is no number as text; of an asset the authored path."""
    if isinstance(item, Sdf.AssetPath):
        return str(item.path)
    return str(item.GetText() if isinstance(item, Sdf.PathExpression) else item)


def _loses_targets(relationship: Usd.Relationship, specs: Sequence[Sdf.PropertySpec], found: int) -> bool:
    """Whether a listed target is not among those found, as a target outside a reference is not.

    Where several specs list targets only an empty result says so: their edits rightly remove one another's.
    """
    if len(specs) == 1 and specs[0].path == relationship.GetPath():
        return False  # nothing lies between the spec and the prim that could map its targets
    edits = [spec.targetPathList for spec in specs if type(spec) is Sdf.RelationshipSpec]
    if len(edits) == 1:
        return found < len(set(edits[0].GetAddedOrExplicitItems()))
    for listed in edits if not found else ():
        if listed.GetAddedOrExplicitItems():
            return True
        if listed.isExplicit:
            return False
    return False
