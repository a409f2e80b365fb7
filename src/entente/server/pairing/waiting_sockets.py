"""Sockets of people who wait: they keep the request alive, and bring the news of the queue."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import msgspec

from entente.server.pairing.requests import PairingInfo

QUEUE = 50  # queued frames before a slow reader is dropped
_encode = msgspec.json.Encoder().encode


class WaitingSocket:
    """A connection of a person; the session or token it came with is its `key`."""

    def __init__(self, user_id: int, key: str) -> None:
        self.user_id = user_id
        self.key = key
        self.frames: asyncio.Queue[str | None] = asyncio.Queue(QUEUE)  # None: close
        self._sent = b""
        self.is_handed_over = False  # closed because this process is about to stop

    def send(self, state: PairingInfo) -> None:
        """Queue a state unless it says the same as the last one."""
        content = _encode((state.request, state.table, state.answer_until))
        if content != self._sent:
            self._sent = content
            self._put(_encode(state).decode())

    def close(self) -> None:
        while self.frames.full():
            self.frames.get_nowait()
        self.frames.put_nowait(None)

    def hand_over(self) -> None:
        """Close the socket; the client reconnects to another process."""
        self.is_handed_over = True
        self.close()

    def _put(self, text: str) -> None:
        try:
            self.frames.put_nowait(text)
        except asyncio.QueueFull:
            self.close()


class WaitingSockets:
    """The sockets of this process, by user. Used by the event loop's thread only."""

    def __init__(self) -> None:
        self._of: dict[int, set[WaitingSocket]] = {}

    def add(self, socket: WaitingSocket) -> None:
        self._of.setdefault(socket.user_id, set()).add(socket)

    def discard(self, socket: WaitingSocket) -> None:
        there = self._of.get(socket.user_id, set())
        there.discard(socket)
        if not there:
            self._of.pop(socket.user_id, None)

    def all(self) -> list[WaitingSocket]:
        return [socket for there in self._of.values() for socket in there]

    def users(self) -> set[int]:
        return set(self._of)

    def of(self, user_id: int) -> Iterable[WaitingSocket]:
        return tuple(self._of.get(user_id, ()))

    def send(self, states: dict[int, PairingInfo]) -> None:
        for user_id, state in states.items():
            for socket in self.of(user_id):
                socket.send(state)

    def close_revoked(self, keys: dict[int, set[str]]) -> None:
        """Close the sockets of users with other sessions or tokens than these."""
        for user_id, valid in keys.items():
            for socket in self.of(user_id):
                if socket.key not in valid:
                    socket.close()
