"""The commands that need no file at all."""

from __future__ import annotations

from typing import Annotated

import typer

from populate.commands.arguments import JsonOption
from populate.commands.exits import exit_codes
from populate.commands.finish import finish

__all__ = ["contract"]


def contract(
    component: Annotated[
        str | None, typer.Argument(metavar="COMPONENT", help="Component to show; all are listed without it.")
    ] = None,
    as_json: JsonOption = False,
    json_schema: Annotated[
        bool, typer.Option("--json-schema", help="Print the JSON schema of the contract, or of COMPONENT's cells.")
    ] = False,
    findings: Annotated[
        bool, typer.Option("--findings", help="List the recorded findings: where columns and USD part.")
    ] = False,
) -> None:
    """List the components of the column contract, or show the page of one.

    Example: arrowstage contract PhysicsDriveAPI
    """
    with exit_codes():
        from columnar.commands import CommandError, contract_page, findings_page
        from schemas.contract import load_contract

        if findings:
            if component is not None or json_schema:
                raise CommandError("--findings lists all findings; it goes with no component and no --json-schema")
            finish(findings_page(), as_json=as_json)
            return
        page = contract_page(load_contract(), component, json_schema=json_schema)
        finish(page, as_json=as_json or json_schema)
