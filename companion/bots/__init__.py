"""Simulated players, which choose among a game's offers by weighted chance."""
