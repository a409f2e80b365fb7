"""What a person asked for that cannot be done."""

from __future__ import annotations

from entente.kernel import Message
from entente.kernel.message import Argument


class Mistake(Exception):
    """One clear line: what was wrong, and what would be right. The command ends with status 2."""

    def __init__(self, key: str, **args: Argument) -> None:
        super().__init__(key)
        self.message = Message(key, args)
