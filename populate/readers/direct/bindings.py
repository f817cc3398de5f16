"""Physics material bindings, resolved over the hierarchy as OpenUSD's UsdShade does for one layer."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from columnar.assembly import OpinionState, plain_type
from populate.diagnostics import catch_warnings_of_usd
from populate.readers.crate.paths import NO_NODE
from populate.readers.crate.value_reps import INLINED, ValueType, low_words, type_codes
from populate.readers.declined import Declined
from populate.readers.direct.kinds import KindTable
from populate.readers.direct.layer import Layer
from populate.readers.direct.opinion_columns import Piece
from populate.readers.direct.prims import NO_PRIM
from populate.readers.direct.reading import Reading
from populate.readers.direct.relationships import relationship_targets, target_lists
from populate.readers.direct.roles import Roles
from populate.readers.placement import PHYSICS_BINDING, PrimKind, RowRole
from schemas.contract import Contract

__all__ = ["read_own_bindings", "write_bindings"]

_COMPONENT: Final = "MaterialBindingAPI"
_ALL_PURPOSES: Final = "material:binding"
_COLLECTIONS: Final = "material:binding:collection"
_STRONGER: Final = "strongerThanDescendants"

_Prims = NDArray[np.int32]
_Nodes = NDArray[np.int32]


def read_own_bindings(reading: Reading, roles: Roles) -> None:
    """Read the physics bindings that alone got their prims a row."""
    run = reading.layer.properties.run(PHYSICS_BINDING).relationships
    found = relationship_targets(reading.layer, run.take(roles[run.prim] == RowRole.BINDING))
    component = reading.contract.component(_COMPONENT)
    sink = reading.slots.sink(component, component.column_by_name[PHYSICS_BINDING])
    values = target_lists(found.counts, reading.targets.add(found.nodes), plain_type(sink.column))
    reading.columns.add(sink, Piece(found.prim, reading.slots.instance(None), OpinionState.AUTHORED, values))


def write_bindings(reading: Reading, kinds: KindTable, selected: NDArray[np.int64]) -> None:
    """Write the resolved physics material of colliders and bodies over whatever they author themselves.

    Args:
        reading: takes the cells.
        kinds: kinds of the prims.
        selected: prims with a row.

    Raises:
        Declined: bindings of collections, or attributes under the name of a binding.
    """
    layer = reading.layer
    wanted = selected[kinds.flags(lambda kind: kind.collider or kind.body)[selected]]
    material = kinds.flags(lambda kind: kind.material)
    if not len(wanted) or not (material & layer.prims.exists).any():
        return
    _guard(layer)
    bound = _bound_materials(layer, kinds, reading.contract)[wanted]
    physical = (bound != NO_PRIM) & material[bound]
    _write(reading, wanted[physical].astype(np.int32), bound[physical])


def _guard(layer: Layer) -> None:
    if any(name.startswith(_COLLECTIONS) for name in layer.properties.names):
        raise Declined("material bindings of collections")
    for name in (PHYSICS_BINDING, _ALL_PURPOSES):
        if not layer.properties.run(name).relationship.all():
            raise Declined(f"an attribute under the name {name}")


def _bound_materials(layer: Layer, kinds: KindTable, contract: Contract) -> _Prims:
    """(p,) the material bound to each prim, `NO_PRIM` for none: for physics if there is one, else for all purposes.

    A binding counts as soon as it names one prim. If that is no material, or is not there, nothing is bound: OpenUSD
    does not look any further. A prim's own binding for all purposes counts only where it has none for physics.
    """
    physics, physics_strong = _direct_bindings(layer, PHYSICS_BINDING)
    other, other_strong = _direct_bindings(layer, _ALL_PURPOSES)
    other[physics != NO_NODE] = NO_NODE
    for_physics = _inherited(layer, physics, physics_strong)
    node = np.where(for_physics != NO_NODE, for_physics, _inherited(layer, other, other_strong))
    prim = np.where(node != NO_NODE, layer.prims.of_node[node], NO_PRIM)
    found = (prim != NO_PRIM) & layer.prims.exists[prim] & kinds.flags(lambda kind: _is_material(kind, contract))[prim]
    return np.where(found, prim, NO_PRIM)


def _direct_bindings(layer: Layer, name: str) -> tuple[_Nodes, NDArray[np.bool_]]:
    """(p,) the one node that each prim's own binding names, and whether it overrules the bindings of descendants."""
    run = layer.properties.run(name).relationships
    node, strong = np.full(len(layer.prims), NO_NODE, np.int32), np.zeros(len(layer.prims), np.bool_)
    strong[run.prim[_overrules(layer, run.fields)]] = True
    targets = relationship_targets(layer, run)
    if layer.crate.paths.is_property[targets.nodes].any():
        raise Declined(f"{name} that names another property")
    single = targets.counts == 1
    node[targets.prim[single]] = targets.nodes[np.repeat(single, targets.counts)]
    return node, strong


