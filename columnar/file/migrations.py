"""From older file formats to the present one, a step per version.

A migration takes a record batch of its format version, as it was read and found well-formed by Arrow, and returns one
of the next version. Added columns and components need none: they come back as absent cells and unpopulated tables
(see `columnar.file.conforming`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pyarrow as pa

__all__ = ["MIGRATIONS", "Migration", "migrate"]

Migration = Callable[[pa.RecordBatch], pa.RecordBatch]

MIGRATIONS: Mapping[int, Migration] = {}
"""By the version they start from; the present format is version 1, so there are none yet."""


def migrate(
    batch: pa.RecordBatch, version: int, wanted: int, *, migrations: Mapping[int, Migration] = MIGRATIONS
) -> pa.RecordBatch:
    """The batch in the wanted format version.

    Args:
        batch: as read from the file.
        version: the file's format version.
        wanted: the format version to arrive at, not below `version`.
        migrations: steps by the version they start from.

    Raises:
        LookupError: no step leads on from a version; the message names it.
    """
    for step in range(version, wanted):
        if step not in migrations:
            raise LookupError(f"no migration leads from format {step} to format {step + 1}")
        batch = migrations[step](batch)
    return batch
