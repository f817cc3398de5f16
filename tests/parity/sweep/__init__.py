"""Stages generated from the contract."""

from tests.parity.sweep.stages import sweep_stages

__all__ = ["sweep_stages"]
