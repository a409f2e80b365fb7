"""2: what an absent seat does never hurts it where another answer would not: it starts no war,
breaks no treaty, closes no passage to an ally, and does not bring the Great War."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random

import pytest

from entente.games.pax.belligerents import camp_of, need
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.treaties.breach_warnings import BREACHES
from entente.kernel import DecisionStep, Frame, OptionValue, PrivatePlan, Seat
from entente.kernel.conformance.playthrough import choose
from entente.kernel.menu import Menu, Slots, listed
from tests.amount import amount
from tests.games.pax.random_games import begin
from tests.games.pax.random_wars import play_out, position
from tests.games.pax.worlds import leave, question, run

MODES: dict[str, dict[str, OptionValue]] = {
    "open": {"players": 7, "turns": 3},
    "sealed": {"players": 5, "turns": 3, "phase_mode": "sealed"},
    "by post": {"players": 6, "turns": 3, "phase_mode": "sealed", "congress_mode": "by_post"},
}
# A promise to an ally, or to a minor power, that was made while the player was there.
PROMISED = ("honour_obligation", "keep_promise")
MOST_LISTED = 60

Ask = DecisionStep[PaxContext]


def hurts(ask: Ask, world: PaxContext, frame: Frame, seat: Seat, answer: str) -> list[str]:
    """Return what a default does that another answer avoids."""
    found = list[str]()
    choices = ask.parse(answer).choices or (ask.parse(answer),)
    if any("declare" in choice.words for choice in choices) and frame.step not in PROMISED:
        found.append("starts a war")
    others = alternatives(ask.menu(world, frame, seat), answer)
    if breaks(ask, world, frame, seat, answer) > min(
        (breaks(ask, world, frame, seat, other) for other in others), default=99
    ):
        found.append("breaks a treaty")
    if frame.step == "passages":
        war = need(world, frame.number("war"))
        mine = [p for p in world.powers_of(seat) if p in war.entered]
        shut = [choice.words[2] for choice in choices if choice.verb == "close"]
        found += [f"is closed to {user}" for p in mine for user in shut if user in camp_of(war, p)]
    if brings_the_end(ask, world, frame, seat, answer) and not all(
        brings_the_end(ask, world, frame, seat, other) for other in others
    ):
        found.append("brings the Great War")
    return found


def alternatives(menu: Menu, answer: str) -> list[str]:
    """Return other answers, as far as they can be listed: of several things one is changed."""
    if isinstance(menu, Slots):
        parts = answer.split("; ")
        return [
            "; ".join([*parts[:place], other, *parts[place + 1 :]])
            for place, choices in enumerate(menu.slots.values())
            for other in choices
            if other != parts[place]
        ]
    return [each for each in listed(menu, MOST_LISTED) or () if each != answer]


def breaks(ask: Ask, world: PaxContext, frame: Frame, seat: Seat, answer: str) -> int:
    cautions = ask.cautions(world, frame, seat, ask.parse(answer))
    return sum(caution.key in BREACHES for caution in cautions)


def brings_the_end(ask: Ask, world: PaxContext, frame: Frame, seat: Seat, answer: str) -> bool:
    """Whether the Great War comes once a seat has answered so and all others are absent: at once,
    or before the congress is over; and the seat is to blame. A round of a war raises the tension no
    matter what happens in it."""
    twin = world.for_copy(world.state.copy())
    there = next(each for each in twin.state.stack if each.window == frame.window)
    if ask.sealed:
        given = {
            each: answer if each == seat else ask.default_answer(twin, there, each)
            for each in ask.seats(twin, there)
        }
        twin.state.stack.remove(there)
        ask.resolve_sealed(twin, there, {s: ask.parse(said) for s, said in given.items() if said})
    elif ask.apply(twin, there, seat, ask.parse(answer)):
        twin.state.stack.remove(there)
    with_congress = twin.state.congress is not None
    while run(twin) and with_congress and twin.state.congress is not None:
        leave_all(twin)
    rises = twin.state.rises
    of_a_round = bool(rises) and rises[-1].kind == "war_round"
    return twin.state.outcome is not None and seat in twin.state.guilty and not of_a_round


def leave_all(world: PaxContext) -> None:
    """Leave the open decision to the defaults, with all that a seat writes under seal."""
    ask, frame = question(world)
    if isinstance(ask, PrivatePlan):
        for seat in ask.seats(world, frame):
            while (line := ask.default_answer(world, frame, seat)) not in (None, ask.stop()):
                plans = world.state.plans.get(frame.window, {})
                written = {**plans, seat: (*plans.get(seat, ()), line)}
                world.state.plans = {**world.state.plans, frame.window: written}
    leave(world)


class Onlooker:
    """Looks at the defaults of all seats that are asked, now and then with the tension near its
    end, until it has seen enough."""

    def __init__(self, rng: Random, wanted: int) -> None:
        self.rng, self.wanted, self.by_step = rng, wanted, Counter[str]()

    @property
    def seen(self) -> int:
        return self.by_step.total()

    def __call__(self, world: PaxContext) -> None:
        frames = world.state.stack
        if self.seen >= self.wanted or not frames or world.state.outcome is not None:
            return
        if self.by_step[frames[-1].step] > 5 + self.seen // 8:  # what is asked seldom counts more
            return
        twin = world.for_copy(world.state.copy())
        if self.rng.random() < 0.5:
            twin.state.tension = max(twin.state.tension, self.rng.randrange(80, 100))
        for frame in twin.state.open_frames():
            ask = steps.question(frame.step)
            if frame.window and ask.needed(twin, frame):
                for seat in ask.seats(twin, frame):
                    self._look(ask, twin, frame, seat)

    def _look(self, ask: Ask, world: PaxContext, frame: Frame, seat: Seat) -> None:
        answer = ask.default_answer(world, frame, seat)
        if answer is None or seat in world.state.answers.get(frame.window, {}):
            return
        self.by_step[frame.step] += 1
        wrong = hurts(ask, world, frame, seat, answer)
        assert wrong == [], (frame.step, seat, answer, world.state.tension)


@pytest.mark.amount
@pytest.mark.parametrize("mode", MODES)
def test_defaults_do_not_hurt_in_random_games(mode: str) -> None:
    """In open, sealed and postal games and in wars: 10,000 defaults in the long test."""
    look = Onlooker(Random(mode), amount(150, 2500))
    for seed in count():
        table, rng = begin(f"absent {seed}", **MODES[mode]), Random(seed)
        while table.outcome is None and look.seen < look.wanted:
            look(table.context)
            table.apply_unchecked(*choose(table, rng))
        if look.seen >= look.wanted:
            break


@pytest.mark.amount
def test_defaults_do_not_hurt_in_random_wars() -> None:
    look = Onlooker(Random(0), amount(150, 2500))
    for seed in count():
        rng = Random(seed)
        play_out(position(rng), rng, look)
        if look.seen >= look.wanted:
            break
