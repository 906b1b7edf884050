"""A title's data as frozen values, and the set-up of one game.

Reading and checking TOML files belongs in ``companion.titles``.
"""
