"""What a player points at: whatever it is, the answer can be read, and it tells nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from entente.kernel.conformance.journey import AnyGame, Journey, demand, parts, some
from entente.kernel.decision import Decision
from entente.kernel.info import Seat
from entente.kernel.text import LANGUAGES
from entente.kernel.whynot import why_not

CLICKS = 12
OFFERS = 4
# What no page sends, but anybody can.
ODD = ("", " ", "-", "0", "-1", "²", "{}", "{word}", "A B C D E F", "; ", "\n", "x" * 4000)

Clicks = list[str]


def check_pointing(journey: Journey) -> None:
    """Whoever points at anything, or types it, is answered in words that the catalogue has."""
    game = journey.game
    for moment in journey.sample("pointing", 1):
        state, rng = moment.state(), journey.rng(f"pointing {moment.number}")
        for seat, decision in game.decisions(state).items():
            for things in islice(clicks(game, decision, rng, ODD), CLICKS):
                where = f"{journey.where(moment.number)}, {seat} points at {things!r:.200}"
                try:
                    _say_reasons(game, state, seat, things)
                except Exception as error:
                    raise AssertionError(f"{where}: {error!r}") from error
        where = journey.where(moment.number)
        demand(game.save(state) == moment.data, f"{where}: asking about the state changed it")


def _say_reasons(game: AnyGame, state: Any, seat: Seat, things: Clicks) -> None:
    refusals = why_not(game, state, seat, things), game.explain(state, seat, " ".join(things))
    for language in LANGUAGES:
        for refusal in refusals:
            if refusal is not None:
                game.catalog(language).line(refusal.message)


def check_answers(journey: Journey) -> None:
    """What a seat is told about its own decision is the same in all worlds it cannot tell apart:
    why nothing can be done with a thing, what to expect of an action, what is odd about it."""
    game = journey.game
    for moment in journey.sample("answers", 1):
        state, rng = moment.state(), journey.rng(f"answers {moment.number}")
        for seat, decision in game.decisions(state).items():
            twin = game.determinize(state, seat, rng)
            where = f"{journey.where(moment.number)}, to {seat}"
            for things in islice(clicks(game, decision, rng), CLICKS):
                ours, theirs = (why_not(game, each, seat, things) for each in (state, twin))
                text = f"{where}: why nothing can be done with {things} tells something hidden"
                demand(ours == theirs, f"{text}: {ours}, otherwise {theirs}")
            for action in some(decision.menu, rng, OFFERS):
                for ask in (game.hint, game.remark):
                    said, otherwise = (ask(each, seat, action) for each in (state, twin))
                    text = f"{where}: what is said of {action!r} tells something hidden"
                    demand(said == otherwise, f"{text}: {said}, otherwise {otherwise}")


def clicks(
    game: AnyGame, decision: Decision, rng: Random, odd: tuple[str, ...] = ()
) -> Iterator[Clicks]:
    """Things to point at, one after the other: what actions point at, whatever has a name."""
    actions = [each for a in some(decision.menu, rng) for each in parts(decision.menu, a)]
    elements = [e for action in actions for e in game.elements(action)] or actions
    words = list(game.catalog(LANGUAGES[0]).words)

    def thing() -> str:
        return rng.choice(rng.choice([each for each in (elements, words, words, odd) if each]))

    def several() -> range:
        return range(rng.choice((1, 1, 2)))

    while True:
        yield [" ".join(thing() for _ in several()) for _ in several()]
