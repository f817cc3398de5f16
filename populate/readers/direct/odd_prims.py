"""Reports on prims whose type or API schemas nobody declares."""

from __future__ import annotations

from functools import cmp_to_key
from typing import Final

import numpy as np
from numpy.typing import NDArray

from columnar.scene import ReportCode
from populate.readers.declined import Declined
from populate.readers.direct.kinds import KindTable
from populate.readers.direct.reading import Reading
from populate.readers.report_texts import is_unknown_schema, is_unknown_type

__all__ = ["report_unknown_schemas", "report_unknown_types"]

_PHYSICS_PREFIXES: Final = ("Physics", "Physx", "Newton", "Mjc")


def report_unknown_schemas(reading: Reading, kinds: KindTable, full: NDArray[np.int64]) -> None:
    """Report API schemas, on selected prims, that neither a known schema nor a component declares."""
    kind_of = kinds.of_prim[full]
    for number in np.unique(kind_of).tolist():
        for name in kinds.kinds[number].full.unregistered:
            if name.partition(":")[0] not in reading.contract.components:
                reading.report(full[kind_of == number], None, ReportCode.UNKNOWN_SCHEMA, is_unknown_schema(name))


def report_unknown_types(reading: Reading, kinds: KindTable) -> None:
    """Report prims of unknown types that carry physics properties or are named like physics.

    Raises:
        Declined: such prims in a layer that orders properties by hand; the report names the first few of them.
    """
    layer = reading.layer
    unknown = np.flatnonzero(layer.prims.walked & kinds.flags(lambda kind: not kind.known))
    if not len(unknown):
        return
    if "propertyOrder" in layer.prims.fields:
        raise Declined("an order of properties on a layer with unknown prim types")
    carried = _carried(reading, unknown)
    texts: dict[int, str] = {}
    for prim in unknown.tolist():
        prim_type = kinds.kinds[kinds.of_prim[prim]].prim_type
        names = carried.get(prim, [])
        if names or prim_type.startswith(_PHYSICS_PREFIXES):
            texts[prim] = is_unknown_type(prim_type, names)
    reading.report(np.array(list(texts), np.int64), None, ReportCode.UNKNOWN_TYPE, list(texts.values()))


def _carried(reading: Reading, unknown: NDArray[np.int64]) -> dict[int, list[str]]:
    """Physics properties by prim, in the order in which OpenUSD lists them."""
    from pxr import Tf  # Only stages with unknown types need it.

    is_unknown = np.zeros(len(reading.layer.prims), np.bool_)
    is_unknown[unknown] = True
    found: dict[int, list[str]] = {}
    names = [
        name
        for name in reading.layer.properties.names
        if reading.contract.match_property(name) or reading.contract.keeps_property(name)
    ]
    for name in sorted(names, key=cmp_to_key(Tf.DictionaryStrcmp)):
        prims = reading.layer.properties.run(name).prim
        for prim in prims[is_unknown[prims]].tolist():
            found.setdefault(prim, []).append(name)
    return found
