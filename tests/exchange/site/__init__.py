"""Tests of games of 18xx.games: exports that are read, played, compared and written."""
