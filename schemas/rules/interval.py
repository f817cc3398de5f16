"""Intervals as rules write them: `[0, inf)`."""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple, Self

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

__all__ = ["Interval"]

_NUMBER = r"[-+]?(?:inf|\d+(?:\.\d*)?(?:e[-+]?\d+)?)"
_TEXT = re.compile(rf"^([\[(])\s*({_NUMBER})\s*,\s*({_NUMBER})\s*([\])])$")


class Interval(NamedTuple):
    """Numbers from `low` to `high`; a square bracket takes the bound in, a round one leaves it out. NaN is in none."""

    low: float
    high: float
    with_low: bool
    with_high: bool

    @classmethod
    def parse(cls, text: str) -> Self:
        """An interval from its text.

        Raises:
            ValueError: the text is none, or its bounds are crossed.
        """
        match = _TEXT.match(text.strip())
        if match is None:
            raise ValueError(f"{text!r} is no interval, expected one such as '[0, inf)'")
        low, high = float(match[2]), float(match[3])
        if math.isnan(low) or math.isnan(high) or low > high:
            raise ValueError(f"{text!r}: the lower bound lies above the upper one")
        return cls(low, high, match[1] == "[", match[4] == "]")

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            lambda value: value if isinstance(value, cls) else cls.parse(str(value)),
            serialization=core_schema.to_string_ser_schema(),
        )

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int | float):
            return False
        above = number >= self.low if self.with_low else number > self.low
        return above and (number <= self.high if self.with_high else number < self.high)

    def __str__(self) -> str:
        return f"{'[' if self.with_low else '('}{self.low:g}, {self.high:g}{']' if self.with_high else ')'}"
