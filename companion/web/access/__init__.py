"""Who asks, what they may do, and how devices join a game."""
