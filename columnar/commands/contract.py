"""`contract`: the components of the column contract, and the page of one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from columnar.commands.contract_text import column_type, default_text, producer_text
from columnar.commands.errors import CommandError
from columnar.reports import Block, CommandResult, Facts, Grid, Lines, json_data
from schemas.contract import (
    INSTANCE_PLACEHOLDER,
    Component,
    ComponentKind,
    Contract,
    cells_json_schema,
    contract_json_schema,
    unknown_name,
)

__all__ = ["contract_page"]

_KINDS = {ComponentKind.PRIM_TYPE: "prim type", ComponentKind.API_SCHEMA: "API schema", ComponentKind.BLOCK: "block"}


def contract_page(contract: Contract, name: str | None = None, *, json_schema: bool = False) -> CommandResult:
    """The list of components, or everything the contract says about one.

    Args:
        contract: the contract.
        name: a component, None for the list.
        json_schema: whether the data is the JSON schema: of the contract's records, or of the component's cells.

    Raises:
        CommandError: no such component; the message names the nearest ones.
    """
    if name is None:
        data = contract_json_schema if json_schema else lambda: _records(contract)
        return CommandResult(data, lambda: _list(contract))
    if name not in contract.components:
        raise CommandError(unknown_name("component", name, contract.components))
    component = contract.component(name)
    return CommandResult(
        (lambda: cells_json_schema(component)) if json_schema else (lambda: _record(component)),
        lambda: _page(component),
    )


def _records(contract: Contract) -> dict[str, Any]:
    return {
        "version": contract.version,
        "components": {component.name: _record(component) for component in contract.components.values()},
    }


def _record(component: Component) -> Any:
    return json_data(component.model_dump(mode="python"))


def _list(contract: Contract) -> Sequence[Block]:
    rows = [
        (c.name, _kind(c), len(c.columns), c.source, c.doc.partition(". ")[0].rstrip("."))
        for c in contract.components.values()
    ]
    return [
        Grid(
            f"contract {contract.version}: {len(rows)} components",
            ("component", "kind", "columns", "source", "what it is"),
            rows,
            note="arrowstage contract COMPONENT shows one of them",
        )
    ]


def _kind(component: Component) -> str:
    kind = _KINDS[component.kind]
    return f"{kind}, multiple-apply" if component.multiple_apply else kind


# The page of a component


def _page(component: Component) -> Sequence[Block]:
    blocks: list[Block] = [Lines(component.name, [component.doc] if component.doc else []), _facts(component)]
    if component.columns:
        blocks += [_columns(component), Lines("what the columns mean", _meanings(component))]
    if component.notes:
        blocks.append(Lines("notes", [f"- {note}" for note in component.notes]))
    if component.interactions:
        blocks.append(Lines("interactions", [f"- {item.component}: {item.note}" for item in component.interactions]))
    return blocks


def _facts(component: Component) -> Facts:
    names: Mapping[str, tuple[str, ...]] = {
        "type chain": component.type_chain,
        "extends": (component.extends,) if component.extends else (),
        "applies to": component.applies_to,
        "requires": component.requires,
        "built-in APIs": component.builtin_apis,
        "applicable APIs": component.applicable_apis,
        "instances read": component.instances,
        "columns without the API on": component.created_on,
        "published only with": component.published_with,
        "blocks used": component.uses_blocks,
    }
    prefix = f"{component.property_prefix}:{INSTANCE_PLACEHOLDER}:" if component.multiple_apply else ""
    return Facts(
        "",
        [
            ("kind", _kind(component)),
            ("source", component.source),
            ("property prefix", prefix),
            *((label, ", ".join(values)) for label, values in names.items()),
            ("gets a prim its row", "yes" if component.selects else "no"),
            ("discovery", component.discovery),
            ("probe column", component.probe_column or ""),
        ],
    )


def _columns(component: Component) -> Grid:
    rows = [
        (
            column.bit,
            column.name,
            column_type(column),
            column.usd_type,
            column.units or "-",
            default_text(column.fallback, None),
            producer_text(column),
            default_text(column.parser_default, column.parser_formula),
        )
        for column in sorted(component.columns, key=lambda c: c.bit)
    ]
    headings = ("bit", "column", "type", "USD type", "units", "USD fallback", "producer", "parser default")
    return Grid("columns", headings, rows)


def _meanings(component: Component) -> Sequence[str]:
    lines = []
    for column in sorted(component.columns, key=lambda c: c.bit):
        parts = {
            "": column.doc,
            "Absent: ": column.absent,
            "Converted: ": column.conversion or "",
            "Parser: ": column.parser_note or "",
            "Tokens: ": ", ".join(column.tokens) + "." if column.tokens else "",
        }
        lines.append(f"{column.name}: " + " ".join(label + text for label, text in parts.items() if text))
    return lines
