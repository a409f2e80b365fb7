"""The last play as data, the figures of the view, and the dice of the log."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from entente.games.turmoil import create
from entente.games.turmoil.board import ANNEXED, CONGO, NORWAY, RESTORED, SECULAR
from entente.games.turmoil.recap import Play, ShownCard
from entente.games.turmoil.standings import Held, Terrain
from entente.kernel import Match, Message, SeenEntry, registry, say
from entente.kernel.message import Argument
from tests.games.turmoil.table import A, L, Table

GAME = create({})


def entry(move: int, key: str, **args: Argument) -> SeenEntry:
    return SeenEntry(move, say(f"log.{key}", **args))


LOG = [
    entry(1, "add", side=L, space="paris", count=1),
    entry(2, "ops", side=A, card="C15", ops=3),
    entry(3, "event", side=L, card="C15"),
    entry(3, "add", side=L, space="vienna", count=2),
    entry(
        4,
        "check",
        side=A,
        space="vienna",
        die=5,
        ops=3,
        friends=1,
        enemies=0,
        resistance=4,
        result=5,
    ),
    entry(4, "remove", side=L, space="vienna", count=1),
    entry(5, "shift", side=A, source="berlin", target="kiel"),
    entry(6, "event", side=L, card="C3"),
    entry(7, "scoring", side=A, card="C6"),
    entry(8, "stability", side=L, card="S3"),
    entry(
        8,
        "score",
        side=L,
        region="france",
        level="presence",
        base=4,
        battlegrounds=0,
        independents=0,
        total=4,
    ),
    entry(8, "crisis", die=2, tension=0, status=-2, total=0),
]


def play(log: list[SeenEntry]) -> Play | None:
    table = Table().give(A, 13)
    view = table.game.view(table.state, None)
    return table.game.presentation.recap(view, log, table.game.catalog("en")).play


def up_to(move: int) -> list[SeenEntry]:
    return [each for each in LOG if each.move <= move]


def test_there_is_none_before_a_card_was_played() -> None:
    assert play([]) is None
    assert play(up_to(1)) is None


def test_the_opponents_event_belongs_to_the_operations() -> None:
    found = play(up_to(5))
    assert found is not None
    assert (found.card, found.side, found.how, found.event) == ("C15", A, "ops", True)
    assert [roll.die for roll in found.rolls] == [5]
    assert "die 5" in found.rolls[0].text.text
    assert found.changes == {"vienna": {L: 1}, "berlin": {A: -1}, "kiel": {A: 1}}


def test_the_event_of_another_card_starts_a_new_play() -> None:
    assert play(up_to(6)) == Play("C3", L, "event", event=True)


def test_the_same_card_played_for_its_event_later_starts_a_new_play() -> None:
    found = play([*up_to(3), entry(9, "event", side=L, card="C15")])
    assert found is not None
    assert (found.how, found.side, found.changes) == ("event", L, {})


def test_a_card_of_the_naval_race_has_no_event() -> None:
    naval = [entry(2, "naval", side=A, card="C15"), entry(3, "event", side=L, card="C15")]
    found = play(naval)
    assert found is not None
    assert found.how == "event"


def test_cards_that_were_shown_and_what_a_scoring_brought() -> None:
    found = play(LOG)
    assert found is not None
    assert found.shown == [ShownCard("S3", L)]
    assert [each.text for each in found.results] == [
        "France, Liberal: Presence 4, battlegrounds 0, independent spaces 0; total 4 VP."
    ]
    assert len(found.rolls) == 1


def test_a_play_is_in_the_readers_language_with_the_things_it_names() -> None:
    table = Table().give(A, 13)
    view = table.game.view(table.state, None)
    found = table.game.presentation.recap(view, LOG, table.game.catalog("fr")).play
    assert found is not None
    (said,) = found.results
    (link, *_) = said.links
    assert said.text[link.start : link.end] == table.game.catalog("fr").name("region", "france")


@pytest.mark.parametrize("seed", range(2))
def test_each_play_of_a_game_is_the_card_that_was_played(seed: int) -> None:
    """Each player and a spectator see the same: the cards on the table are public."""
    match: Match[Any, Any] = Match(GAME, {}, f"{seed:032x}")
    rng, seen = Random(seed), set[str]()
    catalog = GAME.catalog("en")
    while not match.over and len(match.moves) < 300:
        seat, decision = next(iter(match.position.required_by_seat().items()))
        action = decision.menu.sample(rng)
        match.act(seat, action)
        recaps = [
            GAME.presentation.recap(GAME.view(match.state, each), match.entries_for(each), catalog)
            for each in (*match.seats, None)
        ]
        assert all(each == recaps[0] for each in recaps)
        verb, *words = action.split()
        if decision.step == "play_card":
            shown = recaps[0].play
            assert shown is not None
            scored = {"score": "scoring"}.get(verb, verb)
            if shown.card == words[0]:  # an event may play another card at once
                assert (shown.how, shown.side) == (scored, seat)
                seen.add(verb)
    assert {"ops", "score"} <= seen


# -- figures of the view


def test_the_spaces_of_a_side_in_and_around_a_region() -> None:
    table = Table().clear().give(A, 13)
    table.put("paris", 9, 0).put("belgium", 9, 0).put("french_catholic_church", 9, 0)
    view = table.game.view(table.state, None)
    held = view.standing["france"][L]
    assert (held.spaces, held.battlegrounds, held.neighbours) == (2, 2, 1)
    assert view.standing["france"][A] == Held("none", 0, 0, 0)


@pytest.mark.parametrize(
    ("tension", "status", "die"), [(0, -6, None), (4, -3, 6), (6, 1, 1), (3, -1, 5)]
)
def test_from_which_die_on_a_crisis_is_a_war(
    tension: int, status: int, die: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """8.3.1: above 6."""
    monkeypatch.setattr("entente.games.turmoil.standings.status", lambda t: status)
    table = Table().give(A, 13)
    table.state.tension = tension
    assert table.game.view(table.state, None).war_die == die


@pytest.mark.parametrize(
    ("turn", "rounds", "era"),
    [(1, 7, "victorian"), (3, 7, "victorian"), (4, 8, "edwardian"), (8, 8, "georgian")],
)
def test_the_rounds_and_the_era_of_a_turn(turn: int, rounds: int, era: str) -> None:
    table = Table().give(A, 13)
    table.state.turn = turn
    view = table.game.view(table.state, None)
    assert (view.rounds, view.era) == (rounds, era)


def test_how_the_map_differs_from_the_printed_one() -> None:
    table = Table().give(A, 13)
    table.state.land = 0
    assert table.game.view(table.state, None).terrain == Terrain([], ["norway"], {}, {})
    table.state.land = SECULAR | CONGO | ANNEXED | NORWAY | RESTORED
    found = table.game.view(table.state, None).terrain
    assert (found.gone, found.closed) == (["french_catholic_church"], [])
    assert found.joined == {"bosnia": "austria_hungary"}
    assert set(found.icons) == {"belgium", "paris"}
    assert "annex" in found.icons["belgium"]
    assert "monarch" in found.icons["paris"]
    assert "government" not in found.icons["paris"]


# -- dice


def test_the_dice_of_an_entry_are_those_it_mentions() -> None:
    attrition = registry.load("attrition")
    assert GAME.presentation.dice(say("log.check", die=5, ops=2)) == (5,)
    assert GAME.presentation.dice(say("log.reroll", old=2, new=4)) == (4,)
    assert GAME.presentation.dice(say("log.tension", old=0, new=1)) == ()
    assert attrition.presentation.dice(say("log.dice", nation="germany", dice=["6", "1"])) == (6, 1)
    assert attrition.presentation.dice(say("log.general", general="x", old=2, new=3)) == (3,)
    assert attrition.presentation.dice(Message("log.stormtroopers", {"face": 2})) == ()
