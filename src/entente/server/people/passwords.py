"""Password hashes: argon2id with OWASP's recommended minimum parameters.

Higher ones would slow everyone else: with the library's defaults, 64 MiB and four threads each,
sixteen simultaneous logins keep a small machine busy for seconds.

At most one hash per CPU runs at a time; more would only take memory while waiting.
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
    """Return the hash of a password."""
    with _turns:
        return _hasher.hash(password)


@cache
def _dummy_hash() -> str:
    """Return the hash of an unknown password."""
    return hashed(secrets.token_hex(8))


def fits(stored: str | None, password: str) -> bool:
    """Return whether a password is right; takes equally long without a stored hash."""
    dummy = _dummy_hash()  # computed first, so that an unknown name takes as long as a known one
    with _turns:
        try:
            _hasher.verify(stored or dummy, password)
        except (VerificationError, InvalidHashError):
            return False
    return stored is not None


def is_dated(stored: str) -> bool:
    """Return whether a password was hashed with other parameters and should be rehashed."""
    return _hasher.check_needs_rehash(stored)
