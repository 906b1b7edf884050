"""Corrections, rulings, drafts of edits and what-if, and counting."""
