"""H1, a house rule: a bid for sides in industry points."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from entente.games.attrition import network_features, observations
from entente.games.attrition.bid import BIDS, NO_BID
from entente.games.attrition.board import SIDES, other_side
from entente.games.attrition.engine import evaluation, features
from entente.games.attrition.engine.engine import LEVELS, AttritionEngine
from entente.games.attrition.game import INFO
from entente.kernel import Match, OptionError, OptionValue, registry
from entente.kernel.bag import size
from entente.kernel.blocks import Block, Layout
from entente.kernel.record import dump, parse, record_of
from entente.kernel.state_migrations import fingerprint
from entente.players import PlayerView
from entente.players.engines import HARD
from tests.games.attrition.scene import GAME, Scene

START = {"central": 7, "entente": 12}


def bid(value: str) -> dict[str, OptionValue]:
    return {"bid": value}


@pytest.mark.parametrize("value", BIDS)
def test_the_points_count_from_the_first_turn_on(value: str) -> None:
    """Every draw of the favoured side is as much larger; the other side draws as ever."""
    side, points = BIDS[value]
    foe = other_side(side)
    for turn in ("fall_1915", "fall_1918"):
        scene = Scene(side, "draw_tiles", turn, options=bid(value))
        assert scene.industry() == {**START, side: START[side] + points}
        assert size(scene.pile("reserves", side)) == START[side] + points
        other = Scene(foe, "draw_tiles", turn, options=bid(value))
        assert size(other.pile("reserves", foe)) == START[foe]


def test_the_fall_bonus_comes_on_top() -> None:
    """6.2 and A3: three more than the industry points, or ten in all."""
    history: dict[str, OptionValue] = {"historical_setup": True, "bid": "central_2"}
    assert size(GAME.start(history, "1").reserves["central"]) == 7 + 2 + 3
    ten = GAME.start({**history, "bonus": "ten"}, "1")
    assert size(ten.reserves["central"]) == 10


@pytest.mark.parametrize(("value", "won"), [("none", False), ("entente_1", True)])
def test_they_count_for_an_early_victory(value: str, won: bool) -> None:
    """5.1: sixteen points of regions and one of the bid."""
    joined = ("rome", "northern_italy", "bucharest", "salonica", "washington", "southern_states")
    status = dict.fromkeys(joined, "entente")
    scene = Scene("entente", "draw_tiles", status=status, options=bid(value))
    assert (scene.state.outcome is not None) == won


@pytest.mark.parametrize(
    ("value", "winners"),
    [("none", ("entente",)), ("central_1", ("entente",)), ("central_4", ("central",))],
)
def test_they_count_in_the_end(value: str, winners: tuple[str, ...]) -> None:
    """5.2: 8 points of regions against 11; the bid decides."""
    status = {"belgium": "central"}
    scene = Scene("entente", "manage_reserves", "fall_1918", status=status, options=bid(value))
    outcome = scene.state.outcome
    assert outcome is not None
    assert outcome.winners == winners


def test_no_one_can_take_them() -> None:
    lost = dict.fromkeys(GAME.board.regions, "entente")
    assert Scene(status=lost, options=bid("central_3")).industry()["central"] == 3


def test_without_a_bid_nothing_changes() -> None:
    """Records of earlier releases, which know nothing of the option, still verify."""
    state, other = GAME.start({}, "1"), GAME.start(bid("central_1"), "1")
    before = state.copy()
    before.options = {name: value for name, value in state.options.items() if name != "bid"}
    assert fingerprint(state) == fingerprint(before)
    assert fingerprint(other) != fingerprint(state)
    loaded = GAME.load(GAME.save(before))
    assert loaded.options["bid"] == NO_BID
    assert not any(entry.message.key == "log.bid" for entry in state.news)
    assert GAME.view(state, None).bid == {}
    assert "bid" not in INFO.all_rules()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_the_first_line_of_the_log_and_part_of_the_heading(language: str) -> None:
    catalog = GAME.catalog(language)
    for value, (side, points) in BIDS.items():
        state = GAME.start(bid(value), "1")
        first = state.news[0].message
        assert (first.key, first.args) == ("log.bid", {"seat": side, "points": points})
        for seat in (*SIDES, None):
            assert GAME.view(state, seat).bid == {side: points}
        view = GAME.view(state, None)
        assert "[H1]" in catalog.line(first)
        assert "[H1]" in GAME.presentation.render_text(view, catalog)
        assert "[H1]" in GAME.presentation.render_terminal(view, catalog, 120)


@pytest.mark.parametrize("value", ["central_0", "central_5", "both_1", "2", "", "CENTRAL_1"])
def test_other_values_are_refused(value: str) -> None:
    with pytest.raises(OptionError):
        INFO.complete(bid(value))


def test_it_is_a_house_rule() -> None:
    option = INFO.option("bid")
    assert (option.kind, option.section, option.default) == ("house", "H1", NO_BID)
    for language in ("en", "fr"):
        assert {*option.called(GAME.catalog(language).texts)} == {NO_BID, *BIDS}
        assert "rules.H1.title" in GAME.catalog(language)


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


@pytest.mark.parametrize("evaluate", [evaluation.evaluate, features.evaluate])
def test_the_engines_count_it(evaluate: object) -> None:
    assert callable(evaluate)
    positions = {value: GAME.begin(bid(value), "1") for value in (NO_BID, *BIDS)}
    for side in SIDES:
        values = [
            evaluate(positions[name], side)
            for name in (f"{other_side(side)}_4", NO_BID, f"{side}_2", f"{side}_4")
        ]
        assert values == sorted(set(values))


@pytest.mark.parametrize("blocks", [observations.blocks(GAME), network_features.blocks(GAME)])
def test_observations_keep_their_shape_and_show_the_points(blocks: list[Block]) -> None:
    """Stored networks still fit. The points are those of `industry` beyond `status`."""
    layout = Layout(blocks)
    plain, other = (
        layout.encode(GAME.view(GAME.start(bid(value), "1"), "entente"))
        for value in (NO_BID, "entente_2")
    )
    assert len(plain) == len(other) == layout.size
    where = layout.slices["industry"]
    assert sorted(plain[where]) == pytest.approx([0.7, 1.2])
    assert sorted(other[where]) == pytest.approx([0.7, 1.4])


@pytest.mark.parametrize("value", ["central_4", "entente_4"])
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
