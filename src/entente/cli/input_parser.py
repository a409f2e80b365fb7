"""Parse what the player types: a command, an action, a repetition, a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from entente.cli.menus import numbered
from entente.cli.words import Words
from entente.kernel import LANGUAGES, Amount, Catalog, Menu, Pick, listed
from entente.kernel.reading import read
from entente.kernel.text import slug

COMMANDS = ("undo", "save", "log", "map", "list", "why", "rules", "help", "quit")
OPEN_PLAY = ("questions",)  # in games with open play
SHORT = {"q": "quit", "exit": "quit"}
MOST_TIMES = 999
HUGE = 9
_REPEATED = re.compile(r"(?P<text>.+?)\s+[x×](?P<times>\d+)")
_NUMBERS = re.compile(r"[-+]?\d+(\s+[x×]?\s*[-+]?\d*)*")
_COUNTED = re.compile(r"\b[x×](?=\d+\b)")


class ParsedInput(NamedTuple):
    """A command with its argument, or an action (`command` is empty) with a repeat count."""

    command: str
    text: str
    times: int = 1


class Interpretation(NamedTuple):
    """The actions a line may mean; `number` is set if a number was typed."""

    actions: list[str]
    number: int | None = None


def parse_input(
    text: str, menu: Menu, catalog: Catalog, commands: tuple[str, ...] = COMMANDS
) -> ParsedInput:
    """Tell commands from actions; an exact action is never a command."""
    if text.startswith("?"):
        return ParsedInput("explain", text[1:].strip())
    first, _, rest = text.partition(" ")
    command = command_words(commands).get(slug(first))
    if command and not _is_exact_action(text, menu, catalog):
        return ParsedInput(command, rest.strip())
    if isinstance(menu, Pick):
        return ParsedInput("", _COUNTED.sub("", text))
    repeated = _REPEATED.fullmatch(text)
    if repeated:
        many = repeated["times"]
        times = int(many) if len(many.lstrip("0")) <= len(str(MOST_TIMES)) else MOST_TIMES
        return ParsedInput("", repeated["text"], times)
    return ParsedInput("", text)


@lru_cache
def command_words(commands: tuple[str, ...] = COMMANDS) -> dict[str, str]:
    """Return the commands by their words in all languages."""
    return SHORT | {
        slug(words(f"play.command.{command}")): command
        for words in map(Words, LANGUAGES)
        for command in commands
    }


def commands_starting_with(
    text: str, words: Words, commands: tuple[str, ...] = COMMANDS
) -> list[str]:
    """Return the commands that a single word abbreviates."""
    known = {command: slug(words(f"play.command.{command}")) for command in commands}
    typed = slug(text)
    if not typed or " " in text.strip() or typed in known.values():
        return []
    return [command for command, word in known.items() if word.startswith(typed)]


def interpret(
    text: str, menu: Menu, catalog: Catalog, numbers: Sequence[str] | None = None
) -> Interpretation:
    """Return the actions that a number or a typed action may mean.

    `numbers` are the actions by the numbers shown earlier, if any.
    """
    if isinstance(menu, Amount):
        return Interpretation(read(text, menu, catalog))
    actions = numbers or numbered(menu)
    if text.isdecimal() and (actions or not isinstance(menu, Pick)):
        number = int(text) if len(text) < HUGE else 10**HUGE
        return Interpretation([actions[number - 1]] if 1 <= number <= len(actions) else [], number)
    if isinstance(menu, Pick):
        return Interpretation(_read_pick(text, menu, catalog))
    return Interpretation(read(text, menu, catalog))


def is_numbers(text: str) -> bool:
    """Return whether the text looks like numbers, valid or not: `-1`, `1 2`, `1 x-2`."""
    return _NUMBERS.fullmatch(text.strip()) is not None


def _read_pick(text: str, menu: Pick, catalog: Catalog) -> list[str]:
    """Parse a pick: numbers of things (`1 1 3`), or words with or without the verb."""
    numbers, items = text.split(), list(menu.items)
    if all(n.isdecimal() and len(n) < HUGE and 1 <= int(n) <= len(items) for n in numbers):
        text = " ".join(items[int(number) - 1] for number in numbers)
    return read(text, menu, catalog) or read(f"{menu.verb} {text}", menu, catalog)


def _is_exact_action(text: str, menu: Menu, catalog: Catalog) -> bool:
    """Return whether the text is exactly an action, in any spelling."""
    if text in menu:
        return True
    return any(text.lower() == catalog.write(action) for action in listed(menu) or ())
