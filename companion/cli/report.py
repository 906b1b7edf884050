"""The subcommand `companion report`."""

from companion.cli.arguments import Command
from companion.reporting.report_arguments import add_arguments, report

COMMAND = Command(
    "report",
    add_arguments,
    report,
    "Write the report of a game, finished or running, as a PDF",
    "0 if written, 1 if not, with the reason.",
)
