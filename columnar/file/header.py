"""The first look at a scene file: whose it is, and which versions of format and contract it was written with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa

from columnar.file.problems import Problem
from columnar.scene import FORMAT_KEY, VERSION_KEY
from schemas.contract import Contract

__all__ = ["ContractVersion", "Header", "read_header"]

_UPGRADE = "upgrade arrowstage"
_REDO = "populate the stage again"


@dataclass(frozen=True, order=True)
class ContractVersion:
    """`major.minor.patch`. Minor versions add columns and components, major ones may change what there was."""

    major: int
    minor: int
    patch: int

    @classmethod
    def parse(cls, text: str) -> ContractVersion | None:
        """The version a text spells, None if it spells none."""
        found = re.fullmatch(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})", text, re.ASCII)
        return cls(*map(int, found.groups())) if found else None


@dataclass(frozen=True)
class Header:
    """Versions a file was written with, both readable by this package.

    Attributes:
        format_version: of the file.
        contract_version: that the file's columns follow.
        own_version: of the contract it is read under.
    """

    format_version: int
    contract_version: ContractVersion
    own_version: ContractVersion


def read_header(schema: pa.Schema, contract: Contract) -> Header | Problem:
    """The file's versions, or why it cannot be opened under this contract."""
    metadata: Mapping[bytes, bytes] = schema.metadata or {}
    if FORMAT_KEY not in metadata:
        key = FORMAT_KEY.decode()
        found = f"is an Arrow file but no scene file: its schema metadata has no '{key}'"
        return Problem("", found, "", "populate a stage")
    spelled = {key: metadata.get(key, b"").decode("utf-8", "replace") for key in (FORMAT_KEY, VERSION_KEY)}
    known = contract.settings.format_version
    if not re.fullmatch(r"[1-9]\d{0,8}", spelled[FORMAT_KEY], re.ASCII):
        return _unreadable(FORMAT_KEY, spelled[FORMAT_KEY], "a whole number above 0")
    if int(spelled[FORMAT_KEY]) > known:
        found = f"is of format {spelled[FORMAT_KEY]}, this arrowstage reads formats up to {known}"
        return Problem("", found, "", _UPGRADE)
    version = ContractVersion.parse(spelled[VERSION_KEY])
    current = ContractVersion.parse(contract.version)
    if version is None or current is None:
        return _unreadable(VERSION_KEY, spelled[VERSION_KEY], "a version such as '1.0.0'")
    if version.major != current.major:
        found = f"follows contract {spelled[VERSION_KEY]}, this arrowstage has contract {contract.version}"
        return Problem("", found, "the same major version", _UPGRADE if version > current else _REDO)
    return Header(int(spelled[FORMAT_KEY]), version, current)


def _unreadable(key: bytes, value: str, expected: str) -> Problem:
    return Problem(f"schema metadata '{key.decode()}'", f"is {value[:40]!r}", expected, _REDO)
