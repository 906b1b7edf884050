"""18TN: its data, and the civil war."""
