"""What commands answer, and how it is printed: tables on a terminal, plain text in a pipe, JSON, SARIF, JUnit."""

from columnar.reports.annotations import Annotation, AnnotationRule
from columnar.reports.blocks import Block, CommandResult, Facts, Grid, Lines
from columnar.reports.json_text import json_data, json_text
from columnar.reports.junit import junit_text
from columnar.reports.markup import Markup, element, join, raw
from columnar.reports.plain_text import plain_text
from columnar.reports.printing import print_result
from columnar.reports.sarif import sarif_text
from columnar.reports.value_text import printable, value_text

__all__ = [
    "Annotation",
    "AnnotationRule",
    "Block",
    "CommandResult",
    "Facts",
    "Grid",
    "Lines",
    "Markup",
    "element",
    "join",
    "json_data",
    "json_text",
    "junit_text",
    "plain_text",
    "print_result",
    "printable",
    "raw",
    "sarif_text",
    "value_text",
]
