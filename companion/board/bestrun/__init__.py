"""The search for the best run of all trains of a company, and all its parts.

The check of a single route belongs in ``board.routes``.
"""
