"""Limits on how often one address may try what costs something or guesses something."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from fastapi import FastAPI, Request

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


def limit_of(app: FastAPI, most: int, seconds: float, name: str) -> Limit:
    """The limit under this name; every server has its own."""
    limits: dict[str, Limit] = app.state.limits
    return limits.setdefault(name, Limit(most, seconds))


def limited(most: int, seconds: float, name: str) -> Callable[[Request], None]:
    """A dependency of a route: so often may one address ask for it. It is looked at before the
    body of a request is read."""

    def check(request: Request) -> None:
        limit = limit_of(request.app, most, seconds, name)
        limit.take(request.client.host if request.client else "")

    return check
