"""The wording of notices: the table, its turn or season, and the time left.

A player of several tables must be able to tell them apart by their notices: a table is named by its
title, and by the first letters of its address if the title is ambiguous.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import Any

from entente.kernel import Catalog, Message, registry
from entente.kernel.message import Argument
from entente.kernel.text import catalog_of
from entente.server.notices.kinds import NAMES_TIME_LEFT
from entente.server.storage.models import Notice

MARK = 4  # letters of a table's address that identify it
MINUTE = 60
WHOLE_HOURS_FROM = 6 * 60  # minutes; a longer time is given in whole hours
STAGE, ENDING = "stage", "ending"
VOTE = "notice.vote"
_LINKS = re.compile(r"(?<=\S)(://|[.@])(?=\S)")
SEATS = "names.seat"  # also in their forms inside sentences
BRIEF = {  # texts for channels that may have other readers
    "notice.proposal": "notice.proposal_brief",
    "notice.later_given": "notice.later_given_brief",
    "notice.ahead_partly": "notice.ahead_partly_brief",
}


def unlinked(text: str) -> str:
    """Return a text that no mail program turns into a link: anyone may name a table or event."""
    return _LINKS.sub(r"\1 ", text)


def mark_of(table_id: str) -> str:
    return table_id[:MARK]


def stage_args(stage: Mapping[str, Any] | None) -> dict[str, Argument]:
    """Return a turn or season as arguments of a notice: its key and its own arguments."""
    return _message_args(STAGE, stage)


def ending_args(outcome: Mapping[str, Any] | None) -> dict[str, Argument]:
    """Return how a game ended as arguments of a notice."""
    return _message_args(ENDING, outcome["reason"] if outcome is not None else None)


def _message_args(name: str, message: Mapping[str, Any] | None) -> dict[str, Argument]:
    """Return a stored message of a game as arguments: its key, and its arguments with a prefix."""
    if message is None:
        return {}
    inner = {f"{name}.{each}": value for each, value in message.get("args", {}).items()}
    return {name: message["key"], **inner}


def _message_of(name: str, args: Mapping[str, Any]) -> Message | None:
    """Return a message of a game that is among the arguments of a notice."""
    if (key := args.get(name)) is None:
        return None
    inner = f"{name}."
    own = {each[len(inner) :]: value for each, value in args.items() if each.startswith(inner)}
    return Message(key, own)


def notice_text(
    notice: Notice,
    language: str,
    now: float | None = None,
    zone: tzinfo = UTC,
    *,
    is_past: bool = False,
) -> str:
    """Return a notice in words, with the game's names and the time left, counted from `now`.

    Without the time if its deadline `is_past`.
    """
    moment = time.time() if now is None else now
    left = "" if is_past else time_left(notice, language, moment, zone)
    parts = (headline(notice, language), ending_words(notice, language), left)
    return " ".join(filter(None, parts))


def item_words(words: Catalog, item: str) -> str:
    """Return a proposed order as players write it, or a proposed term (`proposed.<name>`) in words:
    its place and its year fill the placeholders."""
    name, *rest = item.split()
    key = f"proposed.{name.lower()}"
    if key not in words:
        return words.write(item)
    place = words.name("province", rest[0]) if len(rest) > 1 else ""
    return words.say(Message(key, {"place": place, "year": rest[-1] if rest else ""}))


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
        args["orders"] = [item_words(words, order) for order in args["orders"]]
    args["table"] = table_words(ours, words, args)
    if "event" in args:
        args["what"] = event_words(game, args, language)
    if notice.key == VOTE:
        args["what"] = ours.say(Message(f"about.vote.{args['kind']}", args))
    return seat_catalog(game, language).line(Message(key, args))


def ending_words(notice: Notice, language: str) -> str:
    """Return how the game of a notice ended; nothing if the notice is about something else."""
    reason = _message_of(ENDING, notice.args)
    game = notice.args.get("game")
    if reason is None or game is None:
        return ""
    return registry.load(game).catalog(language).line(reason)


def time_left(notice: Notice, language: str, now: float, zone: tzinfo = UTC) -> str:
    """Return the time left to decide or to vote; nothing without a deadline or after it, and
    nothing if the notice asks for no decision."""
    is_vote = notice.key == VOTE
    if not is_vote and notice.key not in NAMES_TIME_LEFT:
        return ""
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
    stage = _message_of(STAGE, args)
    if stage is None:
        return named
    return ours.say(Message("about.stage", {"named": named, "stage": words.say(stage)}))


def time_words(ours: Catalog, seconds: float) -> str:
    """Return a duration in its two largest units; six hours and more in whole hours."""
    minutes = round(seconds / MINUTE)
    if minutes >= WHOLE_HOURS_FROM:
        minutes = round(minutes / 60) * 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        counted: dict[str, Argument] = {"days": days, "hours": hours}
        return ours.say(Message("about.days_hours" if hours else "about.days", counted))
    if hours:
        counted = {"hours": hours, "minutes": minutes}
        return ours.say(Message("about.hours_minutes" if minutes else "about.hours", counted))
    return ours.say(Message("about.minutes" if minutes else "about.moment", {"minutes": minutes}))
