"""Words that only 1828 has."""

from companion.rules.words.vocabulary import Vocabulary

WORDS = Vocabulary()
