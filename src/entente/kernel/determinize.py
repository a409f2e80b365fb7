"""What others have answered under seal or planned in private, as somebody else may imagine it."""

from __future__ import annotations

from random import Random

from entente.kernel.frame import Frame
from entente.kernel.info import Seat
from entente.kernel.state import State
from entente.kernel.steps import C, PrivatePlan, Steps

MOST = 200  # steps of an imagined plan
MORE = 0.75  # how likely a plan that could be sealed goes on


def imagine_answers(steps: Steps[C], world: State, context: C, seat: Seat, rng: Random) -> None:
    """Replace what `seat` cannot know of open questions, those set aside included, in place."""
    for frame in (*world.stack, *world.standing):
        if not frame.window:
            continue
        ask = steps.asking[frame.step]
        if isinstance(ask, PrivatePlan):
            _imagine_plans(ask, world, context, frame, seat, rng)
        elif frame.window in world.answers:
            answers = {
                other: answer if other == seat else ask.menu(context, frame, other).sample(rng)
                for other, answer in world.answers[frame.window].items()
            }
            world.answers = {**world.answers, frame.window: answers}


def _imagine_plans(
    ask: PrivatePlan[C], world: State, context: C, frame: Frame, seat: Seat, rng: Random
) -> None:
    """Whether another seat has planned anything is as little known as what; that it has sealed
    its plan is known."""
    sealed = world.answers.get(frame.window, {})
    own = world.plans.get(frame.window, {}).get(seat)
    mine = {} if own is None else {seat: own}
    world.plans = {**world.plans, frame.window: mine}
    for other in ask.seats(context, frame):
        if other != seat:
            _imagine_plan(ask, world, context, frame, other, rng, sealed=other in sealed)
    if not world.plans[frame.window]:
        world.plans = {each: p for each, p in world.plans.items() if each != frame.window}


def _imagine_plan(
    ask: PrivatePlan[C],
    world: State,
    context: C,
    frame: Frame,
    seat: Seat,
    rng: Random,
    *,
    sealed: bool,
) -> None:
    """One step after the other, until the plan may be sealed and is."""
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
