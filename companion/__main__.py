"""`python -m companion` is the console script `companion`."""

import sys

from companion.cli.main import main

sys.exit(main())
