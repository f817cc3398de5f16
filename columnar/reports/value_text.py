"""Values as text, and text as one line that no terminal takes for a command."""

from __future__ import annotations

import unicodedata
from typing import Any

import numpy as np

__all__ = ["printable", "value_text"]

ABSENT = "-"
"""Stands for a cell without a value."""

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories that are escaped: control and formatting characters, lone surrogates, line separators."""


def value_text(value: Any, *, single: bool = False) -> str:
    """A cell's value: numbers in their shortest form, lists in brackets, "-" where there is none.

    Args:
        value: None, a number, a flag, a string, or a list of these.
        single: whether numbers are float32, so that 0.1 reads 0.1 and not 0.10000000149011612.
    """
    if value is None:
        return ABSENT
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(np.float32(value)) if single else repr(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(value_text(item, single=single) for item in value)}]"
    return value if isinstance(value, str) and value else repr(value)


def printable(text: str) -> str:
    r"""Text in one line, characters that a terminal would act on written as escapes (`\x1b`, `\n`)."""
    if text.isprintable():
        return text
    return "".join(
        _escaped(character) if unicodedata.category(character) in _HIDDEN else character for character in text
    )


def _escaped(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
