"""Whether a file's layer is open in this process and was edited in memory, so that its bytes are not what it says."""

from __future__ import annotations

import sys
from pathlib import Path

from populate.readers.declined import Declined

__all__ = ["require_unedited"]


def require_unedited(path: Path) -> None:
    """Make sure that a file says what its layer says.

    Raises:
        Declined: the layer is open and was edited.
    """
    if "pxr.Sdf" not in sys.modules:
        return  # Nobody in this process can have opened a layer.
    from pxr import Sdf

    layer = Sdf.Layer.Find(str(path))
    if layer and layer.dirty:
        raise Declined("the layer is open and was edited in memory")
