"""PettingZoo's own tests on every game, and what they do not look at."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, parallel_api_test, seed_test

from entente.envs.action_space import WAIT
from entente.envs.env_state import IllegalActionId
from entente.envs.pettingzoo import EntenteAEC, EntenteParallel, aec_env, parallel_env
from entente.kernel import registry
from tests import open_play
from tests.amount import amount
from tests.envs.env_states import SHORT

GAMES = tuple(SHORT)
ADVICE = (  # of api_test, on what it would rather see: seats have names, and there is a mask
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:We recommend agents to be named in the format:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)


@pytest.mark.amount
@pytest.mark.filterwarnings(*ADVICE)
@pytest.mark.parametrize("name", GAMES)
def test_the_api_test_passes(name: str) -> None:
    api_test(aec_env(name, SHORT[name]), num_cycles=amount(60, 2000))


@pytest.mark.amount
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("observations", ["arrays", "views"])
def test_the_parallel_api_test_passes(name: str, observations: str) -> None:
    env = parallel_env(name, SHORT[name], observations=observations)
    parallel_api_test(env, num_cycles=amount(15, 1000))


@pytest.mark.amount
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("observations", ["arrays", "views"])
def test_the_seed_test_passes(name: str, observations: str) -> None:
    def make() -> EntenteAEC:
        return aec_env(name, SHORT[name], observations=observations)

    seed_test(make, num_cycles=amount(10, 500))


def play_on(env: EntenteAEC, rng: Random, steps: int) -> list[tuple[str, int]]:
    """Random choices, as many or to the end."""
    made = []
    for _ in range(steps):
        if not env.agents or env.terminations[env.agent_selection]:
            break
        number = rng.choice(list(env.legal_actions(env.agent_selection)))
        made.append((env.agent_selection, number))
        env.step(number)
    return made


@pytest.mark.parametrize("name", GAMES)
def test_the_mask_is_what_may_be_chosen(name: str) -> None:
    env, rng = aec_env(name, SHORT[name]), Random(1)
    env.reset(seed=3)
    for _ in range(20):
        agent = env.agent_selection
        mask = env.observe(agent)["action_mask"]
        assert list(np.flatnonzero(mask)) == list(env.legal_actions(agent))
        for other in set(env.agents) - set(env.game_state.to_move):
            assert not env.observe(other)["action_mask"].any()
        play_on(env, rng, 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_is_exact_and_goes_its_own_way(name: str) -> None:
    env = aec_env(name, SHORT[name])
    env.reset(seed=5)
    play_on(env, Random(1), 25)
    twin, before = env.copy(), env.last()
    assert data_equivalence(twin.last(), before)
    made = play_on(twin, Random(2), 400)
    assert data_equivalence(env.last(), before)
    assert play_on(env, Random(2), 400) == made
    assert env.rewards == twin.rewards
    assert env.game_state.position.state == twin.game_state.position.state
    env.reset()
    twin.reset()
    assert env.game_state.position.state == twin.game_state.position.state  # also the seeds to come


def test_a_copy_before_the_first_game_and_after_the_last() -> None:
    env = aec_env("diplomacy", SHORT["diplomacy"])
    twin = env.copy()
    twin.reset(seed=1)
    with pytest.raises(RuntimeError, match=r"reset\(\) first"):
        _ = env.game_state
    play_on(twin, Random(1), 10_000)
    last = twin.copy()
    for _ in range(7):
        assert last.terminations[last.agent_selection]
        last.step(None)
    assert not last.agents
    assert len(twin.agents) == 7


def test_every_agent_gets_its_reward_at_the_end() -> None:
    env = aec_env("turmoil")
    env.reset(seed=2)
    total = dict.fromkeys(env.possible_agents, 0.0)
    rng = Random(4)
    for agent in env.agent_iter():
        _, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        done = termination or truncation
        env.step(None if done else rng.choice(list(env.legal_actions(agent))))
    outcome = env.outcome
    assert outcome is not None
    assert total == outcome.scores
    assert sum(total.values()) == 1


def test_a_play_that_is_too_long_is_truncated() -> None:
    env = aec_env("attrition", max_choices=10)
    env.reset(seed=1)
    play_on(env, Random(1), 10)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert env.rewards == {"central": 0.5, "entente": 0.5}


def test_views_are_those_of_the_seat() -> None:
    env = aec_env("turmoil", observations="views")
    env.reset(seed=1)
    for agent in env.agents:
        seen = env.observe(agent)["observation"]
        assert seen == env.view(agent)
        assert seen.hand == env.game_state.position.state.hand[agent]
    assert env.view(None).seat is None


def test_a_game_begins_at_a_position() -> None:
    game = registry.load("diplomacy")
    position = game.begin(None, "7")
    position.apply("austria", "A BUD - SER; A VIE - GAL; F TRI - ALB; orders")
    env = aec_env(game)
    env.reset(options={"position": position})
    assert env.agent_selection == "england"
    play_on(env, Random(1), 3)
    assert position.to_move[0] == "england"
    with pytest.raises(TypeError, match="'position' must be a Position"):
        env.reset(options={"position": "spring"})


def test_a_position_that_is_over_gives_what_its_outcome_gives() -> None:
    env = aec_env("diplomacy", SHORT["diplomacy"])
    env.reset(seed=1)
    play_on(env, Random(1), 10_000)
    again = aec_env("diplomacy", SHORT["diplomacy"])
    again.reset(options={"position": env.game_state.position})
    _, reward, termination, _, _ = again.last()
    assert termination
    assert reward == env.game_state.scores[again.agent_selection] > 0


def test_the_table_is_drawn_as_text() -> None:
    env = aec_env("turmoil", render_mode="ansi")
    env.reset(seed=1)
    drawn = env.render()
    assert drawn is not None
    assert drawn.startswith("Set-up")
    with pytest.raises(ValueError, match="must be 'ansi', 'svg'"):
        aec_env("turmoil", render_mode="human")
    with pytest.raises(ValueError, match="'arrays' or 'views'"):
        aec_env("turmoil", observations="pixels")


# -- all at once


def draws(env: EntenteParallel, rng: Random) -> dict[str, int]:
    return {agent: rng.choice(list(env.legal_actions(agent)) or [WAIT]) for agent in env.agents}


def test_all_powers_write_their_orders_at_once() -> None:
    """A step is an order of each: after four steps Russia, which has the most units, is ready."""
    env, rng = parallel_env("diplomacy", SHORT["diplomacy"]), Random(1)
    observed, _ = env.reset(seed=1)
    assert all(seen["action_mask"].sum() > 1 for seen in observed.values())
    for _ in range(3):
        observed, *_ = env.step(draws(env, rng))
    asked = [agent for agent, seen in observed.items() if not seen["action_mask"][WAIT]]
    assert asked == ["russia"]
    env.step(draws(env, rng))
    assert (
        env.game_state.position.state.season != "spring" or env.game_state.position.state.dislodged
    )


@pytest.mark.parametrize("name", GAMES)
def test_two_parallel_games_from_one_seed_are_the_same(name: str) -> None:
    """PettingZoo's seed test for parallel games draws without the mask."""
    one, other = (parallel_env(name, SHORT[name]) for _ in range(2))
    assert data_equivalence(one.reset(seed=3), other.reset(seed=3))
    rng = Random(2)
    for _ in range(25):
        if not one.agents:
            break
        actions = draws(one, rng)
        assert data_equivalence(one.step(actions), other.step(actions))


