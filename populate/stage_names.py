"""File names that OpenUSD can take."""

from __future__ import annotations

from pathlib import Path

from populate.errors import PopulateError

__all__ = ["require_usd_name"]


def require_usd_name(path: str | Path) -> None:
    """Refuse a file that OpenUSD cannot name.

    Raises:
        PopulateError: the name is not UTF-8.
    """
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise PopulateError(f"{str(path)!r}: its name is not UTF-8, as OpenUSD needs it; rename the file") from None
