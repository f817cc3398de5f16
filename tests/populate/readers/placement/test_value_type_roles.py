"""What is said of value types without asking USD is what USD says."""

from __future__ import annotations

import pytest
from pxr import Sdf

from populate.readers.placement import ROLE_FREE

VALUE_TYPES = [
    value_type
    for name in dir(Sdf.ValueTypeNames)
    if isinstance(value_type := getattr(Sdf.ValueTypeNames, name), Sdf.ValueTypeName) and not value_type.isArray
]


@pytest.mark.parametrize("value_type", VALUE_TYPES, ids=str)
def test_types_with_a_role_hold_what_openusd_says(value_type: Sdf.ValueTypeName) -> None:
    with_role = value_type.role and str(value_type) != "group"
    plain = str(Sdf.GetValueTypeNameForValue(value_type.defaultValue)) if with_role else None
    assert ROLE_FREE.get(str(value_type)) == plain


def test_no_other_types_are_named() -> None:
    assert ROLE_FREE.keys() <= set(map(str, VALUE_TYPES))
