"""Peace for tests: phases 2 and 4 to 7 of a turn, played through their questions."""

from __future__ import annotations

from entente.games.pax.board import Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import rolls_for_office
from entente.games.pax.economy.spending import set_earmarks
from entente.kernel import Seat
from tests.games.pax.worlds import answer, army, call, leave, question, run

INTEREST, INFLUENCE = Status.INTEREST, Status.INFLUENCE
PROTECTORATE, POSSESSION = Status.PROTECTORATE, Status.POSSESSION


def turn_of(world: PaxContext, year: int) -> PaxContext:
    """The same world in the turn of a year."""
    constants = world.board.constants
    world.state.turn = (year - constants.first_year) // constants.years_per_turn + 1
    assert world.year == year
    return world


def office(world: PaxContext, **dice: int) -> None:
    """Phase 2 with these dice of the colonial offices; all others roll 1."""
    rolling = [power for power in world.majors if rolls_for_office(world, power)]
    assert set(dice) <= set(rolling), rolling
    world.state.chance.script = [dice.get(power, 1) for power in rolling]
    call(world, "administration")


def line(world: PaxContext, power: Power, number: int) -> int:
    """A line of the administrative sheet of this turn."""
    return world.state.sheets[power][-1].lines[f"l{number:02}"]


def movement(world: PaxContext, *events: str, **money: int) -> PaxContext:
    """Phase 4 begins, with these events and this money."""
    world.state.events = events
    world.state.treasury = {**world.state.treasury, **money}
    set_earmarks(world)
    call(world, "movement")
    assert question(world)[1].step == "open_movement"
    return world


def do(world: PaxContext, seat: Seat, *orders: str) -> None:
    """A seat gives orders, which must be allowed."""
    for order in orders:
        answer(world, {seat: order})


def legal(world: PaxContext, seat: Seat, order: str) -> bool:
    """Return whether an order is allowed now; one that is not must be explained."""
    ask, frame = question(world)
    if order in ask.menu(world, frame, seat):
        return True
    assert ask.why_not(world, frame, seat, ask.parse(order)) is not None, order
    return False


def explained(world: PaxContext, seat: Seat, order: str) -> str:
    """The key of the reason why an order is not allowed."""
    ask, frame = question(world)
    assert order not in ask.menu(world, frame, seat)
    refusal = ask.why_not(world, frame, seat, ask.parse(order))
    assert refusal is not None
    return refusal.message.key


def end_movement(world: PaxContext) -> None:
    """Every seat that is not yet ready does its duties and is ready."""
    while world.state.stack and question(world)[1].step == "open_movement":
        ask, frame = question(world)
        seat = next(s for s in ask.seats(world, frame) if ask.waits(world, frame, s))
        order = ask.default_answer(world, frame, seat)
        assert order is not None
        answer(world, {seat: order})


def combat(world: PaxContext, *dice: int, **answers: str) -> None:
    """Phase 5 with these dice: a seat without an answer attacks."""
    world.state.chance.script = list(dice)
    call(world, "colonial_combat")
    if world.state.stack and question(world)[1].step == "choose_fights":
        answer(world, dict(answers))


def adjust(world: PaxContext) -> None:
    """Phase 6; every choice is left to its default."""
    call(world, "adjustment")
    leave_all(world)


def leave_all(world: PaxContext) -> None:
    """Leave every decision to its default until none is left."""
    while run(world) is not None:
        leave(world)


def is_over(world: PaxContext) -> bool:
    """Return whether the game has ended."""
    return world.state.outcome is not None


def new(world: PaxContext, power: Power, area: str, status: Status, *strengths: int) -> None:
    """A control marker was placed this turn, and armies have come with it."""
    world.put_marker(power, area, status, world.established(power, area))
    army(world, power, area, *strengths)
