"""The command line `arrowstage`. Commands import what they need when they run, so that they start quickly."""

from populate.commands.app import app, main

__all__ = ["app", "main"]
