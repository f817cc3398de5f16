"""JSON text that strict parsers read."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from columnar.reports import json_data, json_text


def _refuse(constant: str) -> NoReturn:
    raise AssertionError(f"not JSON: {constant}")


def test_non_finite_numbers_are_strings_at_any_depth() -> None:
    value: dict[str, Any] = {"a": [float("inf"), {"b": (float("-inf"), float("nan"))}], "c": 1.5}
    assert json.loads(json_text(value), parse_constant=_refuse) == {"a": ["inf", {"b": ["-inf", "nan"]}], "c": 1.5}


def test_the_text_is_ascii_and_means_the_same() -> None:
    text = json_text({"/Bras_é": "臂"})
    assert text.isascii()
    assert json.loads(text) == {"/Bras_é": "臂"}


def test_the_largest_float32_survives() -> None:
    largest = 3.4028234663852886e38
    assert json.loads(json_text(largest)) == largest


def test_tuples_become_lists() -> None:
    assert json_data({"pair": (1, 2)}) == {"pair": [1, 2]}
