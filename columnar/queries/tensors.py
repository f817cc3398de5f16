"""Columns for array libraries, by DLPack."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from columnar.scene import ColumnValues, SceneError

__all__ = ["ColumnTensor", "tensor"]

_CPU = (1, 0)
_SIGNALS_READ_ONLY = 1
"""Major version from which on a DLPack capsule can say that it must not be written."""

_NUMPY_SIGNALS = np.lib.NumpyVersion(np.__version__) >= "2.1.0"
"""Whether NumPy makes such capsules; before it only ever gets copies."""


class ColumnTensor:
    """Values that any `from_dlpack` takes, and that no consumer can use to write into a scene.

    Args:
        values: a read-only array.
        share: hand out the memory itself, marked read-only, to consumers that ask for DLPack 1.0 or later.
    """

    def __init__(self, values: npt.NDArray[Any], *, share: bool) -> None:
        self._values = values
        self._share = share

    @property
    def shape(self) -> tuple[int, ...]:
        """(n,) or (n, lanes)."""
        return self._values.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Element type."""
        return self._values.dtype

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CPU

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """A capsule of the memory itself if it is shared and the consumer can be told not to write, else of a copy.

        Raises:
            BufferError: another device is asked for, or no copy where there has to be one.
        """
        if stream is not None or dl_device not in (None, _CPU):
            raise BufferError(f"columns are in CPU memory; device {dl_device!r}, stream {stream!r} asked for")
        tells = max_version is not None and max_version[0] >= _SIGNALS_READ_ONLY
        if self._share and tells and not copy and _NUMPY_SIGNALS:
            return self._values.__dlpack__(max_version=max_version)
        if copy is False:
            raise BufferError(
                "a view that can be written is never given away; leave out copy=False, or share the tensor"
            )
        return self._values.copy().__dlpack__()


def tensor(column: ColumnValues, *, share: bool = False) -> ColumnTensor:
    """A column's values for `numpy.from_dlpack`, `torch.from_dlpack`, `jax.dlpack.from_dlpack` and the like.

    Args:
        column: from `Scene.column` or a query: numbers (n,), lanes (n, lanes), flags, token codes; of an array column
            the concatenated elements. Absent cells are zero, their validity is `column.valid`.
        share: hand out the scene's memory itself, marked as read-only, where the consumer asks for a version of DLPack
            that has the mark. NumPy keeps to it; PyTorch does not, and writing through it would end the interpreter
            where the column is mapped from a file. Without it every consumer gets a copy of its own.

    Raises:
        SceneError: the column has no rows of numbers.
    """
    values = column.values
    if values.dtype.kind not in "biuf":
        raise SceneError(f"a column of {values.dtype} cannot be handed out as a tensor; expected numbers or flags")
    return ColumnTensor(values, share=share)
