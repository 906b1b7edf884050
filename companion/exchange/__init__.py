"""Other programs' games, read and judged; and our own game files."""

from companion.exchange.export import BadFile, read_export, standing
from companion.exchange.playing import ExportedGame, Imported, import_file
from companion.exchange.reader import IllegalAction

__all__ = [
    "BadFile",
    "ExportedGame",
    "IllegalAction",
    "Imported",
    "import_file",
    "read_export",
    "standing",
]
