"""Import and export: games of other programs, checked by the rules, and our own game files."""

from companion.exchange.site.export_file import BadFile, read_export, standing
from companion.exchange.site.export_reader import IllegalAction
from companion.exchange.site.export_replay import ExportedGame, Imported, import_file

__all__ = [
    "BadFile",
    "ExportedGame",
    "IllegalAction",
    "Imported",
    "import_file",
    "read_export",
    "standing",
]
