"""Sample the sealed answers and private plans that a seat cannot see."""

from __future__ import annotations

from random import Random

from entente.kernel.frame import Frame
from entente.kernel.info import Seat
from entente.kernel.state import C, State
from entente.kernel.steps import PrivatePlan, Steps

MOST = 200  # steps of a sampled plan
MORE = 0.75  # probability that a plan that could be sealed continues


def sample_hidden_answers(
    steps: Steps[C], world: State, context: C, seat: Seat, rng: Random
) -> None:
    """Replace in place what `seat` cannot know of open decisions, interrupted ones included."""
    for frame in (*world.stack, *world.standing):
        if not frame.window:
            continue
        ask = steps.asking[frame.step]
        if isinstance(ask, PrivatePlan):
            _sample_plans(ask, world, context, frame, seat, rng)
        elif frame.window in world.answers:
            answers = {
                other: answer if other == seat else ask.menu(context, frame, other).sample(rng)
                for other, answer in world.answers[frame.window].items()
            }
            world.answers = {**world.answers, frame.window: answers}


def _sample_plans(
    ask: PrivatePlan[C], world: State, context: C, frame: Frame, seat: Seat, rng: Random
) -> None:
    """Sample the plans of the other seats. Whether a seat has planned anything is hidden; that it
    has sealed its plan is public."""
    sealed = world.answers.get(frame.window, {})
    own = world.plans.get(frame.window, {}).get(seat)
    mine = {} if own is None else {seat: own}
    world.plans = {**world.plans, frame.window: mine}
    for other in ask.seats(context, frame):
        if other != seat:
            _sample_plan(ask, world, context, frame, other, rng, sealed=other in sealed)
    if not world.plans[frame.window]:
        world.plans = {each: p for each, p in world.plans.items() if each != frame.window}


def _sample_plan(
    ask: PrivatePlan[C],
    world: State,
    context: C,
    frame: Frame,
    seat: Seat,
    rng: Random,
    *,
    sealed: bool,
) -> None:
    """Sample a plan step by step until it may be sealed and is."""
    for _ in range(MOST):
        menu = ask.menu(context, frame, seat)
        may_stop = ask.stop() in menu
        if (may_stop or not sealed) and rng.random() >= MORE:
            return
        step = menu.sample(rng)
        if step == ask.stop():
            if sealed or menu.size() == 1:
                return
            continue
        plans = world.plans[frame.window]
        steps = (*plans.get(seat, ()), step)
        world.plans = {**world.plans, frame.window: {**plans, seat: steps}}
