"""What a path of the path table may look like, checked for all paths at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

__all__ = ["PATH_RULE", "invalid_path_names", "text_buffers"]

PATH_RULE = "an absolute path such as '/World/Arm' without empty elements, spaces or control characters"
"""What `invalid_path_names` asks for, for messages."""

_Text = npt.NDArray[np.uint8]
_Offsets = npt.NDArray[np.int64]

_BLOCK = 2**16
_SLASH = 0x2F
_TWO_SLASHES = 0x2F2F
_SPACE = 0x20
_DELETE = 0x7F


def invalid_path_names(names: pa.Array) -> npt.NDArray[np.int64]:
    """Indices of names that are no scene paths (see `PATH_RULE`), in ascending order.

    Element names are not held against USD's identifier rules, which have grown from release to release; only what
    would make a path ambiguous is refused.

    Args:
        names: (n,) large_utf8 without nulls.
    """
    if not len(names):
        return np.zeros(0, np.int64)
    offsets, text = text_buffers(names)
    if offsets[0] or offsets[-1] != len(text):
        text = text[offsets[0] : offsets[-1]]
        offsets = offsets - offsets[0]
    return np.zeros(0, np.int64) if _all_valid(text, offsets) else _find_invalid(text, offsets)


def text_buffers(names: pa.Array) -> tuple[_Offsets, _Text]:
    """The memory of a large_utf8 array: (n + 1,) int64 offsets and the UTF-8 they point into, without a copy."""
    _, offsets, text = names.buffers()
    if offsets is None or not len(names):
        return np.zeros(1, np.int64), np.zeros(0, np.uint8)
    return (
        np.frombuffer(offsets, np.int64, len(names) + 1, names.offset * 8),
        np.frombuffer(text if text is not None else b"", np.uint8),
    )


def _all_valid(text: _Text, offsets: _Offsets) -> bool:
    """A quick look at the text as a whole that only good names pass.

    Where every name begins with a slash, one that ends with a slash makes two in a row with the next, like an empty
    element does. The root alone may end with one; it stands first in a path table and is left out.
    """
    if not (offsets[1:] > offsets[:-1]).all() or (text[offsets[:-1]] != _SLASH).any():
        return False
    rest = text[1:] if offsets[1] == 1 else text
    if not len(rest):
        return True
    blocks = (rest[start : start + _BLOCK + 1] for start in range(0, len(rest), _BLOCK))
    return bool(rest[-1] != _SLASH) and all(_all_plain(block) for block in blocks)


def _all_plain(text: _Text) -> bool:
    """Whether there is no space, control character or doubled slash; blocks keep the intermediate arrays small."""
    pairs = (text[start : len(text) - (len(text) - start) % 2].view(np.uint16) for start in (0, 1))
    doubled = any((pair == _TWO_SLASHES).any() for pair in pairs)
    return not (doubled or text.min() <= _SPACE or (text == _DELETE).any())


def _find_invalid(text: _Text, offsets: _Offsets) -> npt.NDArray[np.int64]:
    starts, ends = offsets[:-1], offsets[1:]
    bad = ends == starts
    filled = np.flatnonzero(~bad)
    bad[filled] = (text[starts[filled]] != _SLASH) | ((text[ends[filled] - 1] == _SLASH) & (ends - starts > 1)[filled])
    doubled = np.flatnonzero((text[1:] == _SLASH) & (text[:-1] == _SLASH)) + 1
    owners = np.searchsorted(ends, doubled, side="right")
    bad[owners[starts[owners] < doubled]] = True
    control = np.flatnonzero((text <= _SPACE) | (text == _DELETE))
    bad[np.searchsorted(ends, control, side="right")] = True
    return np.flatnonzero(bad)
