"""The numbers that all chance is made of: HMAC (RFC 2104), for one key and many short messages."""

from __future__ import annotations

import hashlib
from functools import lru_cache

_SPAN = 1 << 64
_KEY_SIZE = 64  # bytes
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def randbelow(bound: int, seed: str, count: int) -> tuple[int, int]:
    """A number from 0 to bound - 1, each equally likely, and the count after it."""
    limit = _SPAN - _SPAN % bound
    number = drawn(seed, count)
    count += 1
    while number >= limit:
        number = drawn(seed, count)
        count += 1
    return number % bound, count


def drawn(seed: str, count: int) -> int:
    """The first 64 bits of HMAC-SHA256(seed, count). `hmac` would take in the key each time."""
    within, around = _begun(seed)
    inner, outer = within.copy(), around.copy()
    inner.update(b"%d" % count)
    outer.update(inner.digest())
    return int.from_bytes(outer.digest()[:8], "big")


@lru_cache(maxsize=256)
def _begun(seed: str) -> tuple[hashlib._Hash, hashlib._Hash]:
    """The inner and the outer hash, after the key."""
    key = seed.encode()
    if len(key) > _KEY_SIZE:
        key = hashlib.sha256(key).digest()
    key = key.ljust(_KEY_SIZE, b"\0")
    return hashlib.sha256(key.translate(_INNER)), hashlib.sha256(key.translate(_OUTER))
