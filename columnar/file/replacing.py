"""Writing a file so that the target is either as it was or complete."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa

from columnar.file.problems import Problem, SceneFileError

__all__ = ["replacing", "require_writable"]

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of `path` when the block ends well.

    The content goes to a temporary file in the same folder, reaches the disk, and is then moved over the target, so a
    reader that has the old file mapped keeps it. Whatever fails, the target stays as it was and the temporary file is
    removed. A symbolic link stays a link; the file it leads to is replaced, and keeps its permissions.

    Raises:
        SceneFileError: the target cannot be written.
    """
    target, mode = _target(path)
    temporary = target.with_name(f".{os.urandom(8).hex()}.tmp")
    try:
        with os.fdopen(os.open(temporary, _NEW_FILE, 0o666), "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if mode is not None:
            temporary.chmod(mode)
        temporary.replace(target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError | pa.ArrowException):
            raise SceneFileError(path, Problem("", f"cannot be written: {_reason(error)}", "", _REMEDY)) from None
        raise
    _sync_folder(target.parent)


def require_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a target that `replacing` would refuse, before the work that would go into it.

    Raises:
        SceneFileError: the target is no regular file, is read-only, or its folder does not exist or takes no files.
    """
    _target(path)


_REMEDY = "choose a target that can be written"


def _target(path: str | os.PathLike[str]) -> tuple[Path, int | None]:
    """The file that is to be written, links followed, and its permission bits if it exists."""
    target = _resolved(path)
    return target, _mode(path, target)


def _resolved(path: str | os.PathLike[str]) -> Path:
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, a name with a null character
        raise SceneFileError(path, Problem("", f"cannot be written: {_reason(error)}", "", _REMEDY)) from None


def _mode(path: str | os.PathLike[str], target: Path) -> int | None:
    """Permission bits of the existing target, None if there is none yet."""
    if not target.parent.is_dir():
        found = "cannot be written: its folder does not exist"
        raise SceneFileError(path, Problem("", found, "", f"create {target.parent}"))
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise SceneFileError(path, Problem("", "cannot be written: its folder takes no files", "", _REMEDY))
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SceneFileError(path, Problem("", f"cannot be written: {_reason(error)}", "", _REMEDY)) from None
    if not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "no regular file"
        raise SceneFileError(path, Problem("", f"cannot be written: it is {kind}", "a file name", _REMEDY))
    if not os.access(target, os.W_OK):
        raise SceneFileError(path, Problem("", "cannot be written: it is read-only", "", _REMEDY))
    return stat.S_IMODE(mode)


def _reason(error: BaseException) -> str:
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text.splitlines()[0] if text else type(error).__name__


def _sync_folder(folder: Path) -> None:
    """Make the move itself durable, where the system lets folders be synced."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
