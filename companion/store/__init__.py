"""The storage of games: database, people, history and the game store."""
