"""Figures and explanations for screens and reports.

Nothing here changes a game.
"""
