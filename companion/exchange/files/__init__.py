"""Our own game files: save, open, copy, check and restore."""
