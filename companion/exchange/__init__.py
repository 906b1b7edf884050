"""Other programs' games, read and judged; and our own game files."""
