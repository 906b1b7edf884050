"""Operating rounds: track, tokens, runs, dividends, trains, and raising money for them.

Steps that only a private allows belong in ``privates``.
"""
