"""JSON that every parser reads: non-finite numbers as strings, ASCII only."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

__all__ = ["json_data", "json_text"]


def json_data(value: Any) -> Any:
    """A value in JSON's types: "inf", "-inf" and "nan" for numbers JSON has no form for, at any depth."""
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    if isinstance(value, Mapping):
        return {str(key): json_data(item) for key, item in value.items()}
    return [json_data(item) for item in value] if isinstance(value, list | tuple) else value


def json_text(value: Any) -> str:
    """A value as indented JSON text; other characters than ASCII are escaped, so that no output encoding matters."""
    return json.dumps(json_data(value), indent=2, allow_nan=False)
