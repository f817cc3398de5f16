"""Opening scene files: mapped and believed, or read and checked."""

from __future__ import annotations

import os
import warnings

import pyarrow as pa

from columnar.file.conforming import compare_schemas, conform
from columnar.file.decompressed import decompressed_size
from columnar.file.footer import Footer, read_footer
from columnar.file.header import Header, read_header
from columnar.file.migrations import migrate
from columnar.file.problems import Problem, SceneFileError, SceneFileWarning
from columnar.file.source import SIZE_LIMIT, read_source
from columnar.file.validation import buffer_problems, scene_problems
from columnar.scene import Scene
from schemas.contract import Contract, load_contract

__all__ = ["open_scene", "open_scenes", "validate_file"]

_DAMAGED = "copy or download it again"

_SMALL = 2**22
"""Packed files up to this size are decompressed faster by one thread than by several."""


def open_scene(
    path: str | os.PathLike[str],
    row: int = 0,
    trusted: bool = False,
    *,
    size_limit: int = SIZE_LIMIT,
    contract: Contract | None = None,
) -> Scene:
    """A scene of a file.

    By default nothing in the file is believed: it is read into memory and validated as a whole before anything else
    looks at it. With `trusted` only its versions and columns are checked and the memory is mapped: columns are read
    from the disk when they are used. Trust files that you wrote yourself and that nobody overwrites in place (saving a
    scene does not; it moves a new file over the old one). Packed files open either way, always into memory.

    Args:
        path: a file that `populate` or `save_scene` wrote.
        row: which of the file's scenes, from 0.
        trusted: skip validation and map the file.
        size_limit: most bytes of memory an untrusted file may take, decompressed.
        contract: the contract to read the file under; by default the shipped one.

    Files of another contract of the same major version open too: what an older one did not have yet is absent, what a
    newer one has in addition is left out with a `SceneFileWarning`.

    Raises:
        SceneFileError: no such file or scene, no scene file, a format or contract that cannot be read, damage. Its
            `problems` hold everything that was found.
    """
    contract = contract or load_contract()
    batch = _load(path, trusted, size_limit, contract)
    if not 0 <= row < batch.num_rows:
        raise SceneFileError(path, Problem("", f"has no scene {row}", f"a number from 0 to {batch.num_rows - 1}"))
    if not trusted:
        _raise_any(path, scene_problems(batch, contract, [row]))
    return Scene(batch, row=row, contract=contract)


def open_scenes(
    path: str | os.PathLike[str],
    *,
    trusted: bool = False,
    size_limit: int = SIZE_LIMIT,
    contract: Contract | None = None,
) -> tuple[Scene, ...]:
    """Every scene of a file; arguments and errors are those of `open_scene`."""
    contract = contract or load_contract()
    batch = _load(path, trusted, size_limit, contract)
    if not trusted:
        _raise_any(path, scene_problems(batch, contract))
    return tuple(Scene(batch, row=row, contract=contract) for row in range(batch.num_rows))


def validate_file(
    path: str | os.PathLike[str], *, size_limit: int = SIZE_LIMIT, contract: Contract | None = None
) -> list[Problem]:
    """Everything that keeps a file from being opened, over all its scenes; nothing for a sound one."""
    try:
        open_scenes(path, size_limit=size_limit, contract=contract)
    except SceneFileError as error:
        return list(error.problems)
    return []


def _load(path: str | os.PathLike[str], trusted: bool, size_limit: int, contract: Contract) -> pa.RecordBatch:
    """The file's record batch with the contract's columns; buffers validated unless trusted."""
    buffer = read_source(path, trusted=trusted, size_limit=size_limit)
    try:
        footer = read_footer(buffer)
        known_schema = footer.has_schema_of(contract)
        if not trusted:
            _raise_any(path, _memory_problems(buffer, footer, size_limit))
        reader = pa.ipc.open_file(buffer, options=pa.ipc.IpcReadOptions(use_threads=buffer.size > _SMALL))
        header = read_header(reader.schema, contract)
        if isinstance(header, Problem):
            raise SceneFileError(path, header)
        if reader.num_record_batches != 1:
            found = f"has {reader.num_record_batches} record batches"
            raise SceneFileError(path, Problem("", found, "one, with a row for each scene", _DAMAGED))
        batch = reader.get_batch(0)
    except IndexError:
        raise SceneFileError(path, _damage("its metadata points outside the file")) from None
    except (pa.ArrowException, OSError, MemoryError) as error:
        raise SceneFileError(path, _damage(str(error) or type(error).__name__)) from None
    if not trusted:
        _raise_any(path, buffer_problems(batch))
    if not batch.num_rows:
        raise SceneFileError(path, Problem("", "holds no scene", "at least one row", "populate a stage"))
    return batch if known_schema else _conformed(path, batch, header, contract)


def _memory_problems(buffer: pa.Buffer, footer: Footer, size_limit: int) -> list[Problem]:
    try:
        size = decompressed_size(buffer, footer)
    except ValueError as error:
        return [_damage(str(error))]
    if size <= size_limit:
        return []
    remedy = "raise size_limit if you know where it is from"
    return [Problem("", f"decompresses to {size} bytes", f"at most {size_limit}", remedy)]


def _conformed(
    path: str | os.PathLike[str], batch: pa.RecordBatch, header: Header, contract: Contract
) -> pa.RecordBatch:
    try:
        batch = migrate(batch, header.format_version, contract.settings.format_version)
    except LookupError as error:
        raise SceneFileError(path, Problem("", f"is too old: {error}", "", "populate the stage again")) from None
    differences = compare_schemas(batch.schema, contract)
    _raise_any(path, differences.judge(header.contract_version, header.own_version))
    if differences.added:
        left_out = ", ".join(differences.added)
        warnings.warn(
            f"{os.fspath(path)}: written under a newer contract; left out: {left_out}; upgrade arrowstage to see it",
            SceneFileWarning,
            stacklevel=4,
        )
    return batch if differences.none else conform(batch, contract)


def _damage(what: str) -> Problem:
    return Problem("", f"is damaged: {what.splitlines()[0]}", "", _DAMAGED)


def _raise_any(path: str | os.PathLike[str], problems: list[Problem]) -> None:
    if problems:
        raise SceneFileError(path, problems)
