"""Messages: a key and parameters, rendered in the reader's language."""

from __future__ import annotations

from collections.abc import Container, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

Argument = str | int | list[str] | dict[str, int]


class Message(msgspec.Struct, frozen=True, gc=False):
    """A translatable sentence."""

    key: str
    """The key of the text in the catalogues."""
    args: dict[str, Argument] = {}
    """What fills the gaps of the text."""

    def __hash__(self) -> int:
        return hash((self.key, frozenset((k, _hashable(v)) for k, v in self.args.items())))


def _hashable(value: Argument) -> object:
    if isinstance(value, dict):
        return frozenset(value.items())
    return tuple(value) if isinstance(value, list) else value


def say(key: str, /, **args: Argument) -> Message:
    """Create a message; short for use in rules."""
    return Message(key, args)


class ActionPart(NamedTuple):
    """A part of an action that is written in parts: its text, and doubts about it."""

    text: Message
    doubts: tuple[Message, ...] = ()


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A log entry. With `to`, only those seats read `message`; the others read `public`."""

    message: Message
    to: list[str] | None = None
    public: Message | None = None

    def seen_by(self, seat: str | None) -> Message | None:
        """Return what a seat (None: a spectator) may read of the entry."""
        if self.to is None or seat in self.to:
            return self.message
        return self.public

    def known_to(self, seat: str) -> Entry | None:
        """Return the entry without what this seat may not read; None if it sees no entry."""
        if self.to is None or seat in self.to:
            return self
        return None if self.public is None else Entry(self.public)


class SeenEntry(NamedTuple):
    """A log entry as a seat has read it; `move` counts the moves made by then."""

    move: int
    message: Message


def find_last(log: Sequence[SeenEntry], keys: Container[str], end: int | None = None) -> int | None:
    """Return the index of the last of these messages (before `end`). The search runs backwards,
    since logs are long and the message is usually near the end."""
    for number in range((len(log) if end is None else end) - 1, -1, -1):
        if log[number].message.key in keys:
            return number
    return None


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why something is not allowed."""

    section: str
    """The section of the rules; `0` if no rule is behind it."""
    message: Message
    """The reason."""


def refuse(section: str, key: str, /, **args: Argument) -> Refusal:
    """Create a refusal; short for use in rules."""
    return Refusal(section, Message(key, args))


class IllegalAction(Exception):
    """An action that the rules do not allow. Its text is an English sentence.

    Attributes:
        refusal: Why not: the section of the rules and a message in any language.
        action: The action.
        seat: The seat that tried it.
        package: The package whose catalogue has the reason.
    """

    def __init__(
        self, refusal: Refusal, action: str, seat: str, package: str = "entente.kernel"
    ) -> None:
        super().__init__(refusal, action, seat, package)
        self.refusal = refusal
        self.action = action
        self.seat = seat
        self.package = package

    def __str__(self) -> str:
        """Return an English sentence with the section of the rule."""
        rule = "" if self.refusal.section == "0" else f" [{self.refusal.section}]"
        seat = f"{self.seat}: " if self.seat else ""
        return f"{seat}“{self.action}” is not allowed: {self._reason()}{rule}"

    def _reason(self) -> str:
        # Imported late: the catalogue imports this module.
        from entente.kernel.text import MissingText, catalog_of

        for package in (self.package, "entente.kernel"):
            with suppress(
                MissingText, ModuleNotFoundError, TypeError
            ):  # not every package has texts
                return catalog_of(package, "en").strict.say(self.refusal.message)
        return self.refusal.message.key  # a game without texts
