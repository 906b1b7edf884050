"""Path of the rule books, fact sheets and recorded games, which may be in ``../shared``.

Tests that read them have the marker ``references`` and are skipped without them.
"""

from pathlib import Path

REFERENCES = Path(__file__).resolve().parents[3] / "shared"
BOOKS = REFERENCES / "rules"
FACTS = REFERENCES / "facts"
GAMES = REFERENCES / "conformance"
