"""From USD straight to descriptors, without columns: an independent witness of what a stage means to OpenUSD.

`walk` takes all that OpenUSD's own physics parser says from that parser, and reads the rest off the stage by small
tables of its own. It shares no code with `columnar.parsing` but the definitions of the tables.
"""

from populate.walker.walk import walk

__all__ = ["walk"]
