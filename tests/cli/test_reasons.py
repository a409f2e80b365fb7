"""`why` at the table: why a computer player did something, with the eyes of one person alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from entente.cli.common_args import Context
from entente.cli.reasons import Reasons
from entente.cli.screen import Screen
from entente.cli.words import Words
from entente.kernel import Match, registry
from entente.kernel.record import AnyMatch
from entente.players import PlayerView, make
from tests.cli.conftest import Run
from tests.server.twins import moment, same_to_others

ATTRITION = ("play", "attrition", "--seed", "7", "--seat", "entente", "--against")
FRANCE = ("play", "diplomacy", "--seed", "7", "--against", "easy", "--seat", "france")
SEALED = "no computer player has made a move that you can see yet"
FOG = {"fog_of_war": True, "events": True, "mulligans": True, "elites": True, "tanks": True}


def answers(out: str) -> list[str]:
    """Return what was said to each line that was typed, in words on one line."""
    return [" ".join(each.split()) for each in out.split("\n> ")[1:]]


@pytest.mark.parametrize(
    ("language", "word", "said"),
    [
        (
            "en",
            "why",
            [
                "why Central Powers: Judging only by what you can see",
                "what Normal makes of these moves",
                "Bring the Ottoman Empire into the war. The Ottoman Empire brings me more than it",
                "Minor moves: 7.",
                "What the turn changed: tiles on the board ahead: from -2 to 5; ",
            ],
        ),
        (
            "fr",
            "pourquoi",
            [
                "pourquoi Puissances centrales : D’après ce que vous pouvez savoir",
                "ce que le niveau Normal pense de ces coups",
                "Faire entrer en guerre l’Empire ottoman. Avec l’Empire ottoman, je gagne",
                "Autres coups, secondaires",
                "Effet du tour",
                "avance en tuiles sur le plateau \u22122 → 5",
            ],
        ),
    ],
)
def test_a_turn_of_the_computer_is_explained(
    run: Run, language: str, word: str, said: list[str]
) -> None:
    """Its main moves, the important ones first, as in the page."""
    (result,) = answers(run(*ATTRITION, "normal", "--lang", language, typed=[word]).out)[:1]
    places = [result.find(text) for text in said]
    assert places == sorted(places), result
    assert places[0] == 0, result


def test_a_turn_of_one_forced_move_is_explained_by_the_last_free_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A forced move explains nothing."""
    match: AnyMatch = Match(registry.load("turmoil"), seed="3")
    players = {seat: make("random", "turmoil", f"{seat}3") for seat in match.seats}
    while True:
        foe = match.position.to_move[0]
        asked, before = (
            match.position.decisions_for(foe)[0],
            [move.seat for move in match.moves[-1:]],
        )
        match.act(foe, players[foe].choose(PlayerView(match.position, foe)))
        if asked.menu.size() == 1 and asked.step == "remove" and before != [foe]:
            break
    me = next(seat for seat in match.seats if seat != foe)
    text = Reasons(match, {foe: "easy", me: ""}, [me], Context(Words("en"), Screen()))
    text.explain("1")
    assert "There was nothing to choose." in capsys.readouterr().out
    text.explain("")
    free = " ".join(capsys.readouterr().out.split())
    assert "this is what Easy makes of the move." in free
    assert "There was nothing to choose." not in free


def test_any_move_can_be_asked_about(run: Run) -> None:
    out = run(
        *ATTRITION, "normal", typed=["why 4", "why central", "why 0", "why 9999", "why x"]
    ).out
    fourth, central, *refused = answers(out)[:5]
    assert "Central Powers: Mobilise " in fourth
    assert "There was nothing to choose." not in fourth
    assert "what Normal makes of the move." in fourth
    assert central.startswith("why central Central Powers: ")
    assert "there is no move “0” to explain: choose 1 (the last) to 9" in refused[0]
    assert "there is no move “9999” to explain" in refused[1]
    assert "unknown seat “x”; choose one of: central or entente" in refused[2]


