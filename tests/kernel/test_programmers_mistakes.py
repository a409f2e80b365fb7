"""Programming errors are reported in a sentence."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import entente
from entente.kernel import Decision, DecisionStep, Game, IllegalAction, Match, Steps, registry, say
from entente.kernel.game import UnknownSeat
from entente.kernel.grammar import Grammar, Vocabulary
from entente.kernel.steps import UnknownStep
from tests.open_play import Concert
from tests.toys import Conference

CONFERENCE, CONCERT = Conference(), Concert()
NO_ITALY = "has no seat “italy”; its seats are: austria, britain and france"


@pytest.mark.parametrize("game", [CONFERENCE, CONCERT], ids=["conference", "concert"])
def test_a_seat_that_is_not_there(game: Game[Any, Any]) -> None:
    match: Match[Any, Any] = Match(game)
    with pytest.raises(UnknownSeat, match=NO_ITALY):
        match.position.view("italy")
    with pytest.raises(UnknownSeat, match=NO_ITALY):
        game.view(match.state, "italy")
    with pytest.raises(UnknownSeat, match=NO_ITALY):
        match.position.determinize("italy", Random(1))
    with pytest.raises(UnknownSeat, match=NO_ITALY):
        game.determinize(match.state, "italy", Random(1))
    with pytest.raises(IllegalAction, match="There is no seat called italy in this game"):
        match.act("italy", "vote aye")


def test_a_spectator_is_no_seat_and_may_look() -> None:
    assert Match(CONFERENCE).position.view(None).seat is None


def test_with_other_options_other_seats_are_there() -> None:
    game = registry.load("diplomacy")
    match: Match[Any, Any] = Match(game, {"players": 2})
    with pytest.raises(UnknownSeat, match=f"“nowhere”; its seats are: {match.seats[0]}"):
        match.position.view("nowhere")


def test_an_action_that_is_no_text() -> None:
    match = Match(CONFERENCE)
    with pytest.raises(TypeError, match="an action is a text, such as 'vote aye': not 3"):
        match.act("austria", 3)  # type: ignore[arg-type]


def test_a_seed_that_is_no_text() -> None:
    with pytest.raises(TypeError, match="a seed is a text, such as '7': not 7"):
        Match(CONFERENCE, seed=7)  # type: ignore[arg-type]


def test_a_step_that_is_not_registered_is_called() -> None:
    state = CONFERENCE.start({}, "1")
    state.push("parade")
    with pytest.raises(UnknownStep, match=r"no step is called 'parade'; there are: .*vote"):
        CONFERENCE.run(state, CONFERENCE.context(state))


def test_a_standing_decision_that_is_not_registered() -> None:
    state = CONCERT.start({}, "1")
    state.push_standing("parade")
    with pytest.raises(
        UnknownStep, match=r"no step asks under the name 'parade'; there are: .*desk"
    ):
        assert CONCERT.position(state).decisions


def test_the_grammar_of_a_step_that_is_not_registered() -> None:
    with pytest.raises(UnknownStep, match="no step asks under the name 'parade'"):
        CONFERENCE.grammar("parade")


def test_a_question_that_is_not_asked() -> None:
    position = CONFERENCE.begin({}, "1")
    other = Decision("austria", say("prompt.vote"), "2", position.decisions[0].menu, window=99)
    with pytest.raises(LookupError, match="no question has the window 99 now"):
        position.frame(other)


def test_a_grammar_that_lacks_its_comma() -> None:
    class Parade(DecisionStep[Any]):
        grammar = "march <tile>"  # type: ignore[assignment]

    with pytest.raises(TypeError, match="'parade': `grammar` is a text; it must be a tuple of"):
        Steps[Any]().ask("parade")(Parade)


def test_an_empty_pattern() -> None:
    with pytest.raises(ValueError, match="a pattern of the grammar is empty"):
        Grammar([" "], Vocabulary({}))


def test_a_kind_with_one_text_as_names() -> None:
    with pytest.raises(TypeError, match="the names of kind 'tile' must be a sequence"):
        Vocabulary({"tile": "gun"})


def test_an_invalid_action_has_no_action_id() -> None:
    with pytest.raises(LookupError, match="'parade' matches no pattern"):
        CONCERT.action_ids.number("parade")
    with pytest.raises(IndexError, match=r"action ids go from 0 to \d+, not 99999"):
        CONCERT.action_ids.choice(99999)


def test_an_option_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="conference has no option “tanks”"):
        Match(CONFERENCE, {"tanks": True})


def test_the_seed_of_a_player_is_a_text_too() -> None:
    with pytest.raises(TypeError, match="a seed is a text, such as '7': not 3"):
        entente.make_player("random", "attrition", seed=3)  # type: ignore[arg-type]
