"""Bank, rules and bookkeeping for 18xx railway games played on a real board."""

__version__ = "1.0"
