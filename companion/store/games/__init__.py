"""The game store: begin, play, undo, list, archive and export games."""
