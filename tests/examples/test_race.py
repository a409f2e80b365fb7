"""The example of the documentation: it plays, and it keeps every promise of the contract."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from entente.cli.main import main as cli
from entente.envs.pettingzoo import aec_env
from entente.kernel import IllegalAction, Match, conformance, refuse, registry
from entente.kernel.text_check import check_package
from entente.kernel.typography import typeset
from entente.players import PlayerView, make
from entente.players.engines import LEVELS, evaluation_of
from entente.players.figures import reasons
from entente.players.player_texts import catalog_for
from entente.server import library
from entente.server.problem import Problem
from examples import race
from examples.race.__main__ import main
from examples.race.engine import evaluate
from tests.amount import amount

GAME = race.RaceToTheSea()


@pytest.mark.parametrize("options", conformance.variants(GAME).values(), ids=str)
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_race_keeps_its_promises(options: dict[str, bool | int | str], seed: str) -> None:
    conformance.check(GAME, options, seed)


def test_the_reserves_are_a_secret() -> None:
    assert conformance.hides_something(conformance.play_through(GAME))
    position = GAME.begin(None, "1914")
    reserves = position.state.reserves
    assert GAME.build_view(position, "germany").reserves == reserves["germany"]
    assert GAME.build_view(position, None).reserves is None


def test_the_race_prints_its_log(capsys: pytest.CaptureFixture[str]) -> None:
    main("1914", "en")
    english = capsys.readouterr().out.splitlines()
    assert len(english) == 13
    assert english[-1].startswith("The sea is reached. Furthest north: ")
    main("1914", "fr")
    french = capsys.readouterr().out.splitlines()
    assert len(french) == 13
    assert french[-1].startswith(typeset("La mer est atteinte. Le plus au nord : "))


def test_two_divisions_gain_ground_on_three_and_one_on_four() -> None:
    match = Match(GAME, None, "1914")
    match.state.reserves = {"germany": 8, "allies": 8}
    match.state.chance.script = [3, 3, 2, 4]
    for seat, action in zip(("germany", "allies") * 2, ("2", "1", "2", "1"), strict=True):
        match.act(seat, f"march {action}")
    assert match.state.north == {"germany": 1, "allies": 1}
    assert match.state.sent == {"germany": 4, "allies": 2}


def test_more_than_is_left_cannot_be_sent() -> None:
    state = GAME.start(None, "1914")
    state.reserves = {"germany": 1, "allies": 3}
    match = Match(GAME, start=GAME.save(state).decode())
    with pytest.raises(IllegalAction) as caught:
        match.act("germany", "march 2")
    assert caught.value.refusal == refuse("2.1", "why.reserves", left=1)
    text = GAME.catalog("fr").say(caught.value.refusal.message)
    assert text == typeset("Il vous reste 1 division, et aucun ordre n'en envoie plus de deux.")


def test_a_halt_can_be_undone_and_a_march_cannot() -> None:
    match = Match(GAME, None, "1914")
    match.act("germany", "halt")
    assert match.can_undo("germany")
    match.undo("germany")
    match.act("germany", "march 1")
    assert not match.can_undo("germany")


def test_its_texts_are_complete() -> None:
    assert list(check_package("examples.race")) == []


# -- a first-class game from one folder


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The race is named, for this process and those it starts."""
    monkeypatch.setenv("ENTENTE_GAMES", "examples.race")


def test_it_is_listed_only_where_it_is_named() -> None:
    assert "race" not in registry.names()


@pytest.mark.usefixtures("named")
def test_it_is_found_by_its_module() -> None:
    assert "race" in registry.available()
    assert registry.load("race").info.id == "race"


@pytest.mark.usefixtures("named")
def test_it_is_played_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("halt\n" * 4))
    assert cli(["--lang", "en", "play", "race", "--against", "easy", "--seed", "1914"]) == 0
    assert "March north, or halt?" in capsys.readouterr().out
    assert cli(["--lang", "en", "simulate", "race", "--games", "2", "--json"]) == 0
    assert '"race"' in capsys.readouterr().out


@pytest.mark.amount
@pytest.mark.usefixtures("named")
@pytest.mark.parametrize("level", LEVELS)
def test_the_levels_play_it_with_its_own_evaluation(level: str) -> None:
    assert evaluation_of("race").evaluate is evaluate
    games = 60 if level == "easy" else amount(20, 60)
    assert sum(score(level, str(seed)) for seed in range(games)) > 0.53 * games


def score(level: str, seed: str) -> float:
    """Play the Allies at a level against a random player."""
    position = GAME.begin(None, seed)
    players = {"allies": make(level, "race", seed), "germany": make("random", "race", seed)}
    while position.outcome is None:
        seat = position.to_move[0]
        position.apply(seat, players[seat].choose(PlayerView(position, seat)))
    return position.outcome.scores["allies"]


@pytest.mark.usefixtures("named")
def test_what_a_move_has_changed_is_said() -> None:
    before = GAME.begin(None, "1914")
    after = before.copy()
    after.state.chance.script = [6]
    after.apply("germany", "march 1")
    words = catalog_for(GAME, "en").strict
    assert [words.say(each) for each in reasons(before, after, "germany")] == [
        "stages ahead: from 0 to 1",
        "divisions spent less than the other side: from 0 to -1",
    ]


@pytest.mark.usefixtures("named")
def test_it_is_an_environment() -> None:
    env = aec_env("race")
    env.reset(seed=1914)
    assert {"reserves", "sent", "north"} <= set(env.unwrapped.slices)
    rng, choices = Random(1914), 0
    while env.agents:
        observation, _, over, truncated, _ = env.last()
        legal = [n for n, allowed in enumerate(observation["action_mask"]) if allowed]
        env.step(None if over or truncated else rng.choice(legal))
        choices += 1
    assert choices >= 8


REGISTERED = """
import gymnasium, pyspiel
import entente.envs.gymnasium, entente.envs.openspiel
game = pyspiel.load_game("entente_race")
assert (game.get_type().long_name, game.num_players()) == ("The Race to the Sea", 2)
assert game.max_game_length() == 12
env = gymnasium.make("entente/Race-v0", opponent="hard")
env.reset(seed=1)
"""


@pytest.mark.usefixtures("named")
def test_the_libraries_of_environments_list_it() -> None:
    subprocess.run([sys.executable, "-W", "ignore", "-c", REGISTERED], check=True, timeout=120)


@pytest.mark.usefixtures("named")
def test_a_server_offers_it_with_its_own_board() -> None:
    about = library.about(library.find("race"), "en")
    assert (about.title, about.display) == ("The Race to the Sea", "script")
    script = library.page("script", "en", "race")
    assert script.kind.startswith("text/javascript")
    assert b"export function draw(element, table)" in script.body
    assert b".race-map" in library.page("style", "en", "race").body
    with pytest.raises(Problem):
        library.page("script", "en", "attrition")


def test_the_example_stays_small_enough_to_be_read_in_one_sitting() -> None:
    lines = Path(race.__file__).read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 70
