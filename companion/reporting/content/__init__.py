"""The content of a report, gathered from the moments of a game.

Laying it out and printing it belong in ``companion.reporting``."""
