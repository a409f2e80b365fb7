"""Measure the speed of this Python; exit with an error if Entente cannot run on it.

    python3 scripts/python.py      prints hundredths of a millisecond

`scripts/python.sh` runs it with every Python of the machine and chooses the fastest: builds of the
same version differ by half.
"""

import sys
import time


def work() -> int:
    """Use calls, attributes, dictionaries and strings, as any program does."""

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
    if sys.version_info < (3, 11):  # noqa: UP036  (any Python may run this)
        sys.exit(1)
    import ensurepip  # noqa: F401  (a venv needs both)
    import venv  # noqa: F401

    times = []
    for _ in range(5):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    print(round(min(times) * 100_000))


if __name__ == "__main__":
    main()
