"""Simulated players: they choose among a game's offers at random, weighted so that games end."""
