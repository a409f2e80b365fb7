"""Computer players: what they see, what they choose, how they are found."""

from __future__ import annotations

from random import Random

import pytest

from entente.kernel import Match, Position
from entente.players import PlayerView, RandomPlayer, UnknownPlayer, known, make
from tests.toys import Conference

GAME = Conference()


def view(seed: str = "1") -> PlayerView:
    return PlayerView(GAME.begin(None, seed), "austria")


def test_a_view_gives_the_decision_and_the_view_of_the_seat() -> None:
    seen = view()
    assert seen.seat == "austria"
    assert seen.decision.seat == "austria"
    assert seen.decisions == (seen.decision,)
    assert seen.view() == GAME.view(GAME.start(None, "1"), "austria")


def test_a_view_does_not_show_the_state() -> None:
    seen = view()
    shown = {name: getattr(seen, name) for name in dir(seen) if not name.startswith("_")}
    assert set(shown) == {
        "before", "decision", "decisions", "determinize", "done", "game", "seat",
        "turn_id", "view",
    }  # fmt: skip
    assert not any(isinstance(each, GAME.state_type | Position) for each in shown.values())


def test_a_determinization_looks_the_same_to_the_seat() -> None:
    seen, rng = view(), Random(0)
    worlds = [seen.determinize(rng) for _ in range(20)]
    assert all(world.view("austria") == seen.view() for world in worlds)
    assert len({tuple(world.state.hands["france"]) for world in worlds}) > 1


def test_the_random_player_chooses_from_the_menu_and_follows_its_seed() -> None:
    one, same, other = (RandomPlayer(seed) for seed in ("a", "a", "b"))
    choices = [one.choose(view()) for _ in range(50)]
    assert choices == [same.choose(view()) for _ in range(50)]
    assert choices != [other.choose(view()) for _ in range(50)]
    assert set(choices) == {"vote aye", "vote nay"}


def test_players_are_found_by_name() -> None:
    assert "random" in known()
    assert isinstance(make("random", "conference", "1"), RandomPlayer)


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        UnknownPlayer, match="“napoleon”; there are: easy, normal, hard, greedy, random and llm"
    ):
        make("napoleon", "conference", "1")


def test_a_whole_game_is_played_through_views_alone() -> None:
    match = Match(GAME, seed="3")
    players = {seat: make("random", "conference", seat) for seat in match.seats}
    while not match.over:
        seat = match.position.to_move[0]
        match.act(seat, players[seat].choose(PlayerView(match.position, seat)))
    assert match.over
