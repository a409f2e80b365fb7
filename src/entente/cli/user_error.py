"""Errors in what a user asked for, in the texts of the command."""

from __future__ import annotations

from entente.kernel import Message, UserError
from entente.kernel.message import Argument


class NotReplayed(UserError):
    """A record that is sound and cannot be replayed as it was played. The command ends with
    status 1."""


def user_error(key: str, because: UserError | None = None, **args: Argument) -> UserError:
    """One clear line: what was wrong, and what would be right. The command ends with status 2."""
    return UserError(Message(key, args), "entente.cli", because.text if because else None)
