"""1839 of 2015: its data and its own rules."""
