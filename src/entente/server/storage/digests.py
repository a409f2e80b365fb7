"""What is stored of a secret: its digest, from which nobody can tell the secret."""

from __future__ import annotations

import hashlib


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
