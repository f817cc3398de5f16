"""Mutated usda files through the text reader: each is declined, or read as the composed reader reads it.

Run alone for longer: `python -m tests.populate.readers.text.text_fuzz --count 20000`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from pxr import Tf

from populate import PopulateError
from populate.readers.declined import Declined
from tests.populate.readers.direct.reader_equality import assert_equal_opinions, composed
from tests.populate.readers.text.text_layers import drawn_text, read_text

__all__ = ["main"]

SEED_FILES = 30
REPORTED = 1000
SLOWEST = 10.0
"""CPU time [s] that reading may take."""

PIECES = (
    *"()[]{}<>\"'@,.:=#-+ \n\t\\/01é\0\r",
    *("e5", "inf", "nan", "-inf", "None", "true", '"""', "rel ", "custom ", "uniform ", "prepend ", "delete "),
    *("def ", "over ", ".timeSamples", ".connect", "apiSchemas", "references", "float", "token[]"),
)


def main() -> int:
    """Read `--count` mutated files; the exit code says whether all ended well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = [drawn_text(folder / f"d{n}.usda", n, prims=6).read_text(encoding="utf-8") for n in range(SEED_FILES)]
        for number in range(arguments.count):
            random = Random(f"{arguments.seed}-{number}")
            text = mutated(random.choice(sources), random)
            outcome = outcome_of(text, folder / f"m{number}.usda")
            outcomes[outcome] += 1
            if outcome not in ("read", "declined"):
                kept = Path(tempfile.gettempdir()) / f"text_mutation_{arguments.seed}_{number}.usda"
                kept.write_bytes(text.encode())
                sys.stderr.write(f"{outcome}: kept as {kept}\n")
            if (number + 1) % REPORTED == 0:
                sys.stderr.write(f"{number + 1}: {dict(outcomes)}\n")
    sys.stdout.write(f"{dict(outcomes)}\n")
    return int(bool(outcomes.keys() - {"read", "declined"}))


def mutated(text: str, random: Random) -> str:
    """The text with one or two changes."""
    for _ in range(random.choice((1, 1, 2))):
        text = random.choice(CHANGES)(text, random)
    return text


def _change_character(text: str, random: Random) -> str:
    place = random.randrange(len(text))
    return text[:place] + random.choice(PIECES) + text[place + random.randint(0, 2) :]


def _remove_line(text: str, random: Random) -> str:
    lines = text.split("\n")
    del lines[random.randrange(len(lines))]
    return "\n".join(lines)


def _copy_line(text: str, random: Random) -> str:
    lines = text.split("\n")
    lines.insert(random.randrange(len(lines)), random.choice(lines))
    return "\n".join(lines)


def _change_number(text: str, random: Random) -> str:
    places = [place for place, character in enumerate(text) if character.isdigit()]
    place = random.choice(places)
    return text[:place] + random.choice(("9" * 12, "-", ".", "e3", "0", "inf", "1.5", "")) + text[place + 1 :]


CHANGES: tuple[Callable[[str, Random], str], ...] = (_change_character, _remove_line, _copy_line, _change_number)


def outcome_of(text: str, file: Path) -> str:
    """What becomes of a text: "read", "declined", or what went wrong."""
    file.write_bytes(text.encode())
    start = time.process_time()
    try:
        found = read_text(file)
    except Declined:
        return "declined" if time.process_time() - start < SLOWEST else "slow"
    except Exception as error:  # noqa: BLE001
        traceback.print_exc(limit=-3)
        return type(error).__name__
    try:
        assert_equal_opinions(file, found, composed(file))
    except (Tf.ErrorException, PopulateError):
        return "read what OpenUSD refuses"
    except AssertionError:
        return "read differently"
    finally:
        file.unlink()
    return "read"


if __name__ == "__main__":
    sys.exit(main())
