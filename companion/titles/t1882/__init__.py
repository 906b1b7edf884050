"""1882: its data, the rebellion, and the company that a private starts."""
