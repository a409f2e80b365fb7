"""The signature of forwarded requests: which process may act for which peer (decision 32)."""

from __future__ import annotations

import hmac
import re
from typing import NamedTuple

HEADER = b"x-entente-forwarded"
KEY = "forwarding"  # its name among the server's secrets
_PATH = re.compile(rb"/(?:api|ws)/tables/([A-Za-z0-9][A-Za-z0-9_-]{7,15})(?:[/?].*)?")
_NO_PEER = "-"


class Forwarded(NamedTuple):
    """The original of a forwarded request: who sent it, and how."""

    target: str  # the process that is to serve it
    host: str  # of the peer; "-" if it has none
    port: int
    scheme: str

    @property
    def peer(self) -> tuple[str, int] | None:
        return None if self.host == _NO_PEER else (self.host, self.port)


def forwarded_from(target: str, peer: tuple[str, int] | None, scheme: str) -> Forwarded:
    host, port = peer if peer is not None else (_NO_PEER, 0)
    return Forwarded(target, host, port, scheme)


def sign(key: bytes, original: Forwarded, method: str, url: bytes) -> bytes:
    """Return the value of the header."""
    words = " ".join(map(str, original))
    return f"{words} {_digest(key, words, method, url)}".encode("latin-1")


def verify(key: bytes, header: bytes, method: str, url: bytes) -> Forwarded | None:
    """Return what a header states; None if its signature is invalid."""
    words, _, signature = header.decode("latin-1").rpartition(" ")
    expected = _digest(key, words, method, url)
    if not hmac.compare_digest(signature.encode(), expected.encode()):
        return None
    target, host, port, scheme = words.split(" ")
    return Forwarded(target, host, int(port), scheme)


def _digest(key: bytes, words: str, method: str, url: bytes) -> str:
    message = f"{words} {method} ".encode("latin-1") + url
    return hmac.digest(key, message, "sha256").hex()


def table_of(url: bytes) -> str | None:
    """Return the table that a request or websocket belongs to, by its path."""
    match = _PATH.fullmatch(url)
    return match[1].decode() if match is not None else None
