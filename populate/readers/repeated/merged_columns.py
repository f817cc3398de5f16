"""Opinions of one column: the layer's own, the representatives' repeated, and those laid over them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from columnar.assembly import ColumnOpinions
from columnar.scene import numpy_values, taken, valid_mask
from populate.readers.repeated.copied_rows import ColumnParts, CopiedRows, Picked, RowCopier
from populate.readers.repeated.merged_targets import MergedTargets

__all__ = ["ColumnMerger"]

_Index = NDArray[np.int64]


@dataclass
class ColumnMerger:
    """Merges columns.

    Attributes:
        copier: works out where opinions go.
        targets: numbers of targets.
    """

    copier: RowCopier
    targets: MergedTargets
    _alike: dict[tuple[int, int], NDArray[np.uint8]] = field(default_factory=dict)

    def merged(self, parts: ColumnParts, *, relationship: bool) -> ColumnOpinions:
        """All opinions of a column, by final row.

        Args:
            parts: what there is, instances numbered alike.
            relationship: whether values are targets.
        """
        copied = self.copier.copied(parts)
        values = pa.concat_arrays([part.values for part in parts.pool])
        taken = self._retargeted(values, copied) if relationship else _taken(values, copied.places)
        return ColumnOpinions(copied.rows, copied.instances, self._states(parts, copied.places), taken)

    def _states(self, parts: ColumnParts, places: _Index) -> NDArray[np.uint8]:
        """(n,) states; the same array wherever all of as many are the same."""
        states = np.concatenate([part.states for part in parts.pool])
        if not len(states) or (states != states[0]).any():
            return states[places]
        key = int(states[0]), len(places)
        if key not in self._alike:
            self._alike[key] = np.full(len(places), states[0])
        return self._alike[key]

    def _retargeted(self, values: pa.Array, copied: CopiedRows) -> pa.Array:
        """Lists of targets with the numbers they have now."""
        lists = [values.take(pa.array(part.places)) for part in copied.parts]
        lengths = [_lengths(taken) for taken in lists]
        flats = [
            self._targets(part, numpy_values(taken.flatten()).astype(np.int64), counts)
            for part, taken, counts in zip(copied.parts, lists, lengths, strict=True)
        ]
        offsets = pa.array(np.concatenate([[0], np.cumsum(np.concatenate(lengths))]), pa.int32())
        absent = pa.concat_arrays([taken.is_null() for taken in lists]) if values.null_count else None
        found = pa.ListArray.from_arrays(offsets, pa.array(np.concatenate(flats)), type=values.type, mask=absent)
        return found if copied.order is None else found.take(pa.array(copied.order))

    def _targets(self, part: Picked, targets: _Index, counts: _Index) -> _Index:
        """The numbers that targets have now.

        Args:
            part: opinions.
            targets: their targets, as those who said it number them.
            counts: (n,) how many each opinion has.
        """
        if part.copy is not None:
            return self.targets.copied(part.block, np.repeat(part.copy, counts), targets)
        return self.targets.composed + targets if part.shared else targets


def _taken(values: pa.Array, places: _Index) -> pa.Array:
    """`values.take(places)`: numbers and lanes through numpy, texts as codes into those that differ."""
    kind = values.type
    if pa.types.is_string(kind):
        return values.dictionary_encode().take(pa.array(places))
    lanes = pa.types.is_fixed_size_list(kind)
    if not (lanes or pa.types.is_floating(kind) or pa.types.is_integer(kind)):
        return values.take(pa.array(places))
    numbers = taken(numpy_values(values), places)
    mask = None if not values.null_count else ~valid_mask(values)[places]
    if lanes:
        flat = pa.array(numbers.reshape(-1), kind.value_type)
        return pa.FixedSizeListArray.from_arrays(flat, type=kind, mask=None if mask is None else pa.array(mask))
    return pa.array(numbers, kind, mask=mask)


def _lengths(lists: pa.Array) -> _Index:
    return np.asarray(pc.fill_null(pc.list_value_length(lists), 0)).astype(np.int64)
