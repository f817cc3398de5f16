"""Generated stages: the same name gives the same content on every machine."""

from benchmarks.stages.cache import StageName, StageNameError, cached_stage
from benchmarks.stages.layouts import LAYOUTS

__all__ = ["LAYOUTS", "StageName", "StageNameError", "cached_stage"]
