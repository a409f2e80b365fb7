"""Sealed orders, read from the log once they are revealed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from entente.games.diplomacy.answers.slots import DISBAND, ORDERS, VOTE
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.rules.adjustments import BUILD, REMOVE, WAIVE
from entente.games.diplomacy.state import DiplomacyState
from entente.kernel import Message, Position, Seat, Slots

RESULT, RETREATS, CLASH = "log.result.", "log.retreats", "log.retreat_clash"
DISBANDS, BUILDS, REMOVES = "log.disbands", "log.builds", "log.removes"
OTHERS = (RETREATS, CLASH, DISBANDS, BUILDS, REMOVES)


def is_revealed_order(
    position: Position[DiplomacyState, DiplomacyContext], seat: Seat, message: Message
) -> bool:
    """Whether a log line is about an order of a seat."""
    known = message.key.startswith(RESULT) or message.key in OTHERS
    return known and message.args.get("power") in position.context.powers_of(seat)


def revealed_answer(
    position: Position[DiplomacyState, DiplomacyContext], seat: Seat, messages: Sequence[Message]
) -> str | None:
    """Return the answer of a seat, from such lines. Votes are not revealed: the vote is taken to be
    to play on. A build without a line was waived."""
    decision = position.decision(seat)
    if decision is None or not isinstance(decision.menu, Slots):
        return None
    left = [set(_orders(message)) for message in messages]
    answers = list[str]()
    for slot, choices in decision.menu.slots.items():
        if slot == VOTE:
            answers.append(ORDERS)
            continue
        mine = next((each for each in left if each & set(choices)), None)
        if mine is not None:
            left.remove(mine)
            answers.append(next(choice for choice in choices if choice in mine))
        elif WAIVE in choices:
            answers.append(WAIVE)
        else:
            return None
    return decision.menu.canonical("; ".join(answers))


def _orders(message: Message) -> Iterator[str]:
    """How the order behind a line may be written: the line names no coast of a retreat."""
    args = message.args
    if message.key.startswith(RESULT):
        yield str(args["order"])
    elif message.key in (RETREATS, CLASH):
        for coast in ("", "/NC", "/SC", "/EC", "/WC"):
            yield f"{args['unit']} - {args['province']}{coast}"
    elif message.key == DISBANDS:
        yield f"{args['unit']} {DISBAND}"
    else:
        yield f"{BUILD if message.key == BUILDS else REMOVE} {args['unit']}"
