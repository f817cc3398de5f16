"""From USD to columns: the only package that imports `pxr`."""

from populate.errors import PopulateError
from populate.population import Population, populate

__all__ = ["PopulateError", "Population", "populate"]
