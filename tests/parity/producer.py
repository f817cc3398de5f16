"""Populates stages with the reference producer and writes down every cell it publishes.

Runs inside the environment that holds ovphysx and ovstage, with nothing else of this project:

    PEER_PYTHON producer.py JOB.json

The job is `{"output": FOLDER, "token_columns": [...], "path_columns": [...], "undiscovered": [...], "stages": [{"id",
"file", "seconds"}]}`: columns whose ids have no semantic, columns that a query does not list, and for each stage the
time to populate it at, null for the default time.

Each stage becomes `FOLDER/<id>.json`: `{"columns": [{"name", "dtype", "lanes", "semantic", "array", "prims", "values",
"interned"}]}`, or `{"error": TEXT}` for one that does not open. `FOLDER/started` names the stage being worked on, so
that whoever started the process knows which one took it down.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import ovphysx
import ovstage
from ovphysx.samples.python_samples.schema_support import physx_schema_paths

__all__ = ["dump_stage", "register_schemas"]

_ORDINAL = 1
_CODES = {0: "int", 1: "uint", 2: "float", 6: "bool"}
"""DLPack type codes."""

_TOKENS = {"TOKEN_ID", "ASSET_PATH_ID", "PATH_EXPRESSION_STRING"}
_PATHS = {"RELATIONSHIP_PATH_ID"}


def register_schemas() -> None:
    """Make the PhysX and Newton schemas known to the producer."""
    roots = [*physx_schema_paths(), ovphysx.newton_schema_root()]
    ovstage.population.register_usd_schemas([str(root) for root in roots])


def dump_stage(file: str, seconds: float | None, job: dict[str, Any]) -> list[dict[str, Any]]:
    """Every column the producer publishes for a stage, populated for physics only."""
    stage = ovstage.Stage("parity")
    time = ovstage.population.DEFAULT_TIME if seconds is None else seconds
    try:
        domain = ovstage.PopulationDomain.PHYSICS
        ovstage.population.open_usd(stage, file, ordinal=_ORDINAL, time=time, domains=domain)
        stage.advance_write_floor(ordinal=_ORDINAL).wait()
        with ovstage.PathDictionary(stage) as names, stage.query() as query:
            query.wait()
            return list(_columns(stage, query, names, job))
    finally:
        stage.destroy()


def _columns(stage: Any, query: Any, names: Any, job: dict[str, Any]) -> Iterator[dict[str, Any]]:
    undiscovered = [names.intern_token(name) for name in job["undiscovered"]]
    tokens = sorted({*query.result().attributes, *undiscovered})
    with stage.read_attributes(query, tokens, ovstage.OrdinalRange.latest(_ORDINAL)) as read:
        read.wait()
        for group in read.groups():
            with group:
                yield _column(group, names, job)


def _column(group: Any, names: Any, job: dict[str, Any]) -> dict[str, Any]:
    name = names.token_to_string(group.attribute)
    semantic = getattr(group.semantic, "name", str(group.semantic))
    if group.is_delete:
        raise RuntimeError(f"column {name}: a deletion in a fresh stage")
    paths = names.get_path_strings(group.prim_list)
    tensor = group.tensor(0) if group.tensor_count else None
    shape = tuple(tensor.shape_tuple)[1:] if tensor is not None else ()
    resolve = _resolver(name, semantic, names, job)
    rows = list(_rows(group))
    found = {
        "name": name,
        "dtype": _dtype(tensor),
        "lanes": int(np.prod(shape, dtype=int)) * (int(tensor.dtype.lanes) if tensor is not None else 1),
        "semantic": semantic,
        "array": bool(group.is_array),
        "prims": [paths[group.prim_index(i)] for i in range(group.prim_count)],
        "values": [resolve(value) for value in rows],
    }
    if found["dtype"] == "uint64" and semantic == "NONE" and name not in (*job["token_columns"], *job["path_columns"]):
        found["interned"] = [[_token(int(number), names) for number in value] for value in rows]
    return found


def _token(number: int, names: Any) -> str | None:
    """What a number stands for if it is a token id: the producer publishes strings as bare ids."""
    try:
        return str(names.token_to_string(number)) if number else ""
    except RuntimeError:  # the number is no id
        return None


def _dtype(tensor: Any) -> str:
    if tensor is None:
        return "none"
    code, bits = int(tensor.dtype.code), int(tensor.dtype.bits)
    return f"{_CODES.get(code, f'code{code}:')}{bits}"


def _rows(group: Any) -> Iterator[np.ndarray]:
    """The value of each prim of a group: flat for one value, (n, lanes) flattened for an array."""
    shared = None if group.is_array else _numbers(group, 0)
    for local in range(group.prim_count):
        row = group.data_row_index(local)
        yield (_numbers(group, row) if shared is None else shared[row]).reshape(-1)


def _numbers(group: Any, index: int) -> np.ndarray:
    tensor = group.tensor(index)
    values = np.array(group.array(index))
    half = int(tensor.dtype.code) == 2 and int(tensor.dtype.bits) == 16
    return values.view(np.float16) if half and values.dtype == np.uint16 else values


def _resolver(name: str, semantic: str, names: Any, job: dict[str, Any]) -> Any:
    """Ids become what they stand for, a string's bytes text; numbers stay numbers."""
    if semantic in _TOKENS or name in job["token_columns"]:
        return lambda ids: [names.token_to_string(int(i)) if i else "" for i in ids]
    if semantic in _PATHS or name in job["path_columns"]:
        return lambda ids: [names.path_to_string(int(i)) if i else None for i in ids]
    if semantic == "STRING":
        return lambda data: [bytes(data.astype(np.uint8)).decode("utf8", "replace")]
    return lambda values: values.tolist()


def main(job_file: str) -> None:
    """Work through a job's stages in order."""
    job = json.loads(Path(job_file).read_text())
    output = Path(job["output"])
    register_schemas()
    for entry in job["stages"]:
        (output / "started").write_text(entry["id"])
        try:
            found: dict[str, Any] = {"columns": dump_stage(entry["file"], entry["seconds"], job)}
        except (ovstage.OvstageError, RuntimeError) as error:
            found = {"error": str(error) or type(error).__name__}
        partial = output / f"{entry['id']}.partial"
        partial.write_text(json.dumps(found))
        partial.replace(output / f"{entry['id']}.json")


if __name__ == "__main__":
    main(sys.argv[1])
