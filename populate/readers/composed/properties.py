"""Reading one prim's authored properties into the sinks of its columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pxr import Sdf, Usd, Vt

from columnar.assembly import Archetype, OpinionState, PropertyCell, Report
from columnar.scene import ReportCode
from populate.readers.composed.slots import PropertySlot, SlotTable
from populate.readers.composed.value_types import authored_type, conversion, property_numbers
from schemas.contract import Contract

__all__ = ["PropertyReader"]

_NO_SAMPLES = "only time samples; the default time is read, so the value is left unauthored (ask for a time code)"


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
    stable_path: Any = str

    def read(self, prim: Usd.Prim, row: int, path: str, archetype: Archetype, code: int, *, known_type: bool) -> None:
        """Read every authored property of a prim that has a place."""
        plan = self.slots.plan(code)
        for name in prim.GetAuthoredPropertyNames():
            slot = plan[name] if name in plan else self.slots.find(archetype, code, name, known_type=known_type)
            if slot is None:
                continue
            attribute = prim.GetAttribute(name)
            if attribute:
                self._read_attribute(attribute, row, path, name, slot)
            else:
                self._read_relationship(prim.GetRelationship(name), row, path, name, slot)

    def target(self, path: str) -> int:
        """Index of a target path."""
        return self.targets.setdefault(path, len(self.targets))

    def report(self, path: str, column: str | None, code: ReportCode, text: str) -> None:
        """Note something odd."""
        self.reports.append(Report(path, column, code, text))

    # Attributes

    def _read_attribute(self, attribute: Usd.Attribute, row: int, path: str, name: str, slot: PropertySlot) -> None:
        state, value, type_name = self._opinion(attribute)
        if state is None:
            return
        if state is OpinionState.SAMPLES_ONLY:
            self.report(path, name, ReportCode.TIME_SAMPLES_ONLY, f"{name} has {_NO_SAMPLES}")
        if state is not OpinionState.AUTHORED:
            for sink, instance in slot.sinks:
                sink.add(row, instance, state)
            if not slot.sinks:
                self._keep(row, name, type_name, None, blocked=state is OpinionState.BLOCKED)
            return
        kept = bool(slot.sinks)
        for sink, instance in slot.sinks:
            rule = conversion(sink.column, type_name, self.contract)
            if not rule.exact:
                fits = self._convert(rule, value, path, name, type_name, sink.column.usd_type, listed=slot.listed)
                if not slot.listed:
                    kept = False
                elif fits is None:
                    sink.add(row, instance, OpinionState.DROPPED)
                else:
                    sink.add(row, instance, OpinionState.AUTHORED, fits)
                continue
            sink.add(row, instance, OpinionState.AUTHORED, value if rule.convert is None else rule.convert(value))
        if not kept and slot.keep:
            self._keep(row, name, type_name, value)

    def _convert(
        self, rule: Any, value: Any, path: str, name: str, type_name: str, wanted: str, *, listed: bool
    ) -> Any:
        if not listed:
            return None
        converted = rule.convert(value) if rule.accepted and rule.convert is not None else None
        outcome = "converted" if converted is not None else "which does not convert, so the cell is left absent"
        self.report(path, name, ReportCode.MISTYPED, f"{name} is authored as {type_name}, expected {wanted}; {outcome}")
        return converted

    def _opinion(self, attribute: Usd.Attribute) -> tuple[OpinionState | None, Any, str]:
        """State, value and authored type name of the strongest opinion; state None if there is no value opinion."""
        if self.time is not None:
            return self._opinion_at_time(attribute)
        stack = attribute.GetPropertyStack()
        for spec in stack:
            value = spec.default
            if value is None:
                continue
            type_name = str(spec.typeName)
            if isinstance(value, Sdf.ValueBlock):
                return OpinionState.BLOCKED, None, type_name
            if type_name.endswith("[]") and len(stack) > 1:
                value = attribute.Get()
            return OpinionState.AUTHORED, value, type_name
        if attribute.GetNumTimeSamples() or attribute.HasSpline():
            return OpinionState.SAMPLES_ONLY, None, str(stack[0].typeName) if stack else ""
        return None, None, ""

    def _opinion_at_time(self, attribute: Usd.Attribute) -> tuple[OpinionState | None, Any, str]:
        code = Usd.TimeCode(self.time)
        info = attribute.GetResolveInfo(code)
        stack = attribute.GetPropertyStack(code)
        type_name = str(stack[0].typeName) if stack else str(attribute.GetTypeName())
        if info.ValueIsBlocked():
            return OpinionState.BLOCKED, None, type_name
        if info.GetSource() in (Usd.ResolveInfoSourceNone, Usd.ResolveInfoSourceFallback):
            return None, None, type_name
        value = attribute.Get(code)
        return (OpinionState.BLOCKED if value is None else OpinionState.AUTHORED), value, type_name

    def _keep(self, row: int, name: str, type_name: str, value: Any, *, blocked: bool = False) -> None:
        """A cell of the `property` table."""
        kind = authored_type(type_name, self.contract)
        number = text = None
        if value is not None:
            number = property_numbers(value, kind)
            if number is None:
                items = value if kind.array and isinstance(value, Vt.TokenArray | Vt.StringArray | list) else [value]
                text = tuple(item.path if isinstance(item, Sdf.AssetPath) else str(item) for item in items)
        self.properties.append(
            PropertyCell(row, name, type_name, authored=value is not None, blocked=blocked, number=number, text=text)
        )

    # Relationships

    def _read_relationship(
        self, relationship: Usd.Relationship, row: int, path: str, name: str, slot: PropertySlot
    ) -> None:
        if not relationship or not relationship.HasAuthoredTargets():
            return
        targets = [self.target(self.stable_path(str(p))) for p in relationship.GetTargets()]
        if not targets and _lists_targets(relationship):
            self.report(path, name, ReportCode.TARGET_UNMAPPED, f"{name}: no authored target can be mapped to this prim")
        kept = False
        for sink, instance in slot.sinks:
            if sink.column.relationship:
                sink.add(row, instance, OpinionState.AUTHORED, targets)
                kept = True
            elif slot.listed:
                text = f"{name} is authored as a relationship, expected {sink.column.usd_type}; the cell is left absent"
                self.report(path, name, ReportCode.MISTYPED, text)
                sink.add(row, instance, OpinionState.DROPPED)
                kept = True
        if not kept and slot.keep:
            self.properties.append(PropertyCell(row, name, "rel", targets=tuple(targets)))


def _lists_targets(relationship: Usd.Relationship) -> bool:
    """Whether some spec adds targets: an empty result is then not what was meant."""
    for spec in relationship.GetPropertyStack():
        edits = spec.targetPathList
        if edits.explicitItems or edits.prependedItems or edits.appendedItems or edits.addedItems:
            return True
        if edits.isExplicit:
            return False
    return False
