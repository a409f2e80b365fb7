"""Uniform random integers from an HMAC stream (RFC 2104), fast for one key and many short
messages."""

from __future__ import annotations

import hashlib
from functools import lru_cache

_SPAN = 1 << 64
_KEY_SIZE = 64  # bytes
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def randbelow(bound: int, seed: str, count: int) -> tuple[int, int]:
    """Return a uniform integer from 0 to bound - 1, and the counter after it."""
    limit = _SPAN - _SPAN % bound
    number = random_uint64(seed, count)
    count += 1
    while number >= limit:
        number = random_uint64(seed, count)
        count += 1
    return number % bound, count


def random_uint64(seed: str, count: int) -> int:
    """Return the first 64 bits of HMAC-SHA256(seed, count). `hmac` would hash the key each time."""
    within, around = _keyed(seed)
    inner, outer = within.copy(), around.copy()
    inner.update(b"%d" % count)
    outer.update(inner.digest())
    return int.from_bytes(outer.digest()[:8], "big")


@lru_cache(maxsize=256)
def _keyed(seed: str) -> tuple[hashlib._Hash, hashlib._Hash]:
    """Return the inner and the outer hash after the key."""
    key = seed.encode()
    if len(key) > _KEY_SIZE:
        key = hashlib.sha256(key).digest()
    key = key.ljust(_KEY_SIZE, b"\0")
    return hashlib.sha256(key.translate(_INNER)), hashlib.sha256(key.translate(_OUTER))
