"""The operating turn's subjects: what each step's screen shows, worked out for its template."""
