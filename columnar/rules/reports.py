"""What populating had to report of the stage."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from columnar.inspection import Hit
from columnar.rules.rule_scene import RuleScene
from columnar.scene import numpy_values
from schemas.rules import RuleCheck

__all__ = ["reported"]


def reported(scene: RuleScene, check: RuleCheck) -> Iterator[Hit]:
    """Reports of the codes that `allowed` names; the value is their text."""
    if "report" not in scene.scene.tables:
        return
    table = scene.scene.table("report")
    table = table.filter(pc.is_in(table["code"].cast(pa.string()), pa.array([str(code) for code in check.allowed])))
    columns = np.array(table["column"].cast(pa.string()).to_pylist(), object)
    texts = np.array(table["text"].to_pylist(), object)
    prims = numpy_values(table["prim"].combine_chunks()).astype(np.int64)
    for column in dict.fromkeys(columns.tolist()):
        spots = np.flatnonzero(columns == column)
        yield Hit("report", column or "usd-schemas", prims[spots], values=texts[spots])
