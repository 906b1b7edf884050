"""The database: files, tables, migrations, PostgreSQL and the salvage of damaged files.

The rules about devices and seats belong in ``people``, and the log belongs in ``history``.
"""
