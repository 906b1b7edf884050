"""The games on disk: the action log, the books, snapshots, and where they are kept."""
