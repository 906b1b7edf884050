"""The console script ``companion``: one module for each subcommand."""
