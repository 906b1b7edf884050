"""The content of a report, gathered from the moments of a game.

Layout and printing belong in ``companion.reporting``.
"""
