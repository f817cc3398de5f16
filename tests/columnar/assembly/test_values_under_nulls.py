"""What lies under a null: zeros, so that no file holds what its scene does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from mask_rows import PRIMS

from columnar import Scene
from populate import populate
from tests.stage_text import scene_of

CASES = Path(__file__).parents[2] / "data" / "cases"

DROPPED = """
def PhysicsRevoluteJoint "a" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])
{
    point3f physics:localPos0 = (7, 7, 7)
    quatd physics:localRot0 = (7, 7, 7, 7)
    float physics:lowerLimit = 7
    float drive:angular:physics:stiffness = 7
}

def PhysicsRevoluteJoint "b" (prepend apiSchemas = ["PhysicsDriveAPI:angular"])
{
    point3f physics:localPos0 = None
    quatf physics:localRot0 = None
    float physics:lowerLimit = None
    bool physics:jointEnabled = None
    float drive:angular:physics:stiffness = None
}

def Mesh "mesh" (prepend apiSchemas = ["PhysicsCollisionAPI"])
{
    point3f[] points = None
    int[] faceVertexCounts = [3]
}
"""


@pytest.mark.parametrize("case", ["103_wrong_attr_types", "001_revolute_one_sided_limit", "104_collision_groups"])
def test_nulls_of_the_cases_are_zeroed(case: str) -> None:
    assert not list(findings(populate(CASES / f"{case}.usda").scene))


def test_nulls_beside_values_are_zeroed() -> None:
    scene = scene_of(DROPPED + "".join(f"\ndef {head}\n{{\n}}\n" for head in PRIMS.values()))
    assert scene.rows("PhysicsJoint").field("physics:localPos0").null_count == 1
    assert scene.rows("PhysicsJoint").field("physics:localRot0").null_count == 2
    assert scene.rows("Mesh").field("points").null_count == 1
    assert not list(findings(scene))


def findings(scene: Scene) -> Iterator[str]:
    """Cells that are null and yet hold something."""
    for table in scene.tables:
        rows = pa.RecordBatch.from_struct_array(scene.rows(table))
        for name in rows.schema.names:
            array = rows.column(name)
            if array.null_count:
                yield from (f"{table} {name} row {row}" for row in np.flatnonzero(remains(array)))


def remains(array: pa.Array) -> np.ndarray:
    """(n,) bool: the cell is null and its memory is not zero, or a list of its own."""
    null = np.asarray(array.is_null())
    if pa.types.is_list(array.type):
        return null & (np.diff(np.asarray(array.offsets)) != 0)
    if pa.types.is_fixed_size_list(array.type):
        lanes = np.asarray(array.values).reshape(len(array), -1)
        return null & (lanes != 0).any(axis=1)
    if pa.types.is_dictionary(array.type):
        array = array.indices
    bits = pa.types.is_boolean(array.type)
    plain = pa.Array.from_buffers(
        pa.bool_() if bits else array.type, len(array), [None, array.buffers()[1]], offset=array.offset
    )
    return null & (np.asarray(plain) != 0)
