"""Games of 18xx.games: import, replay through the rules, comparison and export."""
