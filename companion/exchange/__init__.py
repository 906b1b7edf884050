"""Import and export: games of other programs, checked by the rules, and our own game files."""

from companion.exchange.games_18xx.export_file import BadFileError, read_export, standing
from companion.exchange.games_18xx.export_reader import IllegalActionError
from companion.exchange.games_18xx.export_replay import ExportedGame

__all__ = [
    "BadFileError",
    "ExportedGame",
    "IllegalActionError",
    "read_export",
    "standing",
]
