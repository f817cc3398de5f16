"""Opens mutated copies of a scene file, in a process of its own because a crash would take the tests along.

Usage: `mutation_worker.py FILE COUNT SEED`. Prints how many copies were refused and how many opened; whatever is not a
`SceneFileError` ends it with a traceback.
"""

from __future__ import annotations

import random
import struct
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

from columnar.file import SceneFileError, open_scene
from columnar.scene import cells


def flip(content: bytearray, start: int, end: int, rng: random.Random) -> None:
    """One to eight random bytes."""
    for _ in range(rng.randint(1, 8)):
        content[rng.randrange(start, end)] = rng.randrange(256)


def flip_bit(content: bytearray, start: int, end: int, rng: random.Random) -> None:
    """A single bit, the mutation that checks find hardest."""
    content[rng.randrange(start, end)] ^= 1 << rng.randrange(8)


def extreme(content: bytearray, start: int, end: int, rng: random.Random) -> None:
    """An aligned number replaced by one at the edge of its range."""
    at = rng.randrange(start, end - 8) // 4 * 4
    content[at : at + 4] = struct.pack("<i", rng.choice([0, 1, -1, 2**31 - 1, -(2**31), 2**16, 2**24]))


def copy(content: bytearray, start: int, end: int, rng: random.Random) -> None:
    """A piece of the file over another one."""
    size = rng.choice([4, 8, 16, 64, 256])
    source, target = rng.randrange(start, end - size), rng.randrange(start, end - size)
    content[target : target + size] = content[source : source + size]


def truncate(content: bytearray, start: int, end: int, rng: random.Random) -> None:
    """The end cut off, with a new trailer so that it is not found out at once."""
    trailer = content[-10:]
    del content[rng.randrange(start, end) :]
    content += trailer


MUTATIONS: list[Callable[[bytearray, int, int, random.Random], None]] = [flip, flip, flip_bit, extreme, copy, truncate]


def regions(content: bytes) -> list[tuple[int, int]]:
    """Parts of the file to mutate: the schema, dictionaries and data (three times as often), the footer, all."""
    (schema,) = struct.unpack_from("<i", content, 12)
    (footer,) = struct.unpack_from("<i", content, len(content) - 10)
    data = (16 + schema, len(content) - 10 - footer)
    return [(8, 16 + schema), data, data, data, (len(content) - 10 - footer, len(content)), (0, len(content))]


def main(file: Path, count: int, seed: int) -> None:
    """Open `count` mutations."""
    warnings.simplefilter("ignore")
    rng = random.Random(seed)
    original = file.read_bytes()
    places = regions(original)
    target = file.with_suffix(".mutated")
    refused = opened = 0
    for _ in range(count):
        content = bytearray(original)
        rng.choice(MUTATIONS)(content, *rng.choice(places), rng)
        target.write_bytes(content)
        try:
            scene = open_scene(target)
        except SceneFileError:
            refused += 1
        else:
            cells(scene)
            opened += 1
    print(refused, opened)  # noqa: T201


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
