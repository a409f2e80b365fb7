"""What a client accepts: languages and encodings, with their weights (RFC 9110, 12.5)."""

from __future__ import annotations

from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from entente.kernel.text import LANGUAGES

MOST = 30  # entries of a header that are read
ANY = "*"


def weights(header: str) -> dict[str, float]:
    """Return the entries of a header with their weights, in its order."""
    found: dict[str, float] = {}
    for part in header.split(",", MOST)[:MOST]:
        name, *parameters = (each.strip().lower() for each in part.split(";"))
        weight = 1.0
        for each in parameters:
            key, _, value = each.partition("=")
            if key.strip() == "q":
                weight = _number(value.strip())
        if name:
            found.setdefault(name, weight)
    return found


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if 0.0 <= value <= 1.0 else 0.0


def preferred_language(header: str, known: Collection[str] = LANGUAGES) -> str:
    """Return the known language that a client likes best, else the first one."""
    first = next(iter(known))
    best, most = first, 0.0
    for name, weight in weights(header).items():
        language = first if name == ANY else name.partition("-")[0]
        if language in known and weight > most:
            best, most = language, weight
    return best


def accepts_gzip(headers: Headers) -> bool:
    """Return whether a client takes answers packed by gzip."""
    found = weights(headers.get("accept-encoding", ""))
    return found.get("gzip", found.get("x-gzip", found.get(ANY, 0.0))) > 0.0


class PackedAnswers(GZipMiddleware):
    """Packs answers for clients that take them packed; Starlette ignores a weight of zero."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not accepts_gzip(Headers(scope=scope)):
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
