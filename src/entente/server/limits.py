"""Limits on how often one address may try what costs something or guesses something."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from fastapi import Request

from entente.server.problem import Problem

KNOWN = 10_000  # addresses remembered


class Limit:
    """`most` times in `seconds`; what was used comes back little by little."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic):
        self.most = most
        self.seconds = seconds
        self.clock = clock
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> None:
        """Use it once; Problem 429 says when it is worth trying again."""
        now = self.clock()
        used, since = self._used.pop(who, (0.0, now))
        used = max(0.0, used - (now - since) * self.most / self.seconds)
        over = used + 1 > self.most
        self._used[who] = (used if over else used + 1, now)
        while len(self._used) > KNOWN:
            self._used.popitem(last=False)
        if over:
            wait = (used + 1 - self.most) * self.seconds / self.most
            raise Problem(429, "limit", seconds=max(1, round(wait)))


def limited(most: int, seconds: float, name: str) -> Callable[[Request], None]:
    """A dependency of a route: every server has a limit of its own under this name."""

    def check(request: Request) -> None:
        limits: dict[str, Limit] = request.app.state.limits
        limit = limits.setdefault(name, Limit(most, seconds))
        limit.take(request.client.host if request.client else "")

    return check
