"""`to-mjcf`: a scene as a MuJoCo model file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from columnar.commands.opener import Opener
from columnar.commands.outputs import check_outputs
from columnar.commands.unsupported import unsupported_blocks
from columnar.file import replacing
from columnar.parsing import load_profile, parse
from columnar.reports import Block, CommandResult, Facts
from columnar.simulators import Unsupported

__all__ = ["to_mjcf"]


def to_mjcf(file: Path, output: Path, *, opener: Opener, profile: str, strict: bool = False) -> CommandResult:
    """Write the MuJoCo model of a scene as MJCF; the exit code is 1 if something could not be expressed.

    Args:
        file: what the user named.
        output: the XML file.
        opener: opens what the user named.
        profile: the consumer whose rules the columns are parsed by.
        strict: write nothing if something cannot be expressed.

    Raises:
        CommandError: the output is the input.
        EngineMissing: MuJoCo is not installed.
        SimulatorError: MuJoCo refuses the model; or `strict`, and something cannot be expressed.
        ProfileError: no such profile.
        SceneFileError: the file cannot be opened, or the output not written.
    """
    from columnar.simulators import mujoco

    check_outputs(file, output)
    scene = opener(file)
    model = mujoco.build(parse(scene, load_profile(profile)), scene, strict=strict)
    found = mujoco.unsupported(model)
    with replacing(output) as stream:
        stream.write(mujoco.mjcf_text(model).encode("utf-8", "backslashreplace"))
    counts = {"bodies": len(mujoco.names(model).bodies), "coordinates": len(mujoco.names(model).coordinates)}
    return CommandResult(
        lambda: {"output": str(output), **counts, "unsupported": [entry.to_json() for entry in found]},
        lambda: _blocks(output, counts, found),
        exit_code=int(bool(found)),
    )


def _blocks(output: Path, counts: dict[str, int], found: Sequence[Unsupported]) -> Sequence[Block]:
    facts = [(name, str(count)) for name, count in counts.items()]
    return [Facts(str(output), facts), *unsupported_blocks("mujoco", found)]
