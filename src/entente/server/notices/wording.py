"""The wording of notices: the table, its turn or season, and the time left.

A player of several tables must be able to tell them apart by their notices: a table is named by its
title, and by the first letters of its address if the title is ambiguous.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import Any

from entente.kernel import Catalog, Message, registry
from entente.kernel.message import Argument
from entente.kernel.text import catalog_of
from entente.server.storage.models import Notice

MARK = 4  # letters of a table's address that identify it
MINUTE = 60
STAGE = "stage"
VOTE = "notice.vote"
SEATS = "names.seat"  # also in their forms inside sentences
BRIEF = {  # texts for channels that may have other readers
    "notice.proposal": "notice.proposal_brief",
    "notice.later_given": "notice.later_given_brief",
    "notice.ahead_partly": "notice.ahead_partly_brief",
}


def mark_of(table_id: str) -> str:
    return table_id[:MARK]


def stage_args(stage: Mapping[str, Any] | None) -> dict[str, Argument]:
    """Return a turn or season as arguments of a notice: its key and its own arguments."""
    if stage is None:
        return {}
    return {
        STAGE: stage["key"],
        **{f"{STAGE}.{name}": each for name, each in stage["args"].items()},
    }


def notice_text(notice: Notice, language: str, now: float | None = None, zone: tzinfo = UTC) -> str:
    """Return a notice in words, with the game's names and the time left, counted from `now`."""
    left = time_left(notice, language, time.time() if now is None else now, zone)
    text = headline(notice, language)
    return f"{text} {left}" if left else text


def headline(notice: Notice, language: str, *, quote: bool = True) -> str:
    """Return a notice in words, without the time left.

    Without `quote` it keeps proposed and prepared orders to itself: a mail or a chat room may have
    other readers.
    """
    args: dict[str, Any] = dict(notice.args)
    ours = catalog_of("entente.server", language)
    key = notice.key if quote else BRIEF.get(notice.key, notice.key)
    if (game := args.get("game")) is None:
        return ours.line(Message(key, args))
    words = registry.load(game).catalog(language)
    if "orders" in args:
        args["orders"] = [words.write(order) for order in args["orders"]]
    args["table"] = table_words(ours, words, args)
    if "event" in args:
        args["what"] = event_words(game, args, language)
    if notice.key == VOTE:
        args["what"] = ours.say(Message(f"about.vote.{args['kind']}", args))
    return seat_catalog(game, language).line(Message(key, args))


def time_left(notice: Notice, language: str, now: float, zone: tzinfo = UTC) -> str:
    """Return the time left to decide or to vote; nothing without a deadline, or after it."""
    is_vote = notice.key == VOTE
    due = float(notice.args.get("expires" if is_vote else "due") or 0)
    if due <= now:
        return ""
    ours = catalog_of("entente.server", language)
    local = datetime.fromtimestamp(due, zone)
    until = f"{local:%Y-%m-%d %H:%M} {local.tzname()}"
    args: dict[str, Argument] = {"left": time_words(ours, due - now), "until": until}
    return ours.line(Message("about.vote_until" if is_vote else "about.time_left", args))


def event_words(
    game: str, args: Mapping[str, Any], language: str, *, sentence: bool = False
) -> str:
    """Return what happened at a table outside the game, in words: `event` with its arguments.

    As part of a sentence, or as one of its own.
    """
    catalog = seat_catalog(game, language)
    length = {"span": time_words(catalog, args["minutes"] * MINUTE)} if "minutes" in args else {}
    message = Message(f"event.{args['event']}", {**args, **length})
    return catalog.line(message) if sentence else catalog.say(message)


@lru_cache(maxsize=64)
def seat_catalog(game: str, language: str) -> Catalog:
    """Our texts, with the names that a game gives its seats."""
    words = registry.load(game).catalog(language).texts
    seats = {key: text for key, text in words.items() if key.startswith(SEATS)}
    return Catalog(language, {**catalog_of("entente.server", language).texts, **seats})


def table_words(ours: Catalog, words: Catalog, args: Mapping[str, Any]) -> str:
    """Return a table's game, title or address, and turn."""
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
    """Return a duration in its two largest units."""
    minutes = round(seconds / MINUTE)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        counted: dict[str, Argument] = {"days": days, "hours": hours}
        return ours.say(Message("about.days_hours" if hours else "about.days", counted))
    if hours:
        counted = {"hours": hours, "minutes": minutes}
        return ours.say(Message("about.hours_minutes" if minutes else "about.hours", counted))
    return ours.say(Message("about.minutes" if minutes else "about.moment", {"minutes": minutes}))
