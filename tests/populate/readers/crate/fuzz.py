"""Mutated crate files through the direct reader: each is read, declined or refused, in bounded time and memory.

Run alone for longer: `python -m tests.populate.readers.crate.fuzz --count 300000`.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from columnar.assembly import assemble
from populate.readers import PopulateOptions
from populate.readers.crate import CrateError
from populate.readers.declined import Declined
from populate.readers.direct import DirectReader
from schemas.contract import load_contract
from tests.populate.readers.crate.mutations import mutated
from tests.populate.readers.direct.drawn_layers import draw_layer

__all__ = ["main"]

SEED_FILES = 40
REPORTED = 10_000
"""Mutations after which the count so far is written to standard error."""

MEMORY = 6 << 30
"""Address space [bytes] the process may take; the libraries themselves take about two of it."""

SLOWEST = 10.0
"""CPU time [s] a mutation may take; an ordinary one takes a few milliseconds."""


def main() -> int:
    """Read `--count` mutated files; the exit code says whether all ended well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number, data in files(arguments.count, arguments.seed, Path(folder)):
            outcome = outcome_of(data, Path(folder))
            outcomes[outcome] += 1
            if (number + 1) % REPORTED == 0:
                sys.stderr.write(f"{number + 1}: {dict(outcomes)}\n")
            if outcome not in ("read", "declined", "refused"):
                kept = Path(tempfile.gettempdir()) / f"mutation_{arguments.seed}_{number}.usdc"
                kept.write_bytes(data)
                sys.stderr.write(f"{outcome}: kept as {kept}\n")
    sys.stdout.write(f"{dict(outcomes)}, peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB\n")
    return int(bool(outcomes.keys() - {"read", "declined", "refused"}))


def files(count: int, seed: int, folder: Path) -> Iterator[tuple[int, bytes]]:
    """Mutations of drawn layers, each from a seed of its own."""
    sources = [draw_layer(folder / "drawn.usdc", number, prims=8).read_bytes() for number in range(SEED_FILES)]
    for number in range(count):
        random = Random(f"{seed}-{number}")
        yield number, mutated(random.choice(sources), random)


def outcome_of(data: bytes, folder: Path) -> str:
    """What becomes of a file: "read", "declined", "refused", or what went wrong."""
    file = folder / "mutated.usdc"
    file.write_bytes(data)
    start = time.process_time()
    try:
        contract = load_contract()
        scene = assemble(DirectReader().read(file, PopulateOptions(), contract), contract)
        scene.batch.validate(full=True)
        outcome = "read"
    except Declined:
        outcome = "declined"
    except CrateError:
        outcome = "refused"
    except Exception as error:  # noqa: BLE001
        traceback.print_exc(limit=-3)
        outcome = type(error).__name__
    return outcome if time.process_time() - start < SLOWEST else "slow"


if __name__ == "__main__":
    sys.exit(main())
