"""Rules of plain English that documents, docstrings and comments keep."""

import re

LONGEST = 25  # words of a sentence


def faults_of(sentence: str) -> list[str]:
    """Say what makes a sentence hard to read."""
    found = [f"over {LONGEST} words"] if len(sentence.split()) > LONGEST else []
    if re.match(r"(What|Who|Where|Of) (?!if)[a-z]", sentence) and not sentence.endswith("?"):
        found.append("opens like a question")
    if re.search(r"\b(he|his|him)\b", sentence):
        found.append("a player is 'they'")
    return found
