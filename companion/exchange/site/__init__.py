"""Games of 18xx.games: read, played through the judge, compared and written."""
