"""The recap of the last card, from the log: who played it, how, and its effects."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

import msgspec

from entente.games.turmoil.kinds import SideName
from entente.kernel import Catalog, Message, Recap, SeenEntry, Sentence
from entente.kernel.message import Argument, find_last
from entente.kernel.seen_log import remembered

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
    """A die and its purpose."""

    die: int
    text: Sentence


class ShownCard(msgspec.Struct):
    """A revealed stability or mobilization card and its owner."""

    card: str
    side: SideName


class Play(msgspec.Struct):
    """A card on the table.

    `how` it was played; `event` is whether its event took place, including an opponent's event
    within operations. `results` list its effects: scores, points, the war. `changes` are the
    changes of support by space and side.
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
    """The last play, as both players saw it; `play` is None before the first card."""

    play: Play | None


def recap(log: Sequence[SeenEntry], catalog: Catalog) -> TurmoilRecap:
    """Build the recap of the last play."""
    start = find_last(log, PLAYS) or 0  # such a line always starts a new play
    return remembered(log, start, None, ("play", catalog.language), partial(of_play, catalog))


def of_play(catalog: Catalog, log: Sequence[SeenEntry]) -> TurmoilRecap:
    """Build the recap of the last play in some lines."""
    start, play = last_play(log)
    if play is None:
        return TurmoilRecap(None)
    for _, message in log[start:]:
        follow(play, message, catalog)
    return TurmoilRecap(play)


def last_play(log: Sequence[SeenEntry]) -> tuple[int, Play | None]:
    """Return the log line of the last card play."""
    start, play = 0, None
    for number, (_, message) in enumerate(log):
        if message.key == EVENT or message.key in PLAYS:
            if begins(play, message):
                start, play = number, new_play(message)
            elif play is not None and message.key == EVENT:
                play.event = True
    return start, play and Play(play.card, play.side, play.how)


def begins(before: Play | None, message: Message) -> bool:
    """Return whether a line starts a new play. An event of the card on the table belongs to the
    play; a card played in the Naval Arms Race has no event."""
    if message.key != EVENT or before is None or before.how == "naval" or before.event:
        return True
    return message.args["card"] != before.card


def new_play(message: Message) -> Play:
    card, side = str(message.args["card"]), str(message.args["side"])
    return Play(card, side, PLAYS.get(message.key, "event"), message.key == EVENT)


def follow(play: Play, message: Message, catalog: Catalog) -> None:
    """Add a log line written since the card was played."""
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
