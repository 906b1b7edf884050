"""The clock of a game: events of time, their reduction to the time of each player, the store."""
