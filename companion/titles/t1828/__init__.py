"""1828: its data and its own rules."""
