"""The bytes of the root layer as a crate file, whatever form it has."""

from __future__ import annotations

from pathlib import Path

from pxr import Sdf, Tf

from populate.readers.crate_copy import crate_copy
from populate.readers.declined import Declined
from populate.readers.direct.guard import crate_bytes

__all__ = ["open_layer", "root_layer"]

_TEXT = (".usda", ".usd")


def root_layer(path: Path) -> tuple[bytes, Sdf.Layer | None]:
    """The layer's bytes, and the layer itself where it had to be opened for them.

    A text layer that refers to others is written to a crate file first; one that stands alone is not worth it here.

    Raises:
        Declined: the file is no layer of these forms, or does not refer to others.
    """
    try:
        return crate_bytes(path), None
    except Declined:
        if path.suffix not in _TEXT or not path.is_file():
            raise
    layer = open_layer(path)
    if layer.dirty:
        raise Declined("the layer is open and was edited in memory")
    if not layer.GetCompositionAssetDependencies():
        raise Declined("a text layer that refers to no other")
    return crate_copy(layer), layer


def open_layer(path: Path) -> Sdf.Layer:
    """The layer of a file.

    Raises:
        Declined: OpenUSD does not open it.
    """
    try:
        layer = Sdf.Layer.FindOrOpen(str(path))
    except Tf.ErrorException:
        layer = None
    if not layer:
        raise Declined("OpenUSD does not open the file")
    return layer
