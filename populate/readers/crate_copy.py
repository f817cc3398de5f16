"""Layers of other forms, or edited in memory, as the bytes of a crate file that says the same."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Final

from pxr import Sdf

from populate.readers.declined import Declined

__all__ = ["crate_copy"]

_HEADER: Final = b"#usda"
_ZERO: Final = re.compile(rb"\x00|\\x0|\\0")
"""What a zero byte within a text looks like in usda, or may look like."""


def crate_copy(layer: Sdf.Layer) -> bytes:
    """A layer as a crate file.

    Raises:
        Declined: the layer may hold a text with a zero byte, where crate files end it.
        OSError: no room for the file.
        Tf.ErrorException: OpenUSD cannot write the layer.
    """
    if _ZERO.search(_text(layer)):
        raise Declined("a text with a zero byte")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "layer.usdc"
        layer.Export(str(copy))
        return copy.read_bytes()


def _text(layer: Sdf.Layer) -> bytes:
    """What the layer's file says, if it is a text that was not edited: usda that OpenUSD writes is cut off too."""
    file = Path(layer.realPath) if layer.realPath and not layer.dirty else None
    content = file.read_bytes() if file is not None and file.is_file() else b""
    return content if content.startswith(_HEADER) else b""
