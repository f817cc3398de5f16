"""Values as text: shortest numbers, lists in brackets, and nothing that a terminal would act on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from columnar.reports import printable, value_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        (True, "true"),
        (False, "false"),
        (7, "7"),
        (0.1, "0.1"),
        (float("inf"), "inf"),
        (float("nan"), "nan"),
        ("angular", "angular"),
        ("", "''"),
        ([1.0, None], "[1.0, -]"),
        ([["/A"], []], "[[/A], []]"),
    ],
)
def test_values_are_written_the_short_way(value: Any, text: str) -> None:
    assert value_text(value) == text


def test_a_float32_is_written_as_one() -> None:
    widened = float(np.float32(0.1))
    assert value_text(widened) == "0.10000000149011612"
    assert value_text(widened, single=True) == "0.1"
    assert value_text([widened], single=True) == "[0.1]"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/World/Bras_é_臂", "/World/Bras_é_臂"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\nb\tc", "a\\nb\\tc"),
        ("\x9b31m", "\\x9b31m"),
        ("left\u202eright", "left\\u202eright"),
        ("line\u2028separator", "line\\u2028separator"),
        ("\udcff", "\\udcff"),
        ("no\u00a0break", "no\u00a0break"),
    ],
)
def test_what_a_terminal_acts_on_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown
