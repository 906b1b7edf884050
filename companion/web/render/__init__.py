"""Shared parts of drawing a screen: fragments, phrases, static files, title styles.

Routes belong in ``access``, ``play``, ``read``, ``amend`` and ``library``.
"""
