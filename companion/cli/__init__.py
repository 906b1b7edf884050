"""The console script ``companion`` and its subcommands."""
