"""What commands answer, and how it is printed: tables on a terminal, plain text in a pipe, JSON."""

from columnar.reports.blocks import Block, CommandResult, Facts, Grid, Lines
from columnar.reports.json_text import json_data, json_text
from columnar.reports.plain_text import plain_text
from columnar.reports.printing import print_result
from columnar.reports.value_text import printable, value_text

__all__ = [
    "Block",
    "CommandResult",
    "Facts",
    "Grid",
    "Lines",
    "json_data",
    "json_text",
    "plain_text",
    "print_result",
    "printable",
    "value_text",
]
