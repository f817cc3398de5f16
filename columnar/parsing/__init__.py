"""Columns to descriptors: what each consumer makes of a scene, one file per table, rules as data."""

from columnar.parsing.decompositions import Stretches, polar_decomposition, stretches
from columnar.parsing.graph import connected_components
from columnar.parsing.lanes import sum_of_products
from columnar.parsing.namespace import Namespace
from columnar.parsing.parse import parse
from columnar.parsing.profiles import Profile, ProfileError, load_profile, profile_names, release_profile

__all__ = [
    "Namespace",
    "Profile",
    "ProfileError",
    "Stretches",
    "connected_components",
    "load_profile",
    "parse",
    "polar_decomposition",
    "profile_names",
    "release_profile",
    "stretches",
    "sum_of_products",
]