def test_choices_made_impossible_by_earlier_ones_are_dropped() -> None:
    """In an open market one purchase is carried out after the other, and all want Egypt."""
    env = parallel_env(open_play.Concert())
    env.reset(seed=1)
    egypt = {said: number for number, said in env.legal_actions("austria").items()}["buy egypt"]
    *_, infos = env.step(dict.fromkeys(env.agents, egypt))
    dropped = {agent: info.get("dropped") for agent, info in infos.items()}
    assert dropped == {"austria": None, "britain": egypt, "france": egypt}
    assert env.game_state.position.state.held == {"egypt": "austria"}
    assert egypt not in env.legal_actions("britain")


def test_a_wrong_action_of_one_changes_nothing_for_all() -> None:
    env = parallel_env("attrition")
    env.reset(seed=1)
    before = env.copy()
    number = next(iter(env.legal_actions("central")))
    with pytest.raises(IllegalActionId, match="entente has no decision now and must wait"):
        env.step({"central": number, "entente": 5})
    with pytest.raises(IllegalActionId, match="central cannot choose 0 now"):
        env.step({"central": WAIT, "entente": WAIT})
    with pytest.raises(IllegalActionId, match="no action for entente"):
        env.step({"central": number})
    assert env.game_state.position.state == before.game_state.position.state


def test_a_parallel_copy_goes_its_own_way() -> None:
    env = parallel_env("diplomacy", SHORT["diplomacy"])
    env.reset(seed=1)
    env.step(draws(env, Random(1)))
    twin = env.copy()
    twin.step(draws(twin, Random(2)))
    made = env.game_state.partial_action("russia")
    assert made is not None
    assert len(made.action_ids) == 1
