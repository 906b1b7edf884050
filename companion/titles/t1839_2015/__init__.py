"""1839 of 2015: its data and the rules that are its own."""
