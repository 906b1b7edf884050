"""1828: its data and the rules that are its own."""
