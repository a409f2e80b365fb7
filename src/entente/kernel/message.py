"""Messages: a key and parameters. The reader's language makes the sentence."""

from __future__ import annotations

from collections.abc import Container, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

Argument = str | int | list[str] | dict[str, int]


class Message(msgspec.Struct, frozen=True, gc=False):
    """A sentence to be: `key` names it in the catalogues, `args` fill its gaps."""

    key: str
    args: dict[str, Argument] = {}


def say(key: str, /, **args: Argument) -> Message:
    """Short way to write a message in the rules."""
    return Message(key, args)


class ActionPart(NamedTuple):
    """A part of an action that is written in parts: what it says, and what is to be doubted."""

    text: Message
    doubts: tuple[Message, ...] = ()


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A line of the log. With `to`, only those seats read `message`; the others read `public`."""

    message: Message
    to: list[str] | None = None
    public: Message | None = None

    def seen_by(self, seat: str | None) -> Message | None:
        """What this seat (None: a spectator) may read of the line."""
        if self.to is None or seat in self.to:
            return self.message
        return self.public

    def known_to(self, seat: str) -> Entry | None:
        """The line without what this seat may not read; None: it knows of no line."""
        if self.to is None or seat in self.to:
            return self
        return None if self.public is None else Entry(self.public)


class SeenEntry(NamedTuple):
    """A line of the log as somebody has read it; `move` counts the moves made by then."""

    move: int
    message: Message


def last_told(log: Sequence[SeenEntry], keys: Container[str], end: int | None = None) -> int | None:
    """Where one of these messages was told last (before `end`); from behind, since logs are long
    and what is asked for is most often near."""
    for number in range((len(log) if end is None else end) - 1, -1, -1):
        if log[number].message.key in keys:
            return number
    return None


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why something may not be done: the rule's section and a message."""

    section: str
    message: Message


def refuse(section: str, key: str, /, **args: Argument) -> Refusal:
    """Short way to write a refusal in the rules."""
    return Refusal(section, Message(key, args))


class IllegalAction(Exception):
    """An action that the rules do not allow; `refusal` says why."""

    def __init__(
        self, refusal: Refusal, action: str, seat: str, package: str = "entente.kernel"
    ) -> None:
        super().__init__(refusal, action, seat, package)
        self.refusal = refusal
        self.action = action
        self.seat = seat
        self.package = package  # whose texts have the reason

    def __str__(self) -> str:
        """A sentence in English, with the section of the rule."""
        rule = "" if self.refusal.section == "0" else f" [{self.refusal.section}]"
        return f"{self.seat}: “{self.action}” is not allowed: {self._reason()}{rule}"

    def _reason(self) -> str:
        # Texts are made of messages: they cannot be imported before this module is there.
        from entente.kernel.text import MissingText, catalog_of

        for package in (self.package, "entente.kernel"):
            with suppress(MissingText, ModuleNotFoundError, TypeError):  # a module has no texts
                return catalog_of(package, "en").strict.say(self.refusal.message)
        return self.refusal.message.key  # of a game without texts
