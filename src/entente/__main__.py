"""`python -m entente` is the `entente` command."""

import sys

from entente.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
