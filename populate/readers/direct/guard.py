"""What the direct reader declines: everything that needs composition, and options it cannot honour."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from populate.readers.crate import Crate
from populate.readers.crate.fields import FieldTable
from populate.readers.crate.sections import is_crate
from populate.readers.crate.specs import SpecKind
from populate.readers.declined import Declined
from populate.readers.direct.layer import Layer
from populate.readers.direct.names import require_prim_names, require_property_names
from populate.readers.edited_layers import require_unedited
from populate.readers.options import PopulateOptions

__all__ = ["ARC_FIELDS", "crate_bytes", "guard_arcs", "guard_crate", "guard_layer", "guard_options"]

_SUFFIXES: Final = (".usdc", ".usd")

ARC_FIELDS: Final = ("references", "payload", "inheritPaths", "specializes", "variantSetNames", "variantSelection")
"""Fields that bring in opinions from elsewhere, and that another reader of crate files understands."""

_ARCS: Final = {
    "references": "references",
    "payload": "payloads",
    "inheritPaths": "inherits",
    "specializes": "specializes",
    "variantSetNames": "variant sets",
    "variantSetChildren": "variant sets",
    "variantChildren": "variant sets",
    "variantSelection": "variant selections",
    "subLayers": "sublayers",
    "subLayerOffsets": "sublayers",
    "relocates": "relocates",
    "layerRelocates": "relocates",
    "clips": "value clips",
    "clipSets": "value clips",
    "spline": "splines",
    "expressionVariables": "expression variables",
    "fallbackPrimTypes": "fallback prim types",
}
"""Fields that bring in other opinions, or give the ones that are there another meaning, by what they are called."""

_SPEC_KINDS: Final = (SpecKind.ATTRIBUTE, SpecKind.PRIM, SpecKind.PSEUDO_ROOT, SpecKind.RELATIONSHIP)


def guard_options(options: PopulateOptions) -> None:
    """Decline what needs a stage.

    Raises:
        Declined: a root prim, variant selections or a time code are asked for.
    """
    for asked, what in (
        (options.root not in (None, "/"), "a root prim is asked for"),
        (bool(options.variants), "variants are selected"),
        (options.time is not None, "a time code is asked for"),
    ):
        if asked:
            raise Declined(what)


def crate_bytes(path: Path) -> bytes:
    """The content of a crate file.

    Raises:
        Declined: the file is missing, cannot be read, is no crate, or differs from the layer in memory.
    """
    if path.suffix not in _SUFFIXES or not path.is_file():
        raise Declined("not a usdc file")
    require_unedited(path)
    try:
        with path.open("rb") as file:
            if not is_crate(file.read(8)):
                raise Declined("not a usdc file")
            file.seek(0)
            return file.read()
    except OSError as error:
        raise Declined(f"the file cannot be read: {error.strerror}") from None


def guard_arcs(fields: FieldTable) -> None:
    """Decline layers that the repeated reader may take, which reads the whole file again, before it is read whole here.

    Raises:
        Declined: a prim brings in others.
    """
    for name in ARC_FIELDS:
        if _is_used(fields, name):
            raise Declined(_ARCS[name])


def _is_used(fields: FieldTable, name: str) -> bool:
    token = fields.names.get(name)
    return token is not None and bool((fields.used & (fields.token == token)).any())


def guard_crate(crate: Crate, *, allowed: frozenset[str] = frozenset()) -> None:
    """Decline layers that bring in others, or whose opinions have other layers' rules.

    Args:
        crate: the layer.
        allowed: fields that do so and are understood all the same.

    Raises:
        Declined: the first such feature.
    """
    for name, what in _ARCS.items():
        if name not in allowed and _is_used(crate.fields, name):
            raise Declined(what)
    kinds = np.flatnonzero(np.bincount(crate.specs.kind, minlength=1))
    odd = [SpecKind(kind).name.lower().replace("_", " ") for kind in kinds.tolist() if kind not in _SPEC_KINDS]
    if odd:
        raise Declined(f"{odd[0]} specs")


def guard_layer(layer: Layer) -> None:
    """Decline names that OpenUSD would not take.

    Raises:
        Declined: a prim or property of an impossible name.
    """
    require_prim_names(layer.crate.tokens, layer.prims.name[1:])
    starts = [rows.start for rows in layer.properties.names.values()]
    require_property_names(layer.crate.tokens, layer.properties.token[starts])
