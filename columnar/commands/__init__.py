"""Commands that need only a scene file. They answer with a result; the command line prints it."""

from columnar.commands.contract import contract_page
from columnar.commands.errors import CommandError
from columnar.commands.info import file_info
from columnar.commands.opener import Opener, ScenesOpener
from columnar.commands.show import show_file
from columnar.commands.writing import concat_files, export_file, pack_file

__all__ = [
    "CommandError",
    "Opener",
    "ScenesOpener",
    "concat_files",
    "contract_page",
    "export_file",
    "file_info",
    "pack_file",
    "show_file",
]
