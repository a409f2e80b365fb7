"""`why` at the table: why a computer player did something, with the eyes of one person alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from entente.cli.reasons import Reasons
from entente.cli.screen import Screen
from entente.cli.setting import Context
from entente.cli.words import Words
from entente.kernel import Match
from entente.kernel.record import AnyMatch
from tests.cli.conftest import Run
from tests.server.twins import moment, same_to_others

ATTRITION = ("play", "attrition", "--seed", "7", "--seat", "entente", "--against")
FRANCE = ("play", "diplomacy", "--seed", "7", "--against", "easy", "--seat", "france")
FOG = {"fog_of_war": True, "events": True, "mulligans": True, "elites": True, "tanks": True}


def answers(out: str) -> list[str]:
    """What was said to each line that was typed, in words on one line."""
    return [" ".join(each.split()) for each in out.split("\n> ")[1:]]


@pytest.mark.parametrize(
    ("language", "word", "at_once", "said"),
    [
        (
            "en",
            "why",
            "weighed nothing else",
            ["Central Powers: ", "what Normal makes of the move"],
        ),
        (
            "fr",
            "pourquoi",
            "Rien d'autre n'a été pesé",
            ["Empires centraux : ", "ce que Normal pense de ce coup"],
        ),
    ],
)
def test_a_move_of_the_computer_is_explained(
    run: Run, language: str, word: str, at_once: str, said: list[str]
) -> None:
    """The last for which there is something to say."""
    typed = [word, *(f"{word} {number}" for number in range(1, 10))]
    last, *each = answers(run(*ATTRITION, "normal", "--lang", language, typed=typed).out)
    bodies = [told.split(maxsplit=2)[2] for told in each]
    assert any(at_once in body for body in bodies)
    chosen = next(body for body in bodies if at_once not in body)
    assert last.removeprefix(f"{word} ") == chosen
    assert all(text in chosen for text in said), chosen


def test_any_move_can_be_asked_about(run: Run) -> None:
    out = run(
        *ATTRITION, "normal", typed=["why 4", "why central", "why 0", "why 9999", "why x"]
    ).out
    mobilised, central, *refused = answers(out)[:5]
    assert "Mobilise " in mobilised
    assert "It weighed nothing else" in mobilised
    assert "nothing to choose" not in mobilised  # it could have left the tile
    assert "Central Powers: " in central
    assert "there is no move “0” to tell of: from 1, the last, to 9" in refused[0]
    assert "there is no move “9999” to tell of" in refused[1]
    assert "no seat is called “x”; there are: central, entente" in refused[2]


def test_before_any_move_there_is_nothing_to_explain(run: Run) -> None:
    out = run("play", "attrition", "--seed", "7", "--against", "easy", typed=["why"]).out
    assert "no computer player has made a move yet that you could know of" in answers(out)[0]


def test_a_player_without_a_level_is_explained_by_the_usual_one(run: Run) -> None:
    assert (
        "this is what Normal makes of the move"
        in answers(run(*ATTRITION, "random", typed=["why 2"]).out)[0]
    )


def test_orders_under_seal_are_told_of_once_they_are_carried_out(run: Run) -> None:
    """Those of the season that goes on are not counted."""
    typed = ["why", "A Par H", "why turkey", "why 7"]
    first, _, turkey, seventh = answers(run(*FRANCE, typed=typed).out)[:4]
    assert "no computer player has made a move yet that you could know of" in first
    assert turkey.startswith("why turkey Turkey: ")
    assert turkey.count("Turkey: ") == 1
    assert "this is what Easy makes of the move" in turkey or "this is what Normal" in turkey
    assert "from 1, the last, to 6" in seventh


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "attrition", "--seed", "7"),
        (*FRANCE, "--seat", "russia"),
    ],
)
def test_people_who_share_a_screen_are_told_nothing(run: Run, arguments: tuple[str, ...]) -> None:
    out = answers(run(*arguments, typed=["why"]).out)[0]
    assert "Several seats are played at this screen." in out
    assert "makes of the move" not in out


@pytest.mark.parametrize(
    ("game", "options", "step", "seed", "words"),
    [
        ("turmoil", {}, "play_card", 2, "this is what Easy makes of the move"),
        ("attrition", FOG, "mobilise", 2, "Mobilise face-down Central tile in Vienna."),
    ],
)
def test_why_tells_nothing_hidden(
    capsys: pytest.CaptureFixture[str],
    game: str,
    options: dict[str, Any],
    step: str,
    seed: int,
    words: str,
) -> None:
    """Two true positions that look the same to whoever asks give the same words."""
    match = moment(game, options, step, seed)
    foe = match.position.waiting[0]
    me = next(seat for seat in match.seats if seat != foe)
    true = match.game.copy(match.state)
    true.news = []
    other = match.game.determinize(true, me, Random(seed))
    saved = [match.game.save(state).decode() for state in (true, other)]
    assert saved[0] != saved[1]
    pair: list[AnyMatch] = [Match(match.game, start=start) for start in saved]
    acts = same_to_others(pair[0], pair[1], foe, me, Random(seed))
    assert acts is not None
    said = []
    for each, action in zip(pair, acts, strict=True):
        each.act(foe, action)
        Reasons(each, {foe: "easy", me: ""}, [me], Context(Words("en"), Screen())).tell("1")
        said.append(capsys.readouterr().out)
        assert each.seed not in said[-1]
    assert words in " ".join(said[0].split())
    assert said[0] == said[1]