def _overrules(layer: Layer, starts: NDArray[np.int32]) -> NDArray[np.bool_]:
    (reps,) = layer.field_reps(starts, ("bindMaterialAs",))
    present = reps != 0
    if (type_codes(reps[present]) != ValueType.TOKEN | INLINED).any():
        raise Declined("a binding strength of an unexpected type")
    words = low_words(reps)
    strong = [w for w in np.unique(words[present]).tolist() if layer.crate.tokens.texts([w])[0] == _STRONGER]
    overrules: NDArray[np.bool_] = present & np.isin(words, strong)
    return overrules


def _is_material(kind: PrimKind, contract: Contract) -> bool:
    """Whether a kind's type is a material for OpenUSD: `Material` or a registered type derived from it."""
    if kind.known:
        return contract.is_a(kind.prim_type, "Material")
    from pxr import Usd, UsdShade  # Somebody's plug-in may declare the type.

    catch_warnings_of_usd()

    registry = Usd.SchemaRegistry()
    if not registry.FindConcretePrimDefinition(kind.prim_type):
        return False
    return bool(Usd.SchemaRegistry.GetTypeFromSchemaTypeName(kind.prim_type).IsA(UsdShade.Material))


def _inherited(layer: Layer, binding: _Nodes, strong: NDArray[np.bool_]) -> _Nodes:
    """The binding that wins for each prim: its nearest, unless one further up overrules, the topmost of those first.

    `overruled` is what a binding found below a prim is replaced by on the way up from it.
    """
    prims = layer.prims
    bound = binding != NO_NODE
    if not bound.any():
        return binding
    winner, overruled = (np.full(len(prims), NO_NODE, np.int32) for _ in range(2))
    for level in prims.levels[1:]:
        above, own = overruled[prims.parent[level]], bound[level]
        nearest = np.where(own, binding[level], winner[prims.parent[level]])
        winner[level] = np.where(own & (above != NO_NODE), above, nearest)
        overruled[level] = np.where((above == NO_NODE) & own & strong[level], binding[level], above)
    return winner


def _write(reading: Reading, prims: _Prims, bound: _Prims) -> None:
    """Lay resolved bindings over authored ones: what already names the same material alone stays authored."""
    component = reading.contract.component(_COMPONENT)
    sink = reading.slots.sink(component, component.column_by_name[PHYSICS_BINDING])
    targets = reading.targets.add(reading.layer.prims.node[bound])
    target_of = np.full(len(reading.layer.prims), -1, np.int64)
    target_of[prims] = targets
    kind = plain_type(sink.column)
    pieces = reading.columns.of(sink)
    for place, piece in enumerate(pieces):
        pieces[place] = _left_authored(piece, target_of)
    instance = reading.slots.instance(None)
    rest = np.flatnonzero(target_of >= 0).astype(np.int32)
    values = target_lists(np.ones(len(rest), np.int64), target_of[rest], kind)
    reading.columns.add(sink, Piece(rest, instance, OpinionState.COMPUTED, values))


def _left_authored(piece: Piece, target_of: NDArray[np.int64]) -> Piece:
    """The part of authored bindings that stays; `target_of` keeps only the prims to be written."""
    wanted = target_of[piece.prim]
    same = np.zeros(len(piece.prim), np.bool_)
    if piece.values is not None:
        counts = np.asarray(piece.values.value_lengths().fill_null(0))
        single = counts == 1
        same[single] = np.asarray(piece.values.flatten())[np.repeat(single, counts)] == wanted[single]
    target_of[piece.prim[same]] = -1
    stays = same | (wanted < 0)
    values = None if piece.values is None else piece.values.filter(stays)
    return Piece(piece.prim[stays], piece.instance, piece.state, values)
