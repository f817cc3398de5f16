"""Descriptor tables in memory: Arrow tables with typed rows, whoever makes them."""

from columnar.descriptors.descriptors import Descriptors, Units
from columnar.descriptors.rows import descriptors_from_rows
from columnar.descriptors.table import DescriptorTable

__all__ = ["DescriptorTable", "Descriptors", "Units", "descriptors_from_rows"]
