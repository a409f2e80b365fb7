"""Several messages joined into one."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from entente.kernel import Catalog, Message, say


def join_messages(messages: Iterable[Message]) -> Message | None:
    """Return the messages in a row as one; None: there are none."""
    several = list(messages)
    if len(several) < 2:
        return several[0] if several else None
    return say("hint.several", sentences=msgspec.json.encode(several).decode())


def unpack_messages(word: str, catalog: Catalog) -> str:
    """Return the sentences of messages that were packed in a word."""
    messages = msgspec.json.decode(word, type=list[Message])
    return " ".join(catalog.line(message) for message in messages)
