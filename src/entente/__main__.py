"""The `entente` command, which is also `python -m entente`."""

import sys


def main() -> int:
    """Run the command. Whoever interrupts it while it is still being loaded need not hear why."""
    try:
        from entente.cli.main import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
