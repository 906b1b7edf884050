"""The list of games, new games, files and the archive."""
