"""Uses of rate limits, counted by all processes of a server in Redis.

If Redis does not respond, each process counts its own.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from math import ceil

from entente.server.storage import redis_client
from entente.server.storage.digests import digest
from entente.server.storage.limit_uses import UsesInMemory

CONNECTIONS = 4
AVOIDED = 5.0  # seconds for which Redis is not asked after it did not respond
log = logging.getLogger("entente.limits")

# The same arithmetic as in memory: the amount used, and since when it is restored. Returns the
# amount used if the limit is reached, and an empty text otherwise. Numbers travel as text, because
# Redis cuts the others to integers.
_TAKE = """
local used, since = unpack(redis.call('HMGET', KEYS[1], 'used', 'since'))
local most, rate, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local left = 0
if used then
    left = math.max(0, tonumber(used) - math.max(0, now - tonumber(since)) * rate)
end
if left + 1 > most then
    return string.format('%.9f', left)
end
redis.call('HSET', KEYS[1], 'used', string.format('%.9f', left + 1), 'since', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return ''
"""


class RedisUses:
    """Uses in Redis."""

    shared = True

    def __init__(self, url: str, key: bytes, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._client = redis_client.blocking(url, CONNECTIONS)
        self._take = self._client.register_script(_TAKE)
        self._prefix = f"{redis_client.prefix(key)}:limit:"
        self._alone = UsesInMemory()
        self._alone.clock = clock
        self._avoided = 0.0  # until when

    def take(self, name: str, most: int, seconds: float, now: float) -> float:
        if time.monotonic() < self._avoided:
            return self._alone.take(name, most, seconds, now)
        rate = most / seconds
        try:
            used = self._take(
                keys=[self._prefix + digest(name)],
                args=[most, repr(rate), repr(now), ceil(seconds) + 1],
            )
        except redis_client.FAILURES:
            self._avoided = time.monotonic() + AVOIDED
            log.warning("Redis does not respond; this process counts alone", exc_info=True)
            return self._alone.take(name, most, seconds, now)
        return max(1e-3, (float(used) + 1 - most) / rate) if used else 0.0

    def tidy(self) -> None:
        """Forget what was counted alone; Redis lets its own expire."""
        self._alone.tidy()

    def clear(self) -> None:
        self._alone.clear()
        for name in self._client.scan_iter(f"{self._prefix}*"):
            self._client.delete(name)

    def close(self) -> None:
        self._client.close()
