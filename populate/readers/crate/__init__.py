"""Crate files (usdc) read with numpy: their sections as arrays, their values decoded many at a time."""

from populate.readers.crate.crate import Crate, read_crate
from populate.readers.crate.errors import CrateError, CrateVersionError

__all__ = ["Crate", "CrateError", "CrateVersionError", "read_crate"]
