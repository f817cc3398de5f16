"""`python -m tests.parity_support`: hold the support tables against the runtimes that can be installed.

Each column is changed in each stage of `tests/data/support` that holds it. The runtime's model must change where the
table says read or converted, and must not where it says defaulted or ignored. Needs PEER_PYTHON, the interpreter of an
environment with ovphysx, physx-usd-schemas and newton-usd-schemas, and NEWTON_PYTHON, that of one with newton and what
its importers need. Prints what was confirmed and what could not be, and exits with 1 if a table is wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from schemas.support import load_support
from tests.parity_support.observed import observe
from tests.parity_support.openusd_engine import parsed_by_openusd
from tests.parity_support.running import Models, models_of
from tests.parity_support.verdicts import Verdicts, judge

__all__ = ["main"]

_HERE = Path(__file__).parent
_RECORDINGS = _HERE.parent / "parity_native"


def _openusd(files: Sequence[Path], _folder: Path) -> Models:
    return parsed_by_openusd(files)


def _newton(files: Sequence[Path], folder: Path) -> Models:
    return models_of(_HERE / "newton_engine.py", files, python=os.environ["NEWTON_PYTHON"], folder=folder)


def _ovphysx(files: Sequence[Path], folder: Path) -> Models:
    python = os.environ["PEER_PYTHON"]
    return models_of(_HERE / "ovphysx_engine.py", files, python=python, folder=folder, path=_RECORDINGS)


_RUNTIMES: Mapping[str, Callable[[Sequence[Path], Path], Models]] = {
    "openusd": _openusd,
    "newton": _newton,
    "ovphysx": _ovphysx,
}


def main() -> int:
    """Run and print; the exit code."""
    arguments = _arguments()
    missing = [name for name in ("PEER_PYTHON", "NEWTON_PYTHON") if not os.environ.get(name)]
    if missing:
        print(f"set {' and '.join(missing)}: {' '.join((__doc__ or '').split())}", file=sys.stderr)
        return 2
    wrong = 0
    for name in arguments.runtime or _RUNTIMES:
        with tempfile.TemporaryDirectory(prefix="parity-support-") as folder:
            verdicts = _verdicts(name, Path(folder), arguments.only)
        print("\n".join(_lines(name, verdicts, whole=arguments.unproven)), flush=True)
        wrong += len(verdicts.wrong)
    return 1 if wrong else 0


def _verdicts(name: str, folder: Path, only: str) -> Verdicts:
    observed = observe(lambda files: _RUNTIMES[name](files, folder), folder=folder, only=only)
    return judge(load_support(name), observed)


def _lines(name: str, verdicts: Verdicts, *, whole: bool) -> Iterator[str]:
    yield (
        f"{name}: {len(verdicts.read)} columns read confirmed, {len(verdicts.ignored)} ignored confirmed, "
        f"{len(verdicts.unproven)} without proof, {len(verdicts.wrong)} wrong"
    )
    for why, count in Counter(verdicts.unproven.values()).most_common():
        yield f"  without proof: {count}: {why}"
        if whole:
            yield from (f"    {column}" for column, reason in verdicts.unproven.items() if reason == why)
    yield from (f"  wrong: {text}" for text in verdicts.wrong)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.parity_support", description="Hold support tables to runtimes."
    )
    parser.add_argument("--runtime", action="append", choices=[*_RUNTIMES], help="only this one; repeatable")
    parser.add_argument("--only", default="", metavar="TEXT", help="only stages whose name holds this text")
    parser.add_argument("--unproven", action="store_true", help="name the columns without proof")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
