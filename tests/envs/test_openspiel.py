"""The games in OpenSpiel: its own simulation and playthrough tests, information states, ISMCTS."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python import observation
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

import entente.envs.openspiel  # noqa: F401  (registers the games)
from entente.envs.openspiel import EntenteState
from tests.amount import THOROUGH, amount
from tests.envs.env_states import SHORT

GAMES = tuple(SHORT)


def load(name: str, **params: Any) -> pyspiel.Game:
    options = " ".join(f"{option}:{value}" for option, value in SHORT[name].items())
    return pyspiel.load_game(f"entente_{name}", {"options": options, **params})


def begun(name: str, seed: int = 1, choices: int = 0, **params: Any) -> EntenteState:
    """A state after some choices."""
    state: EntenteState = load(name, **params).new_initial_state()
    state.apply_action(seed)
    rng = Random(seed)
    for _ in range(choices):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.amount
@pytest.mark.parametrize("name", GAMES)
def test_the_simulation_test_passes(name: str) -> None:
    """Every day a part of a game, in the long test whole ones."""
    game = load(name) if THOROUGH else load(name, max_choices=60)
    pyspiel.random_sim_test(game, num_sims=amount(1, 3), serialize=True, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "choices"), [(name, 3 if name == "pax" else 12) for name in GAMES]
)
def test_a_playthrough_repeats_exactly(name: str, choices: int, tmp_path: Path) -> None:
    """OpenSpiel's own regression test: every state in full, played twice."""
    flags.FLAGS.mark_as_parsed()
    game = f"entente_{name}(max_choices={choices},seeds=4)"
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(game, None, seed=7), "utf-8")
    stored, again = generate_playthrough.replay(str(file))
    assert stored == again


def test_all_games_are_registered() -> None:
    assert {f"entente_{name}" for name in GAMES} <= set(pyspiel.registered_names())


def test_a_game_describes_itself() -> None:
    game = pyspiel.load_game("entente_pax(options=players:5 turns:2,max_choices=700)")
    assert game.num_players() == 5
    assert game.max_game_length() == 700
    assert game.utility_sum() == 1
    with pytest.raises(ValueError, match="name:value"):
        pyspiel.load_game("entente_turmoil", {"options": "french_monarchy"})


def test_chance_draws_the_seed_and_everything_follows() -> None:
    one, other = begun("turmoil", 3, 30), begun("turmoil", 3, 30)
    assert str(one) == str(other)
    root = load("turmoil", seeds=4).new_initial_state()
    assert root.chance_outcomes() == [(seed, 0.25) for seed in range(4)]


@pytest.mark.parametrize("name", GAMES)
def test_indistinguishable_states_have_the_same_information(name: str) -> None:
    state = begun(name, 2, 40)
    player = state.current_player()
    for draw in (0.1, 0.6):
        other = state.resample_from_infostate(player, lambda draw=draw: draw)  # type: ignore[misc]
        for result in ("information_state_string", "observation_string"):
            assert getattr(other, result)(player) == getattr(state, result)(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()


def test_states_with_different_hidden_information_differ() -> None:
    state = begun("turmoil", 2, 40)
    player = state.current_player()
    hands = set()
    for draw in (0.1, 0.3, 0.6):
        other = state.resample_from_infostate(player, lambda draw=draw: draw)  # type: ignore[misc]
        assert other.game_state is not None
        hands.add(tuple(other.game_state.position.state.deck))
    assert len(hands) == 3


def test_an_information_state_remembers_what_an_observation_does_not() -> None:
    """The same orders in another sequence lead to the same observation."""
    first, second = begun("diplomacy"), begun("diplomacy")
    orders = {said: number for number, said in first.game_state.legal_actions("austria").items()}  # type: ignore[union-attr]
    first.apply_action(orders["A BUD - GAL"])
    second.apply_action(orders["A BUD - SER"])
    assert first.information_state_string(0) != second.information_state_string(0)
    assert first.information_state_string(1) == second.information_state_string(1)


def test_a_clone_and_a_saved_state_go_on_alike() -> None:
    state = begun("attrition", 5, 50)
    for twin in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert str(twin) == str(state)
        player = state.current_player()
        assert twin.information_state_string(player) == state.information_state_string(player)
        action = state.legal_actions()[0]
        after = state.clone()
        after.apply_action(action)
        twin.apply_action(action)
        assert str(twin) == str(after) != str(state)


def test_observers_have_the_blocks_by_name_and_spectators_see_less() -> None:
    state = begun("turmoil", 2, 40)
    seen = observation.make_observation(state.get_game())
    seen.set_from(state, 0)
    cards = state.game_state.spec.game.vocabulary.names["card"]  # type: ignore[union-attr]
    hand = {cards[n] for n in np.flatnonzero(seen.dict["hand"])}
    assert hand == set(state.game_state.position.state.hand["authoritarian"])  # type: ignore[union-attr]
    kind = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    public = observation.make_observation(state.get_game(), kind)
    public.set_from(state, 0)
    assert not public.dict["hand"].any()
    assert public.string_from(state, 0) == public.string_from(state, 1)
    remembering = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    with pytest.raises(ValueError, match="use string_from"):
        remembering.set_from(state, 0)


class Even:
    """Thinks that all is even: ISMCTS then works by its search alone, and quickly."""

    def evaluate(self, state: EntenteState) -> list[float]:
        return [0.5, 0.5]

    def prior(self, state: EntenteState) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


@pytest.mark.amount
@pytest.mark.parametrize("name", ["attrition", "turmoil"])
def test_ismcts_plays(name: str) -> None:
    """OpenSpiel's own, with nothing of ours but the game: every day a few decisions by rollouts and
    a part of a game, in the long test a whole one against chance."""
    state = begun(name, 3)
    random = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, random)
    searcher = ismcts.ISMCTSBot(state.get_game(), rollouts, 2.0, 2, random_state=random)
    state.apply_action(searcher.step(state))
    quick = ismcts.ISMCTSBot(state.get_game(), Even(), 2.0, amount(4, 20), random_state=random)
    for _ in range(amount(25, 10_000)):
        if state.is_terminal():
            break
        action = quick.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
    assert state.is_terminal() == THOROUGH
