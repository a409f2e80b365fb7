"""H1, a house rule: a bid for sides in tiles of the first draw."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from entente.games.attrition.bid import BIDS, NO_BID
from entente.games.attrition.board import SIDES, other_side
from entente.games.attrition.engine.engine import LEVELS, AttritionEngine
from entente.games.attrition.game import INFO
from entente.kernel import Match, OptionError, OptionValue, registry
from entente.kernel.bag import size
from entente.kernel.record import dump, parse, record_of
from entente.kernel.state_migrations import fingerprint
from entente.players import PlayerView
from entente.players.engines import HARD
from tests.games.attrition.scene import GAME, Scene

START = {"central": 7, "entente": 12}
HISTORY: dict[str, OptionValue] = {"historical_setup": True}


def bid(value: str) -> dict[str, OptionValue]:
    return {"bid": value}


def drawn(side: str, turn: str, options: dict[str, OptionValue]) -> int:
    """How many tiles a side draws in a turn."""
    scene = Scene(side, "draw_tiles", turn, options=options)
    assert scene.industry() == START, "industry points do not change"
    return size(scene.pile("reserves", side))


@pytest.mark.parametrize("value", BIDS)
def test_the_first_draw_of_one_side_is_larger(value: str) -> None:
    side, tiles = BIDS[value]
    foe = other_side(side)
    assert drawn(side, "spring_1914", bid(value)) == START[side] + tiles
    assert drawn(side, "spring_1915", bid(value)) == START[side]
    for turn in ("spring_1914", "spring_1915"):
        assert drawn(foe, turn, bid(value)) == START[foe]


@pytest.mark.parametrize("value", ["central_2", "entente_4"])
def test_the_historical_set_up_starts_in_fall_1914(value: str) -> None:
    side, tiles = BIDS[value]
    bonus = 3 if side == "central" else 0
    assert drawn(side, "fall_1914", {**HISTORY, **bid(value)}) == START[side] + tiles + bonus
    assert drawn(side, "fall_1914", bid(value)) == START[side] + bonus, "not its first turn"
    assert drawn(side, "spring_1915", {**HISTORY, **bid(value)}) == START[side]


def test_it_comes_on_top_of_ten() -> None:
    """A3: the bonus of fall 1914 makes ten, and the bid adds to them."""
    options = {**HISTORY, **bid("central_2"), "ruhr": True, "bonus": "ten"}
    assert size(GAME.start(options, "1").reserves["central"]) == 10 + 2


def test_a_mulligan_draws_as_many_again() -> None:
    """16.3."""
    state = GAME.start({**bid("central_5"), "mulligans": True}, "1")
    assert (state.step, size(state.reserves["central"])) == ("mulligan", 7 + 5)
    GAME.position(state).apply("central", "mulligan")
    assert size(state.reserves["central"]) == 7 + 5


def test_without_a_bid_nothing_changes() -> None:
    """Records of earlier releases, which know nothing of the option, still verify."""
    state, other = GAME.start({}, "1"), GAME.start(bid("entente_1"), "1")
    before = state.copy()
    before.options = {name: value for name, value in state.options.items() if name != "bid"}
    assert fingerprint(state) == fingerprint(before)
    assert fingerprint(other) != fingerprint(state)
    assert GAME.load(GAME.save(before)).options["bid"] == NO_BID
    assert not any(entry.message.key == "log.bid" for entry in state.news)
    assert "bid" not in INFO.all_rules()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_the_first_line_of_the_log(language: str) -> None:
    catalog = GAME.catalog(language)
    for value, (side, tiles) in BIDS.items():
        for setup in ({}, HISTORY):
            first = GAME.start({**setup, **bid(value)}, "1").news[0].message
            assert (first.key, first.args) == ("log.bid", {"seat": side, "count": tiles})
            assert "[H1]" in catalog.line(first)


@pytest.mark.parametrize("value", ["central_0", "central_7", "both_1", "2", "", "CENTRAL_1"])
def test_other_values_are_refused(value: str) -> None:
    with pytest.raises(OptionError):
        INFO.complete(bid(value))


def test_it_is_a_house_rule() -> None:
    option = INFO.option("bid")
    assert (option.kind, option.section, option.default) == ("house", "H1", NO_BID)
    for language in ("en", "fr"):
        assert {*option.called(GAME.catalog(language).texts)} == {NO_BID, *BIDS}
        assert "rules.H1.title" in GAME.catalog(language)


def test_it_is_recommended_with_the_historical_set_up() -> None:
    option = INFO.option("bid")
    assert option.advised(INFO.complete(HISTORY)) == "central_2"
    assert option.advised(INFO.complete()) is None


@pytest.mark.parametrize("value", BIDS)
def test_a_game_at_random_and_its_record(value: str) -> None:
    """To the end, and again from the record."""
    match, rng = Match(GAME, bid(value), f"bid {value}"), Random(value)
    while match.position.outcome is None:
        decision = match.position.decisions[0]
        match.act(decision.seat, decision.menu.sample(rng))
    assert match.position.outcome.scores.keys() == set(SIDES)
    record = parse(dump(record_of(match)))
    assert record.header.options["bid"] == value
    again = record.verify(registry.load)
    assert fingerprint(again.state) == fingerprint(match.state)


@pytest.mark.parametrize("value", ["central_6", "entente_6"])
def test_hard_plays_with_it(value: str) -> None:
    """A quick turn of each side, in legal actions."""
    position = GAME.begin(bid(value), "1")
    level = replace(LEVELS[HARD], positions=0, worlds=1)
    engines = {str(side): AttritionEngine(level, f"1/{side}") for side in SIDES}
    while position.outcome is None and position.state.turn < 1:
        decision = position.decisions[0]
        thought = engines[decision.seat].think(PlayerView(position, decision.seat))
        position.apply(decision.seat, thought.action, decision.window)
    assert position.state.turn == 1
