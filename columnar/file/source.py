"""The bytes of a scene file: mapped where the file is trusted, read into memory where it is not."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pyarrow as pa

from columnar.file.problems import Problem, SceneFileError

__all__ = ["SIZE_LIMIT", "read_source"]

SIZE_LIMIT = 4 * 2**30
"""Most bytes an untrusted file may take in memory unless the caller says otherwise, after decompression: 4 GiB."""

_MAGIC = b"ARROW1"
_TRAILER = 4 + len(_MAGIC)

_OTHERS = (
    (b"PXR-USDC", "is a USD crate file", "populate it first"),
    (b"#usda", "is a USD text file", "populate it first"),
    (b"PK\x03\x04", "is a zip archive (a .usdz is one)", "populate it first if it is a stage"),
    (b"PAR1", "is a Parquet file", "open the scene file it was exported from"),
    (b"\xff\xff\xff\xff", "is an Arrow stream", "write it as an Arrow file"),
    (b"FEA1", "is a Feather version 1 file", "open the scene file itself"),
)


def read_source(path: str | os.PathLike[str], *, trusted: bool, size_limit: int = SIZE_LIMIT) -> pa.Buffer:
    """The whole file as one buffer that begins and ends as an Arrow file does.

    Args:
        path: the file.
        trusted: map it instead of reading it. Another process that changes or truncates a mapped file changes, or ends,
            this one; so only files that nobody overwrites in place may be trusted.
        size_limit: most bytes that are read; a mapped file may be larger.

    Raises:
        SceneFileError: there is no such file, it cannot be read, is too large, or is no complete Arrow file.
    """
    try:
        found = Path(path).stat()
        if not stat.S_ISREG(found.st_mode):
            kind = "a folder" if stat.S_ISDIR(found.st_mode) else "no regular file"
            raise SceneFileError(path, Problem("", f"is {kind}", "a scene file"))
        if found.st_size > size_limit and not trusted:
            raise SceneFileError(path, _too_large(found.st_size, size_limit))
        buffer = _bytes(path, found.st_size, trusted)
    except FileNotFoundError:
        raise SceneFileError(path, Problem("", "no such file")) from None
    except OSError as error:
        raise SceneFileError(path, Problem("", f"cannot be read: {error.strerror or error}")) from None
    except ValueError as error:  # a name with a null character
        if isinstance(error, SceneFileError):
            raise
        raise SceneFileError(path, Problem("", f"cannot be read: {error}")) from None
    problem = _not_arrow(buffer)
    if problem is not None:
        raise SceneFileError(path, problem)
    return buffer


def _too_large(size: int, size_limit: int) -> Problem:
    remedy = "raise size_limit if you know where it is from"
    return Problem("", f"is {size} bytes large", f"at most {size_limit}", remedy)


def _bytes(path: str | os.PathLike[str], size: int, trusted: bool) -> pa.Buffer:
    if not size:
        return pa.py_buffer(b"")
    if trusted:
        return pa.memory_map(os.fspath(path)).read_buffer()
    with pa.OSFile(os.fspath(path)) as file:
        return file.read_buffer(size)


def _not_arrow(buffer: pa.Buffer) -> Problem | None:
    head = buffer[:8].to_pybytes()
    if not head:
        return Problem("", "is empty", "an Arrow file")
    if not head.startswith(_MAGIC):
        for magic, what, remedy in _OTHERS:
            if head.startswith(magic):
                return Problem("", f"is no Arrow file: it {what}", "", remedy)
        return Problem("", "is no Arrow file", "a scene file as `arrowstage populate` writes it")
    if buffer.size < len(_MAGIC) + _TRAILER or buffer[buffer.size - len(_MAGIC) :].to_pybytes() != _MAGIC:
        return Problem("", "is truncated: the end of the file is missing", "", "copy or download it again")
    return None
