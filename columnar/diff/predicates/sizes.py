"""Half extents of cubes: absent sizes, and scales that mirror."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.diff.asked import Asked, Prediction
from columnar.inspection import Cells
from columnar.scene import numpy_values

__all__ = ["absent_size", "signed_size"]

Doubles = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


def absent_size(asked: Asked) -> Prediction:
    """A size that is absent or blocked: 1 where columns are read, 2 in USD."""
    size = asked.cells("size")
    return _prediction(asked, size, ~size.present)


def signed_size(asked: Asked) -> Prediction:
    """A cube that is mirrored, or has a negative size: absolute values where columns are read, signed ones in USD."""
    size = asked.cells("size")
    return _prediction(asked, size, size.present)


def _prediction(asked: Asked, size: Cells, applies: Flags) -> Prediction:
    scale, upright = _scales(asked)
    columns, usd = size.filled(1.0), size.filled(2.0)
    return Prediction(applies & upright, np.abs(columns[:, None] * scale) / 2, usd[:, None] * scale / 2)


def _scales(asked: Asked) -> tuple[Doubles, Flags]:
    """World scales (n, 3), all negative where the transform mirrors, and whether the axes stay at right angles."""
    rows = pa.RecordBatch.from_struct_array(asked.columns.scene.rows("prim"))
    spot = np.searchsorted(numpy_values(rows.column("prim")).astype(np.int64), asked.prims)
    matrices = numpy_values(rows.column("omni:fabric:worldMatrix")).reshape(-1, 4, 4)[spot, :3, :3]
    lengths = np.linalg.norm(matrices, axis=2)
    products = matrices @ matrices.transpose(0, 2, 1)
    shear = np.abs(products - lengths[:, :, None] ** 2 * np.eye(3)).max(axis=(1, 2))
    signs = np.where(np.linalg.det(matrices) < 0, -1.0, 1.0)
    return lengths * signs[:, None], shear <= 1e-6 * (lengths**2).max(axis=1)
