"""Reading engines and features from `spec/runtimes/engines`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import ValidationError

from schemas.features.model import Engine, Feature, FeatureFile, FeatureTable

__all__ = ["FeaturesError", "load_features"]


class FeaturesError(ValueError):
    """Files that do not make engines and features; the message lists every problem with its file."""


@cache
def load_features(folder: Path | None = None) -> FeatureTable:
    """Every engine and feature; read once per process.

    Args:
        folder: a folder of TOML files, by default the one shipped with the package.

    Raises:
        FeaturesError: a file does not parse or validate, a name is given twice, or a feature names an engine that is
            not there. All problems are listed.
    """
    root: Traversable = resources.files("spec") / "runtimes" / "engines" if folder is None else folder
    engines: dict[str, Engine] = {}
    features: dict[str, Feature] = {}
    problems: list[str] = []
    for file in sorted((f for f in root.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name):
        try:
            read = FeatureFile.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
            found = {name: Feature(id=name, **fields) for name, fields in read.features.items()}
            engines |= {name: Engine(name=name, **fields) for name, fields in read.engines.items()}
        except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            problems.append(f"{file.name}: {error}")
            continue
        except ValidationError as error:
            problems += [f"{file.name}: {'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
            continue
        problems += [f"{file.name}: {name}: the name is given twice" for name in found if name in features]
        features |= found
    for feature in features.values():
        problems += [
            f"{feature.id}: no engine {name!r}; there are: {', '.join(engines)}"
            for name in (*feature.near, *feature.no)
            if name not in engines
        ]
        if feature.needs is not None and feature.needs not in features:
            problems.append(f"{feature.id}: needs {feature.needs!r}, which is no feature")
    if problems:
        raise FeaturesError("the engines cannot be read:\n" + "\n".join(f"  {problem}" for problem in problems))
    return FeatureTable(engines=engines, features=features)
