"""Finding links and joints by name: the whole name, or the last part of a path where only one has it."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

__all__ = ["find_name"]


def find_name(names: Sequence[str], asked: str | int, what: str) -> int:
    """Index of a name.

    Args:
        names: all of them.
        asked: a name, the last part of one, or an index, negative ones counted from the end.
        what: "link" or "joint", for the message.

    Raises:
        KeyError: no such name, or several that end so.
        IndexError: no such index.
    """
    if isinstance(asked, int):
        if not -len(names) <= asked < len(names):
            raise IndexError(f"{what} {asked} of {len(names)}")
        return asked % len(names)
    if asked in names:
        return list(names).index(asked)
    ending = [index for index, name in enumerate(names) if name.rsplit("/", 1)[-1] == asked]
    if len(ending) == 1:
        return ending[0]
    if ending:
        raise KeyError(f"{len(ending)} {what}s end in {asked!r}: {', '.join(names[index] for index in ending)}")
    close = get_close_matches(asked, [*names, *(name.rsplit("/", 1)[-1] for name in names)], 3)
    hint = f"; did you mean {' or '.join(map(repr, dict.fromkeys(close)))}?" if close else ""
    raise KeyError(f"no {what} {asked!r}{hint}")