def test_before_any_move_there_is_nothing_to_explain(run: Run) -> None:
    out = run("play", "attrition", "--seed", "7", "--against", "easy", typed=["why"]).out
    assert "no computer player has made a move that you can see yet" in answers(out)[0]


def test_a_player_without_a_level_is_explained_by_the_usual_one(run: Run) -> None:
    assert (
        "this is what Normal makes of the move"
        in answers(run(*ATTRITION, "random", typed=["why 2"]).out)[0]
    )


def test_sealed_orders_are_explained_once_they_are_carried_out(run: Run) -> None:
    """Those of the current season do not count."""
    typed = ["why", "A Par H", "why turkey", "why 7"]
    first, _, turkey, seventh = answers(run(*FRANCE, typed=typed).out)[:4]
    assert "no computer player has made a move that you can see yet" in first
    assert turkey.startswith("why turkey Turkey: ")
    assert turkey.count("Turkey: ") == 1
    assert "this is what Easy makes of the move" in turkey or "this is what Normal" in turkey
    assert "choose 1 (the last) to 6" in seventh


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "attrition", "--seed", "7"),
        (*FRANCE, "--seat", "russia"),
    ],
)
def test_people_who_share_a_screen_get_no_explanation(run: Run, arguments: tuple[str, ...]) -> None:
    out = answers(run(*arguments, typed=["why"]).out)[0]
    assert "works only when one person plays" in out
    assert "makes of the move" not in out


def acts_at_both(pair: list[AnyMatch], seat: str) -> bool:
    """Return whether a seat has to act at both tables."""
    return all(each.position.to_move[:1] == (seat,) for each in pair)


@pytest.mark.parametrize(
    ("game", "options", "step", "seed", "typed", "moves", "words"),
    [
        ("turmoil", {}, "play_card", 2, "1", 1, "this is what Easy makes of the move"),
        ("attrition", FOG, "mobilise", 2, "1", 1, "Mobilise the face-down Central tile in Vienna."),
        ("turmoil", {}, "shift", 3, "1", 1, "this is what Easy makes of the move"),
        ("attrition", FOG, "return_tiles", 2, "1", 1, "this is what Easy makes of the move"),
        ("turmoil", {}, "choose_stability", 4, "1", 1, SEALED),
        ("attrition", FOG, "losses", 2, "1", 1, SEALED),
        ("pax", {}, "choose_fights", 3, "1", 1, SEALED),
        ("turmoil", {}, "play_card", 2, "", 3, "this is what Easy makes of these moves"),
        (
            "attrition",
            FOG,
            "mobilise",
            2,
            "",
            6,
            "Central Powers: Mobilise the face-down Central tile",
        ),
    ],
)
def test_an_explanation_reveals_nothing_hidden(
    capsys: pytest.CaptureFixture[str],
    game: str,
    options: dict[str, Any],
    step: str,
    seed: int,
    typed: str,
    moves: int,
    words: str,
) -> None:
    """Two positions that look the same to the reader give the same words."""
    match = moment(game, options, step, seed)
    foe = match.position.to_move[0]
    me = next(seat for seat in match.seats if seat != foe)
    true = match.game.copy(match.state)
    true.news = []
    other = match.game.determinize(true, me, Random(seed))
    saved = [match.game.save(state).decode() for state in (true, other)]
    assert saved[0] != saved[1]
    pair: list[AnyMatch] = [Match(match.game, start=start) for start in saved]
    count = 0
    while count < moves and acts_at_both(pair, foe):
        acts = same_to_others(pair[0], pair[1], foe, me, Random(seed + count))
        if acts is None:
            break
        for each, action in zip(pair, acts, strict=True):
            each.act(foe, action)
        count += 1
    assert count >= min(moves, 2)
    said = []
    for each in pair:
        Reasons(each, {foe: "easy", me: ""}, [me], Context(Words("en"), Screen())).explain(typed)
        said.append(capsys.readouterr().out)
        assert each.seed not in said[-1]
    assert words in " ".join(said[0].split())
    assert said[0] == said[1]
