"""The database: files, tables, migrations, PostgreSQL, and what saves a damaged one.

Rules of who sits where belong in ``people``; the log belongs in ``history``."""
