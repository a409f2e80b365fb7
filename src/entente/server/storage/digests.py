"""Digests of secrets; only digests are stored."""

from __future__ import annotations

import hashlib


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
