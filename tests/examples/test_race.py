"""The example of the documentation: it plays, and it keeps every promise of the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from entente.kernel import IllegalAction, Match, conformance, refuse
from entente.kernel.text_check import check_package
from entente.kernel.typography import typeset
from examples import race
from examples.race.__main__ import main

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
    said = GAME.catalog("fr").say(caught.value.refusal.message)
    assert said == typeset("Il vous reste 1 division, et aucun ordre n'en envoie plus de deux.")


def test_a_halt_can_be_undone_and_a_march_cannot() -> None:
    match = Match(GAME, None, "1914")
    match.act("germany", "halt")
    assert match.can_undo("germany")
    match.undo("germany")
    match.act("germany", "march 1")
    assert not match.can_undo("germany")


def test_its_texts_are_complete() -> None:
    assert list(check_package("examples.race")) == []


def test_the_example_stays_small_enough_to_be_read_in_one_sitting() -> None:
    lines = Path(race.__file__).read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 66
