"""Corrections, rulings, edits of the past, limits and counting the table.

Drafts of an edit are stored by ``companion.store``.
"""
