"""The tables of a crate file, made of the lines of a usda layer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from populate.readers.crate import Crate
from populate.readers.crate.file_bytes import FileBytes
from populate.readers.crate.specs import SpecKind, SpecTable
from populate.readers.crate.tokens import TokenTable
from populate.readers.crate.value_reps import INLINED, ValueType
from populate.readers.declined import Declined
from populate.readers.direct.properties import MOST_NAMES
from populate.readers.text.field_pool import FieldPool
from populate.readers.text.lines import ROOT, Lines
from populate.readers.text.list_edits import EDIT_KINDS, list_op
from populate.readers.text.metadata import Metadata, quoted
from populate.readers.text.nodes import Nodes
from populate.readers.text.pool import ValuePool
from populate.readers.text.values import value_reps

__all__ = ["crate_of"]

_VERSION: Final = (0, 8, 0)
_SPECIFIERS: Final = {"def": 0, "over": 1, "class": 2}


class _Run(NamedTuple):
    """Properties of one name and kind: prim nodes and places of field sets."""

    name: str
    kind: SpecKind
    nodes: NDArray[np.int32]
    sets: NDArray[np.int32]


def crate_of(lines: Lines) -> Crate:
    """The crate that holds the same layer; its prims do not list their children.

    Raises:
        Declined: a value, target or metadatum in a form that USD does not write, or a prim or property that is there
            twice.
    """
    if len(lines.attributes) + len(lines.relationships) > MOST_NAMES:
        raise Declined(f"more than {MOST_NAMES} names of properties")
    return _Tables(lines).crate()


class _Tables:
    """Tables under construction."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.pool = ValuePool()
        self.fields = FieldPool(self.pool)
        self.nodes = Nodes(lines)

    def crate(self) -> Crate:
        """All tables."""
        prim_sets = np.array([self._prim_set(prim) for prim in self.nodes.order], np.int32)
        runs = list(self._runs())
        paths = self.nodes.tree(self.pool, [(run.name, run.nodes) for run in runs])
        prims = len(prim_sets)
        kinds = [
            np.full(prims, SpecKind.PRIM, np.uint8),
            *(np.full(len(run.nodes), run.kind, np.uint8) for run in runs),
        ]
        kinds[0][ROOT] = SpecKind.PSEUDO_ROOT
        numbers = np.arange(len(paths), dtype=np.int32)
        properties = sum(len(run.nodes) for run in runs)
        return Crate(
            bytes=FileBytes(self.pool.data()),
            version=_VERSION,
            tokens=_token_table(self.pool),
            strings=np.arange(len(self.pool.tokens)),
            fields=self.fields.table(),
            paths=paths,
            specs=SpecTable(
                node=np.concatenate([numbers[:prims], numbers[len(paths) - properties :]]),
                fields=np.concatenate([prim_sets, *(run.sets for run in runs)]),
                kind=np.concatenate(kinds),
            ),
        )

    def _prim_set(self, prim: int) -> int:
        """Field set of one prim; nearly all share few."""
        lines, fields = self.lines, {}
        if prim != ROOT:
            fields["specifier"] = (ValueType.SPECIFIER | INLINED) << 48 | _SPECIFIERS[lines.specifiers[prim]]
        if lines.types[prim]:
            fields["typeName"] = self._token_rep(lines.types[prim])
        if prim in lines.metadata:
            fields |= self._metadata_fields(lines.metadata[prim])
        return self.fields.shared_set(fields)

    def _metadata_fields(self, metadata: Metadata) -> dict[str, int]:
        fields = {}
        if metadata.active is not None:
            fields["active"] = (ValueType.BOOL | INLINED) << 48 | metadata.active
        for name, number in metadata.units.items():
            fields[name] = ValueType.DOUBLE << 48 | self.pool.shared_place(np.array([number], "<f8").tobytes())
        for name, text in metadata.tokens.items():
            fields[name] = self._token_rep(text)
        if metadata.schemas:
            data = list_op(metadata.schemas, self.pool.token)
            fields["apiSchemas"] = ValueType.TOKEN_LIST_OP << 48 | self.pool.shared_place(data)
        return fields

    def _token_rep(self, text: str) -> int:
        return (ValueType.TOKEN | INLINED) << 48 | self.pool.token(text)

    def _runs(self) -> Iterator[_Run]:
        """The properties, those of one name one after the other."""
        types: dict[str, list[str]] = {name: [] for _, name in self.lines.attributes}
        for type_name, name in self.lines.attributes:
            types[name].append(type_name)
        for name in dict.fromkeys([*types, *self.lines.relationships]):
            runs = [self._attributes(type_name, name) for type_name in types.get(name, ())]
            if name in self.lines.relationships:
                runs.append(self._relationships(name))
            nodes = np.concatenate([run.nodes for run in runs])
            if len(np.unique(nodes)) < len(nodes):
                raise Declined(f"{name} stands on a prim twice")
            yield from runs

    def _attributes(self, type_name: str, name: str) -> _Run:
        found = self.lines.attributes[type_name, name]
        reps = value_reps(self.pool, type_name, name, found.values)
        type_field = self.fields.field("typeName", self._token_rep(type_name))
        columns = [np.full(len(reps), type_field, np.int32), self.fields.fields("default", reps)]
        return _Run(name, SpecKind.ATTRIBUTE, self.nodes.of_prim[found.prims], self.fields.sets(columns))

    def _relationships(self, name: str) -> _Run:
        found = self.lines.relationships[name]
        edits: dict[int, tuple[tuple[str, str], ...]] = {}
        strengths: dict[int, str] = {}
        for place, (prim, edit, targets) in enumerate(zip(found.prims, found.edits, found.targets, strict=True)):
            before = edits.get(prim, ())
            if len(before) == EDIT_KINDS:
                raise Declined("targets that are edited twice in one way")
            edits[prim] = (*before, (edit, targets)) if edit else before
            if place in found.strengths:
                strengths[prim] = found.strengths[place]
        known = {lists: self._target_rep(lists) for lists in dict.fromkeys(edits.values())}
        columns = [self.fields.fields("targetPaths", np.array([known[lists] for lists in edits.values()], np.uint64))]
        if strengths:
            reps = [self._token_rep(quoted(strengths[prim])) if prim in strengths else 0 for prim in edits]
            columns.append(self.fields.fields("bindMaterialAs", np.array(reps, np.uint64)))
        return _Run(name, SpecKind.RELATIONSHIP, self.nodes.of_prim[list(edits)], self.fields.sets(columns))

    def _target_rep(self, lists: Sequence[tuple[str, str]]) -> int:
        """Rep of the list op that the lines of one relationship make together, 0 for none."""
        if not lists:
            return 0
        targets = {edit: _target_texts(text) for edit, text in lists}
        if len(targets) < len(lists):
            raise Declined("targets that are edited twice in one way")
        return ValueType.PATH_LIST_OP << 48 | self.pool.shared_place(list_op(targets, self.nodes.of_target))


def _target_texts(targets: str) -> Sequence[str]:
    if targets == "None":
        return ()
    return targets[1:-1].split(", ") if targets[0] == "[" else (targets,)


def _token_table(pool: ValuePool) -> TokenTable:
    texts = [text.encode() for text in pool.tokens]
    ends = np.cumsum([len(text) + 1 for text in texts], dtype=np.int64) - 1
    return TokenTable(memoryview(b"\0".join(texts) + b"\0"), ends)
