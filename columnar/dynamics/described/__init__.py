"""From descriptors to articulations."""

from columnar.dynamics.described.build import Built, Refusal, build_articulations

__all__ = ["Built", "Refusal", "build_articulations"]
