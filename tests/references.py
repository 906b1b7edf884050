"""The rule books, fact sheets and recorded games that may lie in ``../shared`` beside the project.

Tests that read them bear the marker ``references`` and are skipped where they are missing.
"""

from pathlib import Path

REFERENCES = Path(__file__).resolve().parents[2] / "shared"
BOOKS = REFERENCES / "rules"
FACTS = REFERENCES / "facts"
GAMES = REFERENCES / "conformance"
