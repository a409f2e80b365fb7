"""Targets: anything a player points at gets a readable answer that leaks nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from entente.kernel.action import parse_action
from entente.kernel.bound_decision import BoundDecision
from entente.kernel.capabilities import ClosingCheck
from entente.kernel.chat_rules import proposals
from entente.kernel.conformance.playthrough import (
    AnyGame,
    AnyPosition,
    RandomPlaythrough,
    labelled_parts,
    require,
    sample_menu,
)
from entente.kernel.decision import Decision
from entente.kernel.info import Seat
from entente.kernel.text import LANGUAGES
from entente.kernel.whynot import why_not

CLICKS = 12
OFFERS = 4
# Input that no client of ours sends, but anyone can.
ODD = ("", " ", "-", "0", "-1", "²", "{}", "{word}", "A B C D E F", "; ", "\n", "x" * 4000)

Clicks = list[str]
AnyBoundDecision = BoundDecision[Any, Any]


def check_targets(run: RandomPlaythrough) -> None:
    """Check that any target, clicked or typed, is answered with a text from the catalogue."""
    game = run.game
    for saved in run.sample("pointing", 1):
        position, rng = saved.position(), run.rng(f"pointing {saved.number}")
        for decision in position.decisions:
            seat = decision.seat
            for things in islice(clicks(game, decision, rng, ODD), CLICKS):
                where = f"{run.where(saved.number)}, {seat} points at {things!r:.200}"
                try:
                    _say_reasons(position, seat, things)
                except Exception as error:
                    raise AssertionError(f"{where}: {error!r}") from error
        unchanged = game.save(position.state) == saved.data
        where = run.where(saved.number)
        require(unchanged, f"{where}: querying the state changed it")


def _say_reasons(position: AnyPosition, seat: Seat, things: Clicks) -> None:
    refusals = why_not(position, seat, things), position.explain(seat, " ".join(things))
    for language in LANGUAGES:
        for refusal in refusals:
            if refusal is not None:
                position.game.catalog(language).strict.line(refusal.message)


def check_answers(run: RandomPlaythrough) -> None:
    """Check that everything a seat reads about its own decision is the same in all worlds it cannot
    distinguish: explanations of targets, hints, remarks and cautions of actions, and proposals."""
    game = run.game
    for saved in run.sample("answers", 1):
        position, rng = saved.position(), run.rng(f"answers {saved.number}")
        for decision in position.decisions:
            seat = decision.seat
            both = (position, position.determinize(seat, rng))
            where = f"{run.where(saved.number)}, to {seat}"
            mine, other = (proposals(each) for each in both)
            require(mine == other, f"{where}: the proposals leak something hidden")
            for things in islice(clicks(game, decision, rng), CLICKS):
                ours, theirs = (why_not(each, seat, things) for each in both)
                text = f"{where}: the explanation of {things} leaks something hidden"
                require(ours == theirs, f"{text}: {ours}, otherwise {theirs}")
            bound = [each.bind(decision) for each in both]
            for action in _actions(bound[0], rng):
                for ask in (BoundDecision.hint, BoundDecision.remark, BoundDecision.cautions):
                    answer, otherwise = (ask(each, action) for each in bound)
                    text = f"{where}: the hints of {action!r} leak something hidden"
                    require(answer == otherwise, f"{text}: {answer}, otherwise {otherwise}")
                _check_risks(bound[0], action, where)


def _actions(bound: AnyBoundDecision, rng: Random) -> list[str]:
    """Return some actions of a decision, and all that close it."""
    menu = bound.decision.menu
    closing = bound.step.closing if isinstance(bound.step, ClosingCheck) else ()
    actions = [*sample_menu(menu, rng, OFFERS), *(each for each in closing if each in menu)]
    return list(dict.fromkeys(actions))


def _check_risks(bound: AnyBoundDecision, action: str, where: str) -> None:
    """Check that a risk has a text, and that the decision it leads to is one of the seat's own."""
    for risk in bound.risks(action):
        for language in LANGUAGES:
            bound.position.game.catalog(language).strict.line(risk.message)
        leads_on = risk.decision is None or bound.position.decision(bound.seat, risk.decision)
        require(bool(leads_on), f"{where}: {risk.kind} leads to a decision that is not open")


def clicks(
    game: AnyGame, decision: Decision, rng: Random, odd: tuple[str, ...] = ()
) -> Iterator[Clicks]:
    """Random sequences of targets: those of actions, and anything with a name."""
    actions = [
        each for a in sample_menu(decision.menu, rng) for each in labelled_parts(decision.menu, a)
    ]
    named = (thing.name for action in actions for thing in game.things(decision.step, action))
    elements = (
        list(named) or [word for action in actions for word in parse_action(action).args] or actions
    )
    words = list(game.catalog(LANGUAGES[0]).words)

    def thing() -> str:
        return rng.choice(rng.choice([each for each in (elements, words, words, odd) if each]))

    def several() -> range:
        return range(rng.choice((1, 1, 2)))

    while True:
        yield [" ".join(thing() for _ in several()) for _ in several()]
