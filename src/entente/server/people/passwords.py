"""Passwords as they are stored: argon2id, as dear as OWASP's cheat sheet on password storage asks.

Its least parameters are enough, and dearer ones would be paid by everybody else: with the library's
own, which take 64 MiB and four threads for each, sixteen people who log in at the same moment keep
a small machine busy for seconds. As many are worked out at once as there are processors; more would
only take memory while they wait for each other.
"""

from __future__ import annotations

import os
import secrets
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MEMORY = 19 * 1024  # KiB
ROUNDS, LANES = 2, 1

_hasher = PasswordHasher(time_cost=ROUNDS, memory_cost=MEMORY, parallelism=LANES)
_turns = BoundedSemaphore(os.cpu_count() or 1)


def hashed(password: str) -> str:
    """A password as it is stored."""
    with _turns:
        return _hasher.hash(password)


@cache
def _nobodys() -> str:
    """The hash of a password that nobody knows."""
    return hashed(secrets.token_hex(8))


def fits(stored: str | None, password: str) -> bool:
    """Whether a password is the right one; takes as long where there is none."""
    nobody = _nobodys()  # so that an unknown name takes as long as a known one, also at first
    with _turns:
        try:
            _hasher.verify(stored or nobody, password)
        except (VerificationError, InvalidHashError):
            return False
    return stored is not None


def is_dated(stored: str) -> bool:
    """Whether a password was stored with other parameters, and should be stored anew."""
    return _hasher.check_needs_rehash(stored)
