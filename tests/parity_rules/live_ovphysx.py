"""What ovphysx makes of a stage with a follower; run by an interpreter that has ovphysx, for one stage.

Prints as JSON how many mimic joints the engine has. Its messages go to standard error.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "parity_native"))

import engine
import ovphysx
import ovstage
from ovphysx.samples.python_samples.schema_support import physx_schema_paths
from recording import read_recording

__all__: list[str] = []


def main(stage: Path) -> None:
    """Simulates one step and counts."""
    schemas = [*map(str, physx_schema_paths()), str(ovphysx.newton_schema_root())]
    ovstage.population.register_usd_schemas(schemas)
    ovphysx.set_global_config(ovphysx.GlobalConfigKey.OVD_RECORDING_CAPABLE, True)
    with tempfile.TemporaryDirectory(prefix="parity-") as folder:
        recording = Path(folder) / "step.ovd"
        engine.simulate(stage, recording)
        objects = read_recording(recording)
    count = sum(found.kind == "PxArticulationMimicJoint" for found in objects)
    sys.stdout.write("\n" + json.dumps({"relations": count}) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
