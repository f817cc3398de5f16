"""What simulation engines must express of columns, as data from `spec/runtimes/engines`."""

from schemas.features.load import FeaturesError, load_features
from schemas.features.model import Engine, Feature, FeatureTable, Level

__all__ = ["Engine", "Feature", "FeatureTable", "FeaturesError", "Level", "load_features"]
