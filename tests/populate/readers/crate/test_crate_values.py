"""Values of every type against Sdf: inlined and not, single and in arrays, compressed and not."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pxr import Sdf

from populate.readers.crate import Crate, read_crate
from populate.readers.crate.arrays import array_numbers
from populate.readers.crate.dictionaries import dictionary_entry
from populate.readers.crate.value_reps import ValueType
from populate.readers.direct.authored_types import stored_code
from populate.readers.direct.decoded import python_values
from populate.readers.direct.path_texts import path_texts
from tests.populate.readers.direct.drawn_layers import VALUE_TYPES, value_of


def flat(value: Any) -> Any:
    """A value of Sdf as flat numbers or texts; quaternions x, y, z, w."""
    if isinstance(value, str):
        return value
    if isinstance(value, Sdf.AssetPath):
        return value.path
    if isinstance(value, Sdf.TimeCode):
        return float(value)
    if hasattr(value, "imaginary"):
        return [*map(float, value.imaginary), float(value.real)]
    if hasattr(value, "__len__"):
        lanes = [flat(item) for item in value]
        return [x for lane in lanes for x in (lane if isinstance(lane, list) else [lane])]
    return float(value)


def written(values: list[Any], type_name: str, file: Path) -> Crate:
    layer = Sdf.Layer.CreateAnonymous(".usda")
    prim = Sdf.PrimSpec(layer, "p", Sdf.SpecifierDef)
    for number, value in enumerate(values):
        Sdf.AttributeSpec(prim, f"a{number:03}", Sdf.ValueTypeNames.Find(type_name)).default = value
    layer.Export(str(file))
    return read_crate(file.read_bytes())


def default_reps(crate: Crate) -> np.ndarray:  # type: ignore[type-arg]  # of any type
    texts = path_texts(crate, crate.specs.node).to_pylist()
    fields = crate.fields.columns(crate.specs.fields)["default"]
    order = sorted(row for row in range(len(texts)) if "." in texts[row] and fields[row] >= 0)
    order.sort(key=lambda row: texts[row])
    return crate.fields.reps(fields[order])


@pytest.mark.parametrize("type_name", VALUE_TYPES)
def test_values_are_those_sdf_wrote(type_name: str, tmp_path: Path) -> None:
    random = Random(type_name)
    values = [value_of(type_name, random) for _ in range(40)]
    crate = written(values, type_name, tmp_path / "values.usdc")
    found = python_values(crate, default_reps(crate), stored_code(type_name))
    for value, expected in zip(found, values, strict=True):
        numbers = value.reshape(-1).tolist() if isinstance(value, np.ndarray) else value
        wanted = flat(expected)
        if isinstance(wanted, list) and wanted and not isinstance(wanted[0], str):
            np.testing.assert_array_equal(np.asarray(numbers, np.float64).reshape(-1), np.asarray(wanted))
        elif isinstance(wanted, float):
            np.testing.assert_array_equal(np.float64(numbers), wanted)
        else:
            assert numbers == wanted


@pytest.mark.parametrize("type_name", ["int[]", "uint[]", "int64[]", "uint64[]", "half[]", "float[]", "double[]"])
@pytest.mark.parametrize("values", [[5] * 500, [*range(300)], [1, 60_000] * 20, [0.5, 0.25, 3] * 40], ids=repr)
def test_compressed_arrays_are_those_sdf_wrote(type_name: str, values: list[float], tmp_path: Path) -> None:
    array_type = type(Sdf.ValueTypeNames.Find(type_name).defaultValue)
    whole = [int(value) for value in values] if "int" in type_name else values
    crate = written([array_type(whole)], type_name, tmp_path / "array.usdc")
    assert array_numbers(crate, int(default_reps(crate)[0])).tolist() == whole


def test_dictionary_entries_are_found(tmp_path: Path) -> None:
    layer = Sdf.Layer.CreateAnonymous(".usda")
    prim = Sdf.PrimSpec(layer, "p", Sdf.SpecifierDef)
    prim.customData = {"a": 1.5, "physics": {"other": {"deep": 2}, "flag": True, "text": "x"}, "z": {}}
    layer.Export(str(tmp_path / "data.usdc"))
    crate = read_crate((tmp_path / "data.usdc").read_bytes())
    rep = int(crate.fields.reps(crate.fields.columns(crate.specs.fields)["customData"])[1])
    flag = dictionary_entry(crate, rep, ("physics", "flag"))
    assert flag is not None
    assert (flag >> 48 & 0xFF, flag & 0xFF) == (ValueType.BOOL, 1)
    assert dictionary_entry(crate, rep, ("physics", "other", "deep")) is not None
    for missing in (("b",), ("physics", "none"), ("a", "b"), ("z", "a"), ("physics", "text", "x")):
        assert dictionary_entry(crate, rep, missing) is None
