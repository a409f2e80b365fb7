"""Keys that all processes of a server share, created once and stored in the database."""

from __future__ import annotations

import secrets

from sqlalchemy.exc import IntegrityError

from entente.server.storage.database import Sessions
from entente.server.storage.models import Secret


def shared_key(sessions: Sessions, name: str) -> bytes:
    """Return the key of this name; several processes agree on the first."""
    with sessions() as session:
        known = session.get(Secret, name)
    if known is None:
        try:
            with sessions.begin() as session:
                session.add(Secret(name=name, value=secrets.token_hex(32)))
        except IntegrityError:
            pass  # another process was faster
        with sessions() as session:
            known = session.get_one(Secret, name)
    return bytes.fromhex(known.value)
