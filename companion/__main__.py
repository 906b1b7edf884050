"""Entry point of `python -m companion`, the same as the console script `companion`."""

import sys

from companion.cli.main import main

sys.exit(main())
