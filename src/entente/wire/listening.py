"""A listening socket, and its address."""

from __future__ import annotations

import socket


def bind(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes any free port. Raise OSError if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)  # from now on clients wait instead of being refused
    except OSError:
        listener.close()
        raise
    return listener


def address(listener: socket.socket) -> str:
    """Return the server's address for a browser."""
    host, port = listener.getsockname()[:2]
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1", "::1") else host
    return f"http://{shown}:{port}"
