"""Links that work without a login: signed with a key of this server.

The link in a mail that ends a kind of mails, and the address of a user's calendar.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

from entente.server.notices.kinds import KINDS
from entente.server.notices.push import encode
from entente.server.storage.database import Sessions
from entente.server.storage.shared_secrets import shared_key

NAME = "links"
LENGTH = 18  # bytes of a signature
ALL = "all"  # every kind of mail


class Unsubscription(NamedTuple):
    """Whose mails end, and which kind of them."""

    user_id: int
    kind: str


class LinkKey:
    """The key of signed links, created once; several processes agree on the first."""

    def __init__(self, sessions: Sessions) -> None:
        self._key = shared_key(sessions, NAME)

    def _sign(self, *parts: object) -> str:
        text = "\n".join(map(str, parts)).encode()
        return encode(hmac.digest(self._key, text, hashlib.sha256)[:LENGTH])

    def unsubscribe_token(self, user_id: int, kind: str, address: str) -> str:
        """Return the token that ends a kind of mails to an address."""
        return f"{user_id}.{kind}.{self._sign('unsubscribe', user_id, kind, address)}"

    def parse_unsubscription(self, token: str) -> Unsubscription | None:
        """Return what a token asks for, not yet verified; None if it is none of ours."""
        number, _, rest = token.partition(".")
        kind = rest.partition(".")[0]
        is_number = number.isascii() and number.isdecimal() and len(number) < 10
        if not is_number or kind not in (*KINDS, ALL):
            return None
        return Unsubscription(int(number), kind)

    def calendar_token(self, user_id: int, nonce: str) -> str:
        """Return the secret part of the address of a user's calendar."""
        return f"{user_id}.{self._sign('calendar', user_id, nonce)}"

    def parse_calendar(self, token: str) -> int | None:
        """Return whose calendar a token names, not yet verified."""
        number = token.partition(".")[0]
        is_number = number.isascii() and number.isdecimal() and len(number) < 10
        return int(number) if is_number else None


def same(one: str, other: str) -> bool:
    """Compare secrets in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())
