"""What Newton makes of stages with a follower, in an environment of its own; imports nothing of this project.

Reads the paths of stages from standard input and writes a line of JSON for each: how many relations the model has, or
the error that its importer raises.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import warnings

import newton

__all__: list[str] = []


def _answer(stage: str) -> dict[str, object]:
    builder = newton.ModelBuilder()
    try:
        builder.add_usd(stage)
        model = builder.finalize(device="cpu")
    except ValueError as error:
        return {"error": str(error)}
    return {"relations": int((model.joint_mimic_joint.numpy() >= 0).sum())}


def main() -> None:
    """Imports every stage that standard input names."""
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        with contextlib.redirect_stdout(io.StringIO()):
            answer = _answer(line.strip())
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
