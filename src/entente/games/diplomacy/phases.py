"""The course of a year: orders and retreats in spring and autumn, adjustments in winter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from entente.games.diplomacy.answers import cautions
from entente.games.diplomacy.answers.prepared_orders import PreparedOrders
from entente.games.diplomacy.answers.prepared_preferences import (
    PreparedAdjustments,
    PreparedRetreats,
)
from entente.games.diplomacy.answers.questions import OrderQuestion
from entente.games.diplomacy.answers.refusals import why_not_orders
from entente.games.diplomacy.answers.slots import (
    ABSENT,
    CONCEDE,
    DISBAND,
    DRAW,
    VOTE,
    VOTES,
    adjustment_slots,
    missed_adjustments,
    missed_orders,
    missed_retreats,
    order_slots,
    proposal_slots,
    retreat_slots,
)
from entente.games.diplomacy.answers.targets import (
    explain_order_target,
    explain_retreat_target,
    explain_winter_target,
)
from entente.games.diplomacy.answers.terms import term_slots
from entente.games.diplomacy.answers.typed_orders import (
    typed_adjustment,
    typed_order,
    typed_retreat,
)
from entente.games.diplomacy.board import Unit, bits
from entente.games.diplomacy.context import DiplomacyContext, steps
from entente.games.diplomacy.endings import end_by_vote, end_of_autumn, end_of_year
from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS
from entente.games.diplomacy.rules.adjustments import (
    BUILD,
    REMOVE,
    WAIVE,
    Adjusted,
    Adjustment,
    owners_after,
    read_adjustment,
    resolve_adjustments,
)
from entente.games.diplomacy.rules.orders import Order, write_order, write_unit
from entente.games.diplomacy.rules.powers import TOSS_YEAR
from entente.games.diplomacy.rules.results import Result, Results, resolve_possible
from entente.games.diplomacy.rules.retreats import resolve_retreats
from entente.games.diplomacy.state import AUTUMN, DISLODGED, SPRING, WINTER
from entente.kernel import (
    Action,
    Catalog,
    Caution,
    Frame,
    Message,
    Refusal,
    Seat,
    Slots,
    say,
)

# -- the year


@steps.auto
def spring(europe: DiplomacyContext, frame: Frame) -> None:
    """III.6: begin the year; X.2: in the game of two, toss for Italy in the second year."""
    state = europe.state
    state.season = SPRING
    europe.log("log.season", season=SPRING, year=state.year)
    if europe.two and not state.italy and state.year >= TOSS_YEAR:
        state.italy = europe.seats[state.chance.below(len(europe.seats))]
        europe.log("log.italy", seat=state.italy)
    state.push("orders", "retreat", "autumn")


@steps.auto
def autumn(europe: DiplomacyContext, frame: Frame) -> None:
    """III.6: begin the second season of a year."""
    state = europe.state
    state.season = AUTUMN
    europe.log("log.season", season=AUTUMN, year=state.year)
    state.push("orders", "retreat", "winter")


@steps.auto
def winter(europe: DiplomacyContext, frame: Frame) -> None:
    """IX.1: a unit on a centre after autumn takes it. Then units are adjusted (IX.2)."""
    state, board = europe.state, europe.board
    state.season = WINTER
    before = europe.centre_masks()
    after = owners_after(board, before, europe.position.units)
    for power, old, new in zip(board.powers, before, after, strict=True):
        if gained := [board.provinces[p] for p in bits(new & ~old)]:
            europe.log("log.gained", power=power.id, provinces=gained, count=new.bit_count())
    europe.set_centres(after)
    if not end_of_autumn(europe):
        state.push("adjust", "year_end")


@steps.auto
def year_end(europe: DiplomacyContext, frame: Frame) -> None:
    """X.4: removals without a choice; then the next year, or the end."""
    for power in europe.board.power:
        if europe.removals(power):
            carry_out(europe, power, ())
    state = europe.state
    if not end_of_year(europe):
        state.year += 1
        state.push("spring")


# -- orders


@steps.ask("orders", prepared=PreparedOrders())
class GiveOrders(OrderQuestion):
    """III.4: orders for all units, in secret, carried out simultaneously.

    With them each player may vote for a draw, concede, or submit nothing.
    """

    section = "III.4"
    kind = MOVEMENT
    grammar = (
        "<unit> H",
        "<unit> - <place>",
        "<army> - <place> VIA",
        "<unit> S <unit>",
        "<unit> S <unit> - <place>",
        "<fleet> C <army> - <place>",
        *VOTES,
    )
    irreversible = (CONCEDE,)

    def seats(self, europe: DiplomacyContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(europe.survivors())

    def prompt(self, europe: DiplomacyContext, frame: Frame, seat: Seat) -> Message:
        state = europe.state
        return say("prompt.orders", season=state.season, year=state.year)

    def slots(self, europe: DiplomacyContext, seat: Seat) -> Slots:
        return order_slots(europe, seat)

    def proposals(self, europe: DiplomacyContext, frame: Frame) -> Mapping[str, tuple[str, ...]]:
        """X.1: orders and terms that players can propose to each other."""
        return {**proposal_slots(europe), **term_slots(europe)}

    def is_about(self, europe: DiplomacyContext, seat: Seat, power: str) -> bool:
        return True

    def explain_target(
        self, europe: DiplomacyContext, frame: Frame, seat: Seat, things: Sequence[str]
    ) -> Refusal | None:
        return explain_order_target(europe, seat, things)

    def read_order(
        self, europe: DiplomacyContext, seat: Seat, menu: Slots, text: str, catalog: Catalog
    ) -> str | Refusal:
        return typed_order(europe, menu, text, catalog)

    def completed(self, menu: Slots, orders: list[str]) -> str | None:
        """III.1: complete orders for some of the units; the others hold. The default vote is to
        play on.

        Contradictory orders make no answer.
        """
        order_of: dict[str, str] = {}
        for text in orders:
            slot = VOTE if text in VOTES else ordered_unit(text)
            if order_of.setdefault(slot, text) != text:
                return None
        return "; ".join(order_of.get(slot, choices[0]) for slot, choices in menu.slots.items())

    def why_not(
        self, europe: DiplomacyContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal:
        return why_not_orders(europe, action.text, self.slots(europe, seat))

    def cautions(
        self, europe: DiplomacyContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterator[Message]:
        if action.choice_texts[-1] == DRAW:
            yield say("caution.draw")

    def risks(
        self, europe: DiplomacyContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterator[Caution]:
        *texts, vote = action.choice_texts
        if vote in (ABSENT, CONCEDE):
            return  # no order is followed; the vote has its own confirmation
        orders = understood(europe, texts)
        yield from cautions.of_orders(europe, orders)
        if europe.state.season == AUTUMN:
            yield from cautions.open_centres(europe, seat, orders)

    def default_answer(self, europe: DiplomacyContext, frame: Frame, seat: Seat) -> str:
        return missed_orders(europe, seat)

    def resolve_sealed(
        self, europe: DiplomacyContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        state = europe.state
        parts = {seat: answer.choice_texts for seat, answer in answers.items()}
        votes = {seat: mine[-1] for seat, mine in parts.items()}
        obeyed = [seat for seat, vote in votes.items() if vote not in (ABSENT, CONCEDE)]
        orders = understood(europe, [text for seat in obeyed for text in parts[seat][:-1]])
        state.disorder = [seat for seat, vote in votes.items() if vote == ABSENT]
        conceding = [seat for seat, vote in votes.items() if vote == CONCEDE]
        if conceding:
            state.conceded = [*state.conceded, *conceding]
            for seat in conceding:
                europe.log("log.concedes", seat=seat)
        for seat in state.disorder:
            europe.log("log.disorder", seat=seat)
        if not end_by_vote(europe, votes, conceding):
            move(europe, orders)


def understood(europe: DiplomacyContext, texts: list[str]) -> dict[int, Order]:
    """Parse orders from the menus, by unit number."""
    menus = europe.menus()
    numbers, known, orders = menus.numbers, menus.lines.orders, {}
    for text in texts:
        number = numbers[ordered_unit(text)]
        order = known.get(text)
        orders[number] = menus.orders(number)[text] if order is None else order
    return orders


def ordered_unit(text: str) -> str:
    """Return the unit at the beginning of an order."""
    return text[: text.index(" ", 2)]


def move(europe: DiplomacyContext, orders: Mapping[int, Order]) -> None:
    """IV to VI, VIII: carry out all orders. Units without an order hold."""
    results = resolve_possible(europe.board, europe.rules, europe.position, orders)
    if europe.state.logs:
        log_results(europe, results)
    europe.state.last_orders = last_orders(europe, results)
    europe.state.failed_moves = failed_moves(europe, results, orders)
    europe.set_units(results.units_after())
    europe.state.dislodged = dislodged(europe, results)


def failed_moves(
    europe: DiplomacyContext, results: Results, orders: Mapping[int, Order]
) -> dict[str, int]:
    """Return the moves that failed, and in how many seasons in a row. No rule reads it."""
    before, board, position = europe.state.failed_moves, europe.board, results.position
    texts = [write_order(board, position, number, orders[number]) for number in results.bounced()]
    return {text: before.get(text, 0) + 1 for text in texts}


def last_orders(europe: DiplomacyContext, results: Results) -> dict[str, str]:
    """Return the orders with their outcomes. No rule reads it."""
    board, position = europe.board, results.position
    return {
        write_order(board, position, number, order): outcome + (DISLODGED if dislodged else "")
        for number, (order, outcome, dislodged) in enumerate(results.outcomes())
    }


def log_results(europe: DiplomacyContext, results: Results) -> None:
    """Log the result of every order, and why."""
    board, position = europe.board, results.position
    for number, result in enumerate(results.results):
        power = board.powers[position.units[number].power].id
        order = write_order(board, position, number, result.order)
        europe.state.log(result_line(power, order, result))
        if result.dislodged_by >= 0 and result.reason.message.key != "why.dislodged":
            unit, by = (write_unit(board, position.units[n]) for n in (number, result.dislodged_by))
            europe.log("log.dislodged", power=power, unit=unit, by=by)


def result_line(power: str, order: str, result: Result) -> Message:
    """Return a log line: the order, its result, and the reason with its arguments."""
    reason = result.reason.message
    return Message(
        f"log.result.{reason.key.partition('.')[2]}",
        {
            **reason.args,
            "power": power,
            "order": order,
            "outcome": result.outcome,
            "section": result.reason.section,
        },
    )


def dislodged(europe: DiplomacyContext, results: Results) -> dict[str, dict[str, list[str]]]:
    """VII: the units that must retreat, and where they may go. A unit without a retreat is lost.

    X.2, X.3: dislodged units of powers without a player or in civil disorder are also lost.
    """
    pushed = results.dislodged()
    if not pushed:
        return {}
    board, closed = europe.board, europe.closed
    still = europe.still(disorder=True)
    by_power: dict[str, dict[str, list[str]]] = {}
    for number, places in pushed.items():
        unit = results.position.units[number]
        power, name = board.powers[unit.power].id, write_unit(board, unit)
        free = [p for p in places if not closed >> board.province_of[p] & 1]
        if unit.power in still:
            europe.log("log.lost_in_disorder", power=power, unit=name)
        elif not free:
            europe.log("log.nowhere_to_go", power=power, unit=name)
        else:
            by_power.setdefault(power, {})[name] = [board.locations[place] for place in free]
    return by_power


# -- retreats


@steps.ask("retreat", prepared=PreparedRetreats())
class Retreat(OrderQuestion):
    """VII.1: retreats are written and carried out simultaneously, without negotiation."""

    section = "VII.1"
    kind = RETREATS
    silent = True
    grammar = ("<unit> - <place>", f"<unit> {DISBAND}")

    def needed(self, europe: DiplomacyContext, frame: Frame) -> bool:
        return bool(europe.state.dislodged)

    def seats(self, europe: DiplomacyContext, frame: Frame) -> tuple[Seat, ...]:
        waiting = europe.state.dislodged
        return tuple(
            seat for seat in europe.seats if any(p in waiting for p in europe.powers_of(seat))
        )

    def slots(self, europe: DiplomacyContext, seat: Seat) -> Slots:
        return retreat_slots(europe, seat)

    def is_about(self, europe: DiplomacyContext, seat: Seat, power: str) -> bool:
        return power in europe.state.dislodged

    def explain_target(
        self, europe: DiplomacyContext, frame: Frame, seat: Seat, things: Sequence[str]
    ) -> Refusal | None:
        return explain_retreat_target(europe, seat, things)

    def read_order(
        self, europe: DiplomacyContext, seat: Seat, menu: Slots, text: str, catalog: Catalog
    ) -> str | Refusal:
        return typed_retreat(europe, seat, menu, text, catalog)

    def risks(
        self, europe: DiplomacyContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Caution]:
        return cautions.of_retreats(europe, action)

    def default_answer(self, europe: DiplomacyContext, frame: Frame, seat: Seat) -> str:
        return missed_retreats(europe, seat)

    def resolve_sealed(
        self, europe: DiplomacyContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        board, state = europe.board, europe.state
        goals: dict[str, int | None] = {}
        for answer in answers.values():
            for choice in answer.choices:
                kind, place, sign, *end = choice.words
                goals[f"{kind} {place}"] = None if sign == DISBAND else board.location[end[0]]
        places = europe.retreating()
        orders = {unit: goals[write_unit(board, unit)] for unit in places}
        survivors, lost = resolve_retreats(board, places, orders)
        log_retreats(europe, orders, lost)
        state.dislodged = {}
        europe.set_units([*europe.position.units, *survivors])


def log_retreats(
    europe: DiplomacyContext, orders: Mapping[Unit, int | None], lost: list[Unit]
) -> None:
    """Log where units went, and which are lost."""
    board = europe.board
    for unit, goal in orders.items():
        power, name = board.powers[unit.power].id, write_unit(board, unit)
        if goal is None:
            europe.log("log.disbands", power=power, unit=name)
            continue
        key = "log.retreat_clash" if unit in lost else "log.retreats"
        europe.log(key, power=power, unit=name, province=board.provinces[board.province_of[goal]])


# -- adjustments


@steps.ask("adjust", prepared=PreparedAdjustments())
class Adjust(OrderQuestion):
    """IX.2: builds and removals are written and carried out simultaneously, without negotiation."""

    section = "IX.2"
    kind = ADJUSTMENTS
    silent = True
    grammar = (f"{BUILD} <unit>", f"{REMOVE} <unit>", WAIVE)

    def needed(self, europe: DiplomacyContext, frame: Frame) -> bool:
        return bool(self.seats(europe, frame))

    def seats(self, europe: DiplomacyContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(europe.dues())

    def prompt(self, europe: DiplomacyContext, frame: Frame, seat: Seat) -> Message:
        year, due = europe.state.year, self.slots(europe, seat).slots.values()
        removals = sum(choices[0].startswith(REMOVE) for choices in due)
        if not removals:
            return say("prompt.builds", year=year, builds=len(due))
        if removals == len(due):
            return say("prompt.removals", year=year, removals=removals)
        builds = len(due) - removals  # of the player's other power
        return say("prompt.builds_and_removals", year=year, builds=builds, removals=removals)

    def slots(self, europe: DiplomacyContext, seat: Seat) -> Slots:
        return adjustment_slots(europe, seat)

    def is_about(self, europe: DiplomacyContext, seat: Seat, power: str) -> bool:
        return europe.due(seat, power) > 0

    def explain_target(
        self, europe: DiplomacyContext, frame: Frame, seat: Seat, things: Sequence[str]
    ) -> Refusal | None:
        return explain_winter_target(europe, seat, things)

    def read_order(
        self, europe: DiplomacyContext, seat: Seat, menu: Slots, text: str, catalog: Catalog
    ) -> str | Refusal:
        return typed_adjustment(europe, seat, menu, text, catalog)

    def risks(
        self, europe: DiplomacyContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Caution]:
        return cautions.of_winter(action)

    def default_answer(self, europe: DiplomacyContext, frame: Frame, seat: Seat) -> str:
        return missed_adjustments(europe, seat)

    def resolve_sealed(
        self, europe: DiplomacyContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        board = europe.board
        for seat, answer in answers.items():
            texts = iter(answer.choice_texts)
            orders: dict[str, list[Adjustment]] = {}
            for slot in adjustment_slots(europe, seat).slots:
                power = slot.split()[0]
                order = read_adjustment(board, board.power[power], next(texts))
                orders.setdefault(power, []).append(order)
            for power, mine in orders.items():
                carry_out(europe, power, mine)


def carry_out(europe: DiplomacyContext, power: str, orders: Sequence[Adjustment]) -> None:
    """IX.2, X.4: carry out one power's builds and removals."""
    board, number = europe.board, europe.board.power[power]
    units = europe.position.units
    done = resolve_adjustments(board, europe.rules, number, europe.centre_masks(), units, orders)
    log_adjusted(europe, power, done)
    europe.set_units([*(unit for unit in units if unit not in done.removed), *done.built])


def log_adjusted(europe: DiplomacyContext, power: str, done: Adjusted) -> None:
    """Log what was built and removed."""
    for unit in done.built:
        europe.log("log.builds", power=power, unit=write_unit(europe.board, unit))
    for unit in done.removed:
        key = "log.removed_by_rule" if unit in done.automatic else "log.removes"
        europe.log(key, power=power, unit=write_unit(europe.board, unit))
