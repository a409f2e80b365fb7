"""Pairings: every seat for every entrant, the same seeds for all."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from entente.arena import Tournament, Variant, schedule
from entente.arena.schedule import lineups, seatings
from entente.kernel import UserError

pytestmark = pytest.mark.usefixtures("toys")

COLOURS, POWERS = ("red", "blue"), ("austria", "britain", "france")
PLAIN = (Variant("", {}),)


def test_two_meet_in_both_seats_with_each_seed() -> None:
    games = list(schedule(Tournament("walk", "1", ("a", "b"), PLAIN, "7"), 4))
    assert [(game.seed, game.players) for game in games] == [
        ("7-0", {"red": "a", "blue": "b"}),
        ("7-0", {"red": "b", "blue": "a"}),
        ("7-1", {"red": "a", "blue": "b"}),
        ("7-1", {"red": "b", "blue": "a"}),
    ]


def test_an_odd_number_of_games_is_made_even_so_that_seats_are_fair() -> None:
    assert len(list(schedule(Tournament("walk", "1", ("a", "b"), PLAIN), 5))) == 6


def test_more_players_than_seats_meet_in_pairs() -> None:
    assert lineups(("a", "b", "c"), COLOURS, "walk") == [("a", "b"), ("a", "c"), ("b", "c")]


def test_one_alone_plays_against_itself_in_one_seating() -> None:
    (lineup,) = lineups(("a",), POWERS, "conference")
    assert lineup == ("a", "a", "a")
    assert seatings(lineup) == [lineup]


def test_as_many_as_seats_sit_at_one_table_and_change_places() -> None:
    (lineup,) = lineups(("a", "b", "b"), POWERS, "conference")
    assert seatings(lineup) == [("a", "b", "b"), ("b", "b", "a"), ("b", "a", "b")]


def test_a_pair_with_more_seats_is_one_among_the_others_both_ways() -> None:
    assert lineups(("a", "b"), POWERS, "conference") == [("a", "b", "b"), ("b", "a", "a")]


def test_a_number_that_fits_no_table_is_refused() -> None:
    with pytest.raises(UserError, match="some twice, but conference has these seats"):
        lineups(("a", "a", "b", "b"), POWERS, "conference")


def test_every_entrant_has_every_seat_equally_often_under_every_variant() -> None:
    variants = (Variant("x", {"rounds": 2}), Variant("y", {"rounds": 3}))
    tournament = Tournament("conference", "1", ("a", "b", "c", "d"), variants)
    games = list(schedule(tournament, 6))
    sat = Counter((g.key.variant, g.key.meeting, s, p) for g in games for s, p in g.players.items())
    for variant in (0, 1):
        for player in "abcd":
            for seat in POWERS:
                mine = [
                    n for key, n in sat.items() if (key[0], *key[2:]) == (variant, seat, player)
                ]
                assert sum(mine) == 3 * (2 + 4)  # three opponents; twice alone, four times not


def test_a_longer_tournament_begins_with_the_games_of_a_shorter_one() -> None:
    tournament = Tournament("walk", "1", ("a", "b", "c"), PLAIN)
    short, long = list(schedule(tournament, 4)), list(schedule(tournament, 8))
    assert long[: len(short)] == short
    assert len({msgspec.json.encode(game.key) for game in long}) == len(long) == 24
