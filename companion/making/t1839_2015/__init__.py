"""1839 of 2015: its data. Its rules are still to come."""
