"""The `entente` command, which is also `python -m entente`."""

import sys


def main() -> int:
    """Run the command. An interruption while it is still loading ends it silently."""
    try:
        from entente.cli.main import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
