"""How long this Python takes for a little of everything; an error, where Entente cannot run on it.

    python3 scripts/python.py      prints hundredths of a millisecond

`scripts/python.sh` asks every Python of the machine, and takes the quickest: builds of the same
version differ by half.
"""

import sys
import time


def work() -> int:
    """Calls, attributes, dictionaries and texts, as in any program."""

    class Thing:
        __slots__ = ("size",)

        def __init__(self, size: int) -> None:
            self.size = size

        def grown(self) -> int:
            return self.size + 1

    totals: dict[str, int] = {}
    for number in range(20_000):
        name = str(number % 97)
        totals[name] = totals.get(name, 0) + Thing(number).grown()
    return sum(totals.values())


def main() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  (it may be any Python)
        sys.exit(1)
    import ensurepip  # noqa: F401  (a venv needs both)
    import venv  # noqa: F401

    took = []
    for _ in range(5):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    print(round(min(took) * 100_000))


if __name__ == "__main__":
    main()
