"""Operating rounds: track, tokens, runs, dividends, trains, and money raised for them.

Steps that only a private allows belong in ``privates``."""
