"""Prepare msgspec decoders before threads need them."""

from __future__ import annotations

import msgspec


def prepare(*kinds: object) -> None:
    """Resolve types for decoding. msgspec does so on first use, and crashes the process if two
    threads do it at once; so call this where a type is defined or a game is created, in one
    thread."""
    for kind in kinds:
        msgspec.json.Decoder(kind)
