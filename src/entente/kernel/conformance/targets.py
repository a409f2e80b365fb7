"""What a player points at: whatever it is, the answer can be read, and it tells nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

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
from entente.kernel.position import Position
from entente.kernel.text import LANGUAGES
from entente.kernel.whynot import why_not

CLICKS = 12
OFFERS = 4
# What no page sends, but anybody can.
ODD = ("", " ", "-", "0", "-1", "²", "{}", "{word}", "A B C D E F", "; ", "\n", "x" * 4000)

Clicks = list[str]


def check_targets(journey: RandomPlaythrough) -> None:
    """Whoever points at anything, or types it, is answered in words that the catalogue has."""
    game = journey.game
    for moment in journey.sample("pointing", 1):
        position, rng = moment.position(), journey.rng(f"pointing {moment.number}")
        for decision in position.decisions:
            seat = decision.seat
            for things in islice(clicks(game, decision, rng, ODD), CLICKS):
                where = f"{journey.where(moment.number)}, {seat} points at {things!r:.200}"
                try:
                    _say_reasons(position, seat, things)
                except Exception as error:
                    raise AssertionError(f"{where}: {error!r}") from error
        unchanged = game.save(position.state) == moment.data
        where = journey.where(moment.number)
        require(unchanged, f"{where}: asking about the state changed it")


def _say_reasons(position: AnyPosition, seat: Seat, things: Clicks) -> None:
    refusals = why_not(position, seat, things), position.explain(seat, " ".join(things))
    for language in LANGUAGES:
        for refusal in refusals:
            if refusal is not None:
                position.game.catalog(language).strict.line(refusal.message)


def check_answers(journey: RandomPlaythrough) -> None:
    """What a seat is told about its own decision is the same in all worlds it cannot tell apart:
    why nothing can be done with a thing, what to expect of an action, what is odd about it, what
    may be regretted about it; and what may be proposed."""
    game = journey.game
    for moment in journey.sample("answers", 1):
        position, rng = moment.position(), journey.rng(f"answers {moment.number}")
        for decision in position.decisions:
            seat = decision.seat
            both = (position, position.determinize(seat, rng))
            where = f"{journey.where(moment.number)}, to {seat}"
            mine, other = (each.proposals() for each in both)
            require(mine == other, f"{where}: what may be proposed tells something hidden")
            for things in islice(clicks(game, decision, rng), CLICKS):
                ours, theirs = (why_not(each, seat, things) for each in both)
                text = f"{where}: why nothing can be done with {things} tells something hidden"
                require(ours == theirs, f"{text}: {ours}, otherwise {theirs}")
            for action in sample_menu(decision.menu, rng, OFFERS):
                for ask in (Position.hint, Position.remark, Position.cautions):
                    said, otherwise = (ask(each, decision, action) for each in both)
                    text = f"{where}: what is said of {action!r} tells something hidden"
                    require(said == otherwise, f"{text}: {said}, otherwise {otherwise}")


def clicks(
    game: AnyGame, decision: Decision, rng: Random, odd: tuple[str, ...] = ()
) -> Iterator[Clicks]:
    """Things to point at, one after the other: what actions point at, whatever has a name."""
    actions = [
        each for a in sample_menu(decision.menu, rng) for each in labelled_parts(decision.menu, a)
    ]
    named = (thing.name for action in actions for thing in game.things(decision.step, action))
    elements = list(named) or [word for action in actions for word in action.split()[1:]] or actions
    words = list(game.catalog(LANGUAGES[0]).words)

    def thing() -> str:
        return rng.choice(rng.choice([each for each in (elements, words, words, odd) if each]))

    def several() -> range:
        return range(rng.choice((1, 1, 2)))

    while True:
        yield [" ".join(thing() for _ in several()) for _ in several()]
