"""Columns to descriptors: what each consumer makes of a scene, one file per table, rules as data."""

from columnar.parsing.parse import parse
from columnar.parsing.profiles import Profile, ProfileError, load_profile, profile_names, release_profile

__all__ = ["Profile", "ProfileError", "load_profile", "parse", "profile_names", "release_profile"]
