"""Whole random games under each option and under all of them: what must hold at every turn."""

from __future__ import annotations

from random import Random

import pytest

from entente.games.attrition.board import BERLIN, CONTESTED, NEUTRAL, RUSSIA, SIDES
from entente.games.attrition.state import AttritionState
from entente.kernel import OptionValue
from entente.kernel.bag import size
from tests.games.attrition.scene import GAME, every_tile

RULES = [option.id for option in GAME.info.options if option.kind == "rule"]
ALL: dict[str, OptionValue] = dict.fromkeys(RULES, True)
READINGS = [
    {option.id: value}
    for option in GAME.info.options
    if option.kind == "ruling"
    for value in option.values
    if value != option.default
]


def tiles_in_all(options: dict[str, OptionValue]) -> int:
    """44 and 70 tiles, and those of the options."""
    extra = {"tanks": 3, "elites": 7, "fog_of_war": 6}
    return 44 + 70 + sum(number for option, number in extra.items() if options.get(option))


def assert_sound(state: AttritionState, options: dict[str, OptionValue]) -> None:
    """What must hold between two player-turns."""
    tiles, war = GAME.board.tiles, GAME.context(state)
    assert size(every_tile(state)) == tiles_in_all(options)
    for name, number in GAME.board.counts.items():
        assert every_tile(state)[name] == number
    for region, there in state.board.items():
        both = all(war.has_tiles(region, side) for side in SIDES)
        if state.status[region] == CONTESTED:
            assert both or region == BERLIN
        if state.status[region] == NEUTRAL and there:
            assert state.surrendered
            assert GAME.board.regions[region].nation == RUSSIA
        if not options.get("fog_of_war"):
            assert not any(tiles[name].is_down for name in there)
    for side in SIDES:
        kinds = {tiles[name].type for name in state.pouch[side] | state.destroyed[side]}
        assert not kinds & {"elite", "decoy"}
        assert all(tiles[name].type == "airplane" for name in state.airfield[side])
        assert size(state.trenches[side]) <= 4
        assert all(war.has_tiles(region, side) for region in state.trenches[side])
        assert len(state.hand[side]) + len(state.played[side]) in (0, 4)
        points = sum(war.value(r) for r in GAME.board.regions if state.status[r] == side)
        assert war.industry(side) == points
    recalled = ("britain", "ottoman")  # EP4, CP4
    assert all(
        tiles[name].type in ("elite", "decoy")
        or war.is_neutral(tiles[name].nation)
        or tiles[name].nation in recalled
        for name in state.reserves[state.active]
    )
    assert state.battles == []
    assert state.battle is None
    if state.surrendered:
        assert not [n for there in state.board.values() for n in there if "russia" in n]


def play(options: dict[str, OptionValue], seed: str) -> AttritionState:
    """A random game to its end, looked at whenever a player-turn begins."""
    state, rng = GAME.start(options, seed), Random(seed)
    turn = (state.turn, state.active)
    for _ in range(5000):
        decisions = GAME.position(state).required_by_seat()
        seat = rng.choice(list(decisions))
        GAME.position(state).apply(seat, decisions[seat].menu.sample(rng))
        if state.outcome is not None:
            assert size(every_tile(state)) == tiles_in_all(options)
            return state
        if (state.turn, state.active) != turn:
            turn = (state.turn, state.active)
            assert size(every_tile(state)) == tiles_in_all(options)
            if state.step in ("play_card", "return_tiles"):
                assert_sound(state, options)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_a_game_with_all_options_ends_with_every_tile_in_its_place(seed: str) -> None:
    play(ALL, seed)


@pytest.mark.parametrize("option", RULES)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_game_with_one_option_ends_with_every_tile_in_its_place(option: str, seed: str) -> None:
    play({option: True}, seed)


@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_a_game_with_all_options_under_another_reading(reading: dict[str, OptionValue]) -> None:
    play(ALL | reading, "a")


@pytest.mark.parametrize("left_out", RULES)
def test_a_game_with_all_options_but_one(left_out: str) -> None:
    play(ALL | {left_out: False}, "a")


def test_a_game_with_all_options_can_be_saved_at_any_moment() -> None:
    state, rng = GAME.start(ALL, "saved"), Random(1)
    for _ in range(300):
        if state.outcome is not None:
            break
        assert GAME.load(GAME.save(state)) == state
        decisions = GAME.position(state).required_by_seat()
        seat = rng.choice(list(decisions))
        GAME.position(state).apply(seat, decisions[seat].menu.sample(rng))
