"""Refusals of a request, in the reader's language."""

from __future__ import annotations

from entente.kernel import Message
from entente.kernel.message import Argument


class Problem(Exception):
    """A refusal by the server: an HTTP status and a message of `text/<language>`."""

    def __init__(self, status: int, key: str, /, **args: Argument) -> None:
        super().__init__(key)
        self.status = status
        self.message = Message(f"problem.{key}", args)
