"""The scripted beginner: legal, the same with the same seed, greedy for what is nearest."""

from __future__ import annotations

from random import Random

import pytest

from entente.arena.entrants import entrant
from entente.arena.game_runner import GameRun
from entente.games.diplomacy.board import mask
from entente.games.diplomacy.outsiders.beginner import FAR, distances
from entente.kernel import Options, registry
from entente.players import PlayerView, described, make, offered, offered_at_tables
from entente.players.beginner import BeginnerPlayer, thought_of
from entente.players.figures import public_figures_of
from entente.players.trials import fingerprint
from tests.games.diplomacy.scene import BOARD, GAME, start
from tests.games.diplomacy.test_dumbbot import shared

SHORT: dict[str, Options] = {"diplomacy": {"end_year": 1905}}


@pytest.mark.parametrize("game_id", ["attrition", "diplomacy", "turmoil"])
def test_it_plays_whole_games_and_the_same_again(game_id: str) -> None:
    game = registry.load(game_id)
    options = game.info.complete(SHORT.get(game_id, {}))
    players = dict.fromkeys(game.seats(options), "random")
    players[next(iter(players))] = "beginner"
    runs = [GameRun(game, options, "7", players, entrant) for _ in range(2)]
    outcomes = [run.play() for run in runs]
    assert outcomes[0] == outcomes[1]
    assert runs[0].moves == runs[1].moves
    assert "beginner" not in offered_at_tables(game_id)
    assert described("beginner", "fr", game).name == "Débutant"


def test_it_takes_what_gains_most_at_once_of_what_it_thinks_of() -> None:
    game = registry.load("turmoil")
    public = public_figures_of("turmoil")
    assert public is not None
    position = game.begin(None, "3")
    player, gains = BeginnerPlayer(public, "1"), list[bool]()
    for _ in range(40):
        decision = position.decisions[0]
        view = PlayerView(position, decision.seat)
        action = player.choose(view)
        rng = Random(f"1/{fingerprint(view)}")
        actions = thought_of(decision, rng)
        world = view.determinize(rng)
        best = max(player.gain(world, decision, each) for each in actions)
        assert action in actions
        assert player.gain(world, decision, action) == best
        gains.append(min(player.gain(world, decision, each) for each in actions) < best)
        position.apply(decision.seat, action)
    assert any(gains)


def test_a_game_without_public_figures_has_none() -> None:
    assert "beginner" not in offered("pax")


def test_at_diplomacy_every_unit_goes_to_the_nearest_foreign_centre() -> None:
    state = start(
        {"FRANCE": "A BUR, A GAS, F MAO", "GERMANY": "A MUN"}, shared("PAR, MAR, BRE", "MUN, BER")
    )
    for seed in "123":
        answer = make("beginner", "diplomacy", seed).choose(
            PlayerView(GAME.position(state), "france")
        )
        burgundy, gascony, atlantic, vote = answer.split("; ")
        assert burgundy in ("A BUR - MUN", "A BUR - BEL")
        assert gascony in ("A GAS - SPA", "A GAS H") or gascony.startswith("A GAS - ")
        assert atlantic.split(" - ")[1].split("/")[0] in ("SPA", "POR")
        assert vote == "orders"


def test_distances_are_those_of_the_unit() -> None:
    moves = distances(BOARD, mask([BOARD.province["MUN"]]))
    at = BOARD.location
    assert moves[False, at["MUN"]] == 0
    assert moves[False, at["BUR"]] == 1
    assert moves[False, at["PAR"]] == 2
    assert moves[True, at["NTH"]] == FAR  # no fleet comes to Munich
    assert distances(BOARD, mask([BOARD.province["BEL"]]))[True, at["BRE"]] == 2
