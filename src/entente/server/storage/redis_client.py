"""Connections to Redis or Valkey, where the operator has configured one (`ENTENTE_REDIS_URL`).

The package is an extra: nothing here is imported without that setting.
"""

from __future__ import annotations

import logging
from hashlib import blake2b

import redis
import redis.asyncio
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import NoPermissionError
from redis.retry import Retry

from entente.kernel import UserError, say

PATIENCE = 2.0  # seconds for an answer
FAILURES = (redis.RedisError, OSError, TimeoutError)  # what every use may raise

log = logging.getLogger("entente.redis")


def asynchronous(url: str) -> redis.asyncio.Redis:
    """Return a client for the event loop; it does not retry."""
    return redis.asyncio.Redis.from_url(
        url,
        decode_responses=True,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=AsyncRetry(NoBackoff(), 0),
    )


def blocking(url: str, connections: int) -> redis.Redis:
    """Return a client for threads, with at most this many connections."""
    pool = redis.BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=PATIENCE,
        decode_responses=True,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )
    return redis.Redis(connection_pool=pool)


def check_access(url: str) -> None:
    """Raise UserError if Redis answers and refuses this server; one that is down may come back."""
    client = blocking(url, 1)
    try:
        client.ping()
    except (redis.AuthenticationError, NoPermissionError) as error:
        message = say("setting.redis_refused", name="ENTENTE_REDIS_URL", reason=str(error))
        raise UserError(message, "entente.server") from None
    except FAILURES as error:
        log.warning("Redis does not respond: %s", error)
    finally:
        client.close()


def prefix(key: bytes) -> str:
    """Return the beginning of this server's names: several servers may share one Redis."""
    return f"entente:{blake2b(key, digest_size=8, person=b'redis').hexdigest()}"
