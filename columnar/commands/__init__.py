"""Commands that need only a scene file. They answer with a result; the command line prints it."""

from columnar.commands.check import check_file
from columnar.commands.compare import compare_engines
from columnar.commands.contract import contract_page
from columnar.commands.diff import diff_files
from columnar.commands.difference_report import ComparedSide, difference_report
from columnar.commands.errors import CommandError
from columnar.commands.findings import findings_page
from columnar.commands.info import file_info
from columnar.commands.opener import Opener, ScenesOpener
from columnar.commands.outputs import check_outputs
from columnar.commands.parse import parse_file
from columnar.commands.rule_settings import RuleOptions, rule_selection
from columnar.commands.rules import rules_page
from columnar.commands.show import show_file
from columnar.commands.simulate import SimulationOptions, simulate_file
from columnar.commands.support import support_file
from columnar.commands.to_mjcf import to_mjcf
from columnar.commands.tree import tree_file
from columnar.commands.validate import RuleReports, validate_file
from columnar.commands.writing import concat_files, export_file, pack_file

__all__ = [
    "CommandError",
    "ComparedSide",
    "Opener",
    "RuleOptions",
    "RuleReports",
    "ScenesOpener",
    "SimulationOptions",
    "check_file",
    "check_outputs",
    "compare_engines",
    "concat_files",
    "contract_page",
    "diff_files",
    "difference_report",
    "export_file",
    "file_info",
    "findings_page",
    "pack_file",
    "parse_file",
    "rule_selection",
    "rules_page",
    "show_file",
    "simulate_file",
    "support_file",
    "to_mjcf",
    "tree_file",
    "validate_file",
]
