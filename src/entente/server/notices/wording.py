"""How a notice is worded: which table it is about, its turn or season, and the time that is left.

Whoever plays at several tables must be able to tell them apart by their notices alone: a table is
named by its title, and by the first letters of its address where the title does not do.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from entente.kernel import Catalog, Message, registry
from entente.kernel.message import Argument
from entente.kernel.text import catalog_of
from entente.server.storage.models import Notice

MARK = 4  # letters of a table's address that tell it from others
MINUTE = 60
STAGE = "stage"
SEATS = "names.seat"  # also in their forms inside sentences


def mark_of(table_id: str) -> str:
    return table_id[:MARK]


def stage_args(stage: Mapping[str, Any] | None) -> dict[str, Argument]:
    """A turn or season among the arguments of a notice: its key, and beside it what fills its
    gaps."""
    if stage is None:
        return {}
    return {
        STAGE: stage["key"],
        **{f"{STAGE}.{name}": each for name, each in stage["args"].items()},
    }


def said(notice: Notice, language: str, now: float | None = None) -> str:
    """A notice in words; the things it names by the names that its game gives them. What is left
    to decide is counted from `now`."""
    args: dict[str, Any] = dict(notice.args)
    ours = catalog_of("entente.server", language)
    if (game := args.get("game")) is not None:
        words = registry.load(game).catalog(language)
        if "orders" in args:
            args["orders"] = [words.write(order) for order in args["orders"]]
        args["table"] = table_words(ours, words, args)
        told = _with_seats(game, language).line(Message(notice.key, args))
    else:
        told = ours.line(Message(notice.key, args))
    due = float(args.get("due") or 0)
    left = due - (time.time() if now is None else now)
    if left <= 0:
        return told
    until = datetime.fromtimestamp(due, UTC).strftime("%Y-%m-%d %H:%M")
    more = Message("about.time_left", {"left": time_words(ours, left), "until": until})
    return f"{told} {ours.line(more)}"


@lru_cache(maxsize=64)
def _with_seats(game: str, language: str) -> Catalog:
    """Our texts, with the names that a game gives its seats."""
    words = registry.load(game).catalog(language).texts
    seats = {key: text for key, text in words.items() if key.startswith(SEATS)}
    return Catalog(language, {**catalog_of("entente.server", language).texts, **seats})


def table_words(ours: Catalog, words: Catalog, args: Mapping[str, Any]) -> str:
    """A table by its game, its title or address, and the turn that the game has come to."""
    game, title, mark = words.get("info.title"), args.get("title"), args.get("mark")
    if title:
        key = "about.titled_twin" if mark else "about.titled"
    else:
        key = "about.untitled" if mark else "about.game"
    named = ours.say(Message(key, {"game": game, "title": title or "", "mark": mark or ""}))
    stage = args.get(STAGE)
    if stage is None:
        return named
    inner = f"{STAGE}."
    own = {name[len(inner) :]: each for name, each in args.items() if name.startswith(inner)}
    reached = words.say(Message(stage, own))
    return ours.say(Message("about.stage", {"named": named, "stage": reached}))


def time_words(ours: Catalog, seconds: float) -> str:
    """So much time, in its two largest units."""
    minutes = round(seconds / MINUTE)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        counted: dict[str, Argument] = {"days": days, "hours": hours}
        return ours.say(Message("about.days_hours" if hours else "about.days", counted))
    if hours:
        counted = {"hours": hours, "minutes": minutes}
        return ours.say(Message("about.hours_minutes" if minutes else "about.hours", counted))
    return ours.say(Message("about.minutes" if minutes else "about.moment", {"minutes": minutes}))
