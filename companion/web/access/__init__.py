"""Identity and rights of the requesting device, and ways to join a game."""
