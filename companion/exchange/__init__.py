"""Other programs' games, read and judged; and our own game files."""

from companion.exchange.export import BadFile, read_export, standing
from companion.exchange.playing import ExportedGame, IllegalAction, Imported, import_file

__all__ = [
    "BadFile",
    "ExportedGame",
    "IllegalAction",
    "Imported",
    "import_file",
    "read_export",
    "standing",
]
