"""Damaged crate files: bytes changed anywhere, or inside a section's compressed blocks, which are then sound again."""

from __future__ import annotations

import struct
from random import Random

import pyarrow as pa

__all__ = ["mutated", "recompressed", "sections_of"]

CODEC = pa.Codec("lz4_raw")
EXTREMES = (0, 1, 2, 7, 0x7F, 0x80, 0xFF, 0xFFFF, 1 << 31, (1 << 32) - 1, 1 << 40, (1 << 63) - 1, (1 << 64) - 1)
HEADER_COUNTS = {"TOKENS": 2, "STRINGS": 1, "FIELDS": 1, "FIELDSETS": 1, "PATHS": 2, "SPECS": 1}
"""64-bit counts in front of each section's first compressed block; STRINGS has no block."""


def mutated(data: bytes, random: Random) -> bytes:
    """The file with one to three changes of any kind."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        change = random.choices((flip, overwrite, cut, splice, recompressed), (3, 3, 1, 1, 6))[0]
        data = change(data, random) if len(data) > 100 else flip(data, random)
    return data


def flip(data: bytes, random: Random) -> bytes:
    """A byte changed, most often near the start or the end, where the structure lies."""
    if not data:
        return data
    place = random.choice((random.randrange(len(data)), random.randrange(min(len(data), 200))))
    return data[:place] + bytes([random.randrange(256)]) + data[place + 1 :]


def overwrite(data: bytes, random: Random) -> bytes:
    """A number of 2, 4 or 8 bytes replaced by an extreme one, or by a slightly different one."""
    size = random.choice((2, 4, 8, 8))
    place = random.randrange(len(data) - size)
    old = int.from_bytes(data[place : place + size], "little")
    new = random.choice((*EXTREMES, old + 1, old - 1, old * 2, len(data), len(data) - 1, random.getrandbits(16)))
    return data[:place] + (new % (1 << 8 * size)).to_bytes(size, "little") + data[place + size :]


def cut(data: bytes, random: Random) -> bytes:
    """The end missing."""
    return data[: random.randrange(len(data))]


def splice(data: bytes, random: Random) -> bytes:
    """A piece of the file copied over another."""
    size = random.randrange(1, 64)
    source, target = (random.randrange(max(len(data) - size, 1)) for _ in range(2))
    return data[:target] + data[source : source + size] + data[target + size :]


def sections_of(data: bytes) -> dict[str, tuple[int, int]]:
    """(start, size) by section name, as far as the table of contents makes sense."""
    found = {}
    (start,) = struct.unpack_from("<q", data, 16)
    if not 0 <= start <= len(data) - 8:
        return {}
    (count,) = struct.unpack_from("<Q", data, start)
    for number in range(min(count, (len(data) - start - 8) // 32)):
        name, place, size = struct.unpack_from("<16sqq", data, start + 8 + 32 * number)
        text = name.rstrip(b"\0").decode("latin-1")
        if text in HEADER_COUNTS and place >= 0 and size >= 0 and place + size <= len(data):
            found[text] = (place, size)
    return found


def recompressed(data: bytes, random: Random) -> bytes:
    """A block of a section unpacked, changed and packed again, in a copy of the section at the end of the file."""
    sections = sections_of(data)
    if not sections:
        return flip(data, random)
    name = random.choice(sorted(sections))
    place, size = sections[name]
    section = _changed_section(data[place : place + size], name, random)
    sections[name] = (len(data), len(section))
    entries = [struct.pack("<16sqq", key.encode(), *where) for key, where in sections.items()]
    end = len(data) + len(section)
    contents = struct.pack("<Q", len(entries)) + b"".join(entries)
    return data[:16] + struct.pack("<q", end) + data[24:] + section + contents


def _changed_section(section: bytes, name: str, random: Random) -> bytes:
    """The section with one of its counts or blocks changed."""
    header = 8 * HEADER_COUNTS[name]
    blocks = _blocks(section[header:])
    if not blocks or random.random() < 0.15:
        return overwrite(section, random) if len(section) > 8 else section
    chosen = random.randrange(len(blocks))
    blocks[chosen] = _changed_block(blocks[chosen], random)
    return section[:header] + b"".join(struct.pack("<Q", len(block)) + block for block in blocks)


def _blocks(data: bytes) -> list[bytes]:
    found = []
    place = 0
    while place + 8 <= len(data):
        (size,) = struct.unpack_from("<Q", data, place)
        if place + 8 + size > len(data):
            break
        found.append(data[place + 8 : place + 8 + size])
        place += 8 + size
    return found


def _changed_block(block: bytes, random: Random) -> bytes:
    try:
        unpacked = bytes(CODEC.decompress(block[1:], _unpacked_size(block[1:])))
    except OSError:
        return flip(block, random)
    change = random.choice((flip, overwrite)) if len(unpacked) > 16 else flip
    return b"\0" + bytes(CODEC.compress(change(unpacked, random)))


def _unpacked_size(block: bytes) -> int:
    """Size of an unpacked block: the least for which unpacking succeeds."""
    low, high = 0, 255 * len(block) + 64
    while low < high:
        middle = (low + high) // 2
        try:
            CODEC.decompress(block, middle)
            high = middle
        except OSError:
            low = middle + 1
    return low
