"""Arrays of a scene are read-only, and stay so: its memory is shared with every other view of it."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from columnar import Scene
from columnar.scene import numpy_values

ARRAYS = {
    "numbers": pa.array([1.0, 2.0], pa.float32()),
    "none": pa.array([], pa.int64()),
    "with a null": pa.array([1, None], pa.uint64()),
    "lanes": pa.FixedSizeListArray.from_arrays(pa.array(np.arange(6.0)), 3),
    "flags": pa.array([True, False, True]),
    "tokens": pa.array(["a", "b", "a"]).dictionary_encode(),
    "tokens with a null": pa.array(["a", None]).dictionary_encode(),
    "of numpy": pa.array(np.arange(4.0)),
    "of writable memory": pa.Array.from_buffers(pa.float64(), 2, [None, pa.py_buffer(bytearray(16))]),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_nobody_makes_them_writable(name: str) -> None:
    values = numpy_values(ARRAYS[name])
    assert not values.flags.writeable
    with pytest.raises(ValueError, match="WRITEABLE"):
        values.setflags(write=True)
    with pytest.raises(ValueError, match="read-only"):
        values[...] = 0


def test_columns_of_a_scene_made_in_memory() -> None:
    given = np.array([0.25, 0.5])
    scene = Scene.from_tables({"Sphere": {"prim": ["/A", "/B"], "radius": given}})
    column = scene.column("Sphere", "radius")
    for values in (column.values, column.prim):
        with pytest.raises(ValueError, match="WRITEABLE"):
            values.setflags(write=True)
    given[:] = 9.0
    assert scene.column("Sphere", "radius").values.tolist() == [0.25, 0.5]
