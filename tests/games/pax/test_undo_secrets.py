"""Undo in open play (P81), which reveals nothing hidden (14).

Two games go the same way in the open; in one of them two seats also deal in secret. No other seat
can tell by its undo options which of the two it plays.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from entente.kernel import Match, Seat
from entente.kernel.registry import load
from tests.amount import amount

Playing = Match[Any, Any]
GAME = load("pax")
DEALERS = ("russia", "italy")
OUTSIDERS = ("great_britain", "germany", "france", "united_states", "japan")
SECRET = "offer with=[{to}]; secret=yes; clauses=[no_war power={by}; towards=[{to}]]"


def at_movement(seed: str = "undo") -> Playing:
    """The first movement phase of a game of seven."""
    match: Playing = Match(GAME, {"players": 7}, seed)
    while match.state.phase != "movement":
        seat, decision = next(iter(match.position.required_by_seat().items()))
        match.act(seat, decision.menu.sample(Random(seed)))
    return match


def order(match: Playing, seat: Seat, rng: Random) -> str:
    """Something that a seat does in the open; now and then it is ready."""
    decision = next(
        each for each in match.position.decisions_for(seat) if each.step == "open_movement"
    )
    if rng.random() < 0.3 and "ready" in decision.menu:
        return "ready"
    return decision.menu.sample(rng)


def open_order(match: Playing, seat: Seat) -> str:
    """An order other than to be ready."""
    rng = Random(5)
    while (action := order(match, seat, rng)) == "ready":
        pass
    return action


def could_be_ready(match: Playing) -> list[Seat]:
    """The seats without a duty."""
    decisions = [each for each in match.position.decisions if each.step == "open_movement"]
    return [each.seat for each in decisions if "ready" in each.menu]


# -- undo after ready


def test_ready_can_be_undone_after_others_are_ready() -> None:
    """P81: nothing has been revealed since."""
    match = at_movement()
    first, second, third = could_be_ready(match)[:3]
    for seat in (first, second, third):
        match.act(seat, "ready")
    assert match.undoable(first) == 1
    assert match.undo(first).action == "ready"
    assert match.state.moving.ready == (second, third)
    assert match.state.moving.reopened == {}
    assert match.can_undo(second)
    assert not match.can_undo(first)


def test_ready_cannot_be_undone_after_another_seat_acts() -> None:
    """P81: an order is public at once."""
    match = at_movement()
    first, second = could_be_ready(match)[:2]
    match.act(first, "ready")
    match.act(second, open_order(match, second))
    assert not match.can_undo(first)


def test_an_order_is_not_taken_back_after_others_are_ready() -> None:
    """P81 is about `ready`: who says so has seen the order."""
    match = at_movement()
    first, second, third = could_be_ready(match)[:3]
    match.act(first, open_order(match, first))
    assert match.can_undo(first)
    match.act(first, "ready")
    match.act(second, "ready")
    assert match.undoable(first) == 1
    assert match.undo(first).action == "ready"
    assert not match.can_undo(first)
    assert match.can_undo(second)
    assert third not in match.state.moving.ready


def test_the_last_ready_cannot_be_undone() -> None:
    """P81: in the negotiation phase too, where no die follows."""
    match = at_movement()
    rng = Random(1)
    while match.state.phase != "negotiation":
        seat, decision = next(iter(match.position.required_by_seat().items()))
        default = match.position.bind(decision).default_answer()
        match.act(seat, default or decision.menu.sample(rng), window=decision.window)
    for seat in match.seats[:-1]:
        match.act(seat, "ready")
        assert match.can_undo(seat)
    assert all(match.can_undo(seat) for seat in match.seats[:-1])
    match.act(match.seats[-1], "ready")
    assert match.state.phase != "negotiation"
    assert not any(match.can_undo(seat) for seat in match.seats)


# -- secrets


def test_a_private_offer_of_others_stops_no_undo() -> None:
    """14: Russia offers Italy a secret treaty; Italy signs, and watches Germany. France may take
    its ready back as before, and what the others have agreed stays."""
    match = at_movement()
    match.act("france", "ready")
    for seat, action in (
        ("russia", SECRET.format(by="russia", to="italy")),
        ("italy", "sign italy.russia-1"),
        ("italy", "watch germany"),
    ):
        match.act(seat, action)
        assert match.undoable("france") == 1
    assert match.undo("france").action == "ready"
    assert match.state.treaties["italy.russia-1"].state == "in_force"
    assert match.state.watched == {"italy": ("germany",)}
    assert [move.seat for move in match.moves[-3:]] == ["russia", "italy", "italy"]


def test_an_offer_to_oneself_stops_an_undo() -> None:
    """The addressee knows of it: Italy may not take back what it did before."""
    match = at_movement()
    match.act("italy", "watch france")
    match.act("russia", SECRET.format(by="russia", to="italy"))
    assert not match.can_undo("italy")
    assert match.can_undo("russia")


def test_money_that_moves_stops_an_undo() -> None:
    """14: a clause of a secret treaty moves money, which is public."""
    match = at_movement()
    match.state.treasury["russia"] = 30
    match.state.earmarks = {}
    match.act("france", "watch egypt")
    pay = "pay from=russia; to=italy; amount=pounds 1; due=now"
    match.act("russia", f"offer with=[italy]; secret=yes; clauses=[{pay}]")
    assert match.can_undo("france")
    match.act("italy", "sign italy.russia-1")
    assert not match.can_undo("france")


def secret_dealing(match: Playing, rng: Random) -> None:
    """One of the dealers does something secret."""
    by = rng.choice(DEALERS)
    to = next(each for each in DEALERS if each != by)
    desk = next(each for each in match.position.decisions_for(by) if each.step == "desk")
    known = [a for a in ("sign", "decline", "retract", "end", "release") for a in _about(match, a)]
    choices = [each for each in known if each in desk.menu]
    choices.append(SECRET.format(by=by, to=to))
    choices.append(f"watch {rng.choice((to, 'egypt', 'siam', 'cuba'))}")
    choices = [each for each in choices if each in desk.menu]
    if choices:
        match.act(by, rng.choice(choices), window=desk.window)


def _about(match: Playing, verb: str) -> list[str]:
    return [f"{verb} {name}" for name in match.state.treaties if name.startswith("italy.russia-")]


def seen(match: Playing, seat: Seat) -> bytes:
    """Return what a seat sees, except the log of the last action."""
    view = match.position.view(seat)
    view.news = ()
    return msgspec.json.encode(view)


@pytest.mark.amount
@pytest.mark.parametrize("seed", range(amount(2, 60)))
def test_the_undo_options_are_the_same_with_and_without_secrets(seed: int) -> None:
    """14: two positions that differ only in what is hidden; also after an undo."""
    rng, secret = Random(seed), Random(seed + 1000)
    plain, other = at_movement(str(seed)), at_movement(str(seed))
    undone = 0
    for _ in range(25):
        seat, could = rng.choice(OUTSIDERS), [s for s in OUTSIDERS if plain.can_undo(s)]
        if could and rng.random() < 0.4:
            seat = rng.choice(could)
            assert plain.undo(seat).action == other.undo(seat).action
            undone += 1
        elif any(each.step == "open_movement" for each in plain.position.decisions_for(seat)):
            action = order(plain, seat, rng)
            for match in (plain, other):
                match.act(seat, action)
        for _ in range(secret.randrange(3)):
            secret_dealing(other, secret)
        for each in OUTSIDERS:
            assert plain.undoable(each) == other.undoable(each), each
            assert seen(plain, each) == seen(other, each)
    assert len(other.moves) > len(plain.moves)
    assert undone
