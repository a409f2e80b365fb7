"""The frame of a user's websocket, which every page has open."""

from __future__ import annotations

import msgspec


class Called(msgspec.Struct, tag="called"):
    """Something has changed: the numbers of unread notices and of decisions that wait."""

    unread: int
    decisions: int
