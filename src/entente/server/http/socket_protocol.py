"""uvicorn's websocket, with a short way out for frames.

Through ASGI, a frame passes a queue, a task and every middleware. A table sends several for each
action; while the client keeps up, they are written to the connection at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

WRITE = "entente.write"  # extension of the ASGI scope
_TEXT = 0x81  # a whole message of text in one frame, unmasked, as servers send it
_SHORT, _MEDIUM = 126, 1 << 16  # payloads below have a length of 7 and of 16 bits
_BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

Write = Callable[[bytes], bool]


class SocketProtocol(WebSocketsSansIOProtocol):
    """A websocket whose application may write text frames directly."""

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.close_sent:
            self._refuse_handshake()

    def _refuse_handshake(self) -> None:
        """Refuse a handshake with a body or too many headers, which uvicorn leaves unanswered."""
        self.handshake_complete = self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()) or _BAD_REQUEST)
        self.transport.close()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent and not self.conn.extensions:  # an extension may change frames
            self.scope["extensions"][WRITE] = {WRITE: self.write_text}

    def write_text(self, text: bytes) -> bool:
        """Write a frame; return False if that has to wait, or the connection is being closed."""
        is_open = self.handshake_complete and not self.close_sent
        if not is_open or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(_head(len(text)) + text)
        return True


def writer_of(scope: Scope) -> Write | None:
    """Return what writes frames directly, if the server offers it."""
    return cast(Write | None, scope.get("extensions", {}).get(WRITE, {}).get(WRITE))


def _head(length: int) -> bytes:
    if length < _SHORT:
        return bytes((_TEXT, length))
    if length < _MEDIUM:
        return bytes((_TEXT, _SHORT)) + length.to_bytes(2, "big")
    return bytes((_TEXT, _SHORT + 1)) + length.to_bytes(8, "big")
