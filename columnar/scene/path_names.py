"""What a path of the path table may look like, checked for all paths at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from columnar.scene.values import numpy_values

__all__ = ["PATH_RULE", "invalid_path_names"]

PATH_RULE = "an absolute path such as '/World/Arm' without empty elements, spaces or control characters"
"""What `invalid_path_names` asks for, for messages."""

_SLASH = 0x2F
_SPACE = 0x20
_DELETE = 0x7F


def invalid_path_names(names: pa.Array) -> npt.NDArray[np.int64]:
    """Indices of names that are no scene paths (see `PATH_RULE`), in ascending order.

    Element names are not held against USD's identifier rules, which have grown from release to release; only what
    would make a path ambiguous is refused.

    Args:
        names: (n,) large_utf8 without nulls.
    """
    count = len(names)
    if not count:
        return np.zeros(0, np.int64)
    offsets = numpy_values(
        pa.Array.from_buffers(pa.int64(), count + 1, [None, names.buffers()[1]], offset=names.offset)
    ).astype(np.int64)
    text = np.frombuffer(names.buffers()[2] or b"", np.uint8)[offsets[0] : offsets[-1]]
    starts, ends = offsets[:-1] - offsets[0], offsets[1:] - offsets[0]
    bad = ends == starts
    filled = np.flatnonzero(~bad)
    bad[filled] = (text[starts[filled]] != _SLASH) | ((text[ends[filled] - 1] == _SLASH) & (ends - starts > 1)[filled])
    slashes = text == _SLASH
    doubled = np.flatnonzero(slashes[1:] & slashes[:-1]) + 1
    control = np.flatnonzero((text <= _SPACE) | (text == _DELETE)) if _has_control(text) else doubled[:0]
    for positions, inside_only in ((doubled, True), (control, False)):
        owners = np.searchsorted(ends, positions, side="right")
        bad[owners[starts[owners] < positions] if inside_only else owners] = True
    return np.flatnonzero(bad)


def _has_control(text: npt.NDArray[np.uint8]) -> bool:
    return bool(len(text)) and (text.min() <= _SPACE or bool((text == _DELETE).any()))
