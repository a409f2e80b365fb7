"""Types that are read from JSON, worked out before threads need them."""

from __future__ import annotations

import msgspec


def prepare(*kinds: object) -> None:
    """Work out what types are made of. msgspec does so when it first reads one, and crashes the
    whole process when two threads do that at once: so it is done where a type is defined, or where
    a game is made, which happens once and for one thread at a time."""
    for kind in kinds:
        msgspec.json.Decoder(kind)
