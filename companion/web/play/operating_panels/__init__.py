"""The panels of an operating turn: the context of each step's screen, for its template."""
