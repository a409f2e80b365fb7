"""The card that was played last, by whom and how, and what came of it, as the log has told it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from entente.games.turmoil.kinds import SideName
from entente.kernel import Catalog, Message, Recap, SeenEntry, Sentence
from entente.kernel.message import Argument, find_last

How = Literal["event", "ops", "both", "cancel", "naval", "scoring"]

EVENT = "log.event"
PLAYS: dict[str, How] = {
    "log.ops": "ops",
    "log.both": "both",
    "log.cancel": "cancel",
    "log.naval": "naval",
    "log.scoring": "scoring",
}
RESULTS = ("log.score", "log.gain", "log.lose", "log.tension", "log.outbreak")
SHOWN = ("log.stability", "log.mobilization")


class Roll(msgspec.Struct):
    """A die and what it was rolled for."""

    die: int
    said: Sentence


class ShownCard(msgspec.Struct):
    """A stability or mobilization card that was shown, and whose it is."""

    card: str
    side: SideName


class Play(msgspec.Struct):
    """A card on the table.

    `how` it was played; `event` says whether its event took place, be it that of the opponent
    within one's operations. `results` tell what it brought: scores, points, the war. `changes` is
    how much support came or went, by space and side.
    """

    card: str
    side: SideName
    how: How
    event: bool = False
    rolls: list[Roll] = []
    results: list[Sentence] = []
    changes: dict[str, dict[SideName, int]] = {}
    shown: list[ShownCard] = []


class TurmoilRecap(Recap):
    """What both players have seen happen last; `play` is None before the first card."""

    play: Play | None


def recap(log: Sequence[SeenEntry], catalog: Catalog) -> TurmoilRecap:
    """The last play."""
    start, play = last_play(log)
    if play is None:
        return TurmoilRecap(None)
    for _, message in log[start:]:
        follow(play, message, catalog)
    return TurmoilRecap(play)


def last_play(log: Sequence[SeenEntry]) -> tuple[int, Play | None]:
    """The line with which a card was last played."""
    start, play = find_last(log, PLAYS) or 0, None  # with such a line a card is always played anew
    for number, (_, message) in enumerate(log[start:], start):
        if message.key == EVENT or message.key in PLAYS:
            if begins(play, message):
                start, play = number, begun(message)
            elif play is not None and message.key == EVENT:
                play.event = True
    return start, play and Play(play.card, play.side, play.how)


def begins(before: Play | None, message: Message) -> bool:
    """Whether a card is played anew. An event of the card that lies on the table is part of it; a
    card played in the Naval Arms Race has no event."""
    if message.key != EVENT or before is None or before.how == "naval" or before.event:
        return True
    return message.args["card"] != before.card


def begun(message: Message) -> Play:
    card, side = str(message.args["card"]), str(message.args["side"])
    return Play(card, side, PLAYS.get(message.key, "event"), message.key == EVENT)


def follow(play: Play, message: Message, catalog: Catalog) -> None:
    """Take a line into account that was told since the card lies on the table."""
    key, args = message.key, message.args
    die = args.get("die")
    if isinstance(die, int) and die:
        play.rolls.append(Roll(die, catalog.sentence(message)))
    if key == EVENT and args["card"] == play.card:
        play.event = True
    elif key in RESULTS:
        play.results.append(catalog.sentence(message))
    elif key in SHOWN:
        play.shown.append(ShownCard(str(args["card"]), str(args["side"])))
    elif key in ("log.add", "log.remove"):
        count = int(str(args["count"]))
        change(play, args["space"], args["side"], count if key == "log.add" else -count)
    elif key == "log.shift":
        change(play, args["source"], args["side"], -1)
        change(play, args["target"], args["side"], 1)


def change(play: Play, space: Argument, side: Argument, by: int) -> None:
    there = play.changes.setdefault(str(space), {})
    there[str(side)] = there.get(str(side), 0) + by
