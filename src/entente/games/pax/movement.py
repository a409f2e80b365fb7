"""The movement and status phase (6): open to all at once (6.6), or by sealed plans (6.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from entente.games.pax import bonds
from entente.games.pax.absent import default_order
from entente.games.pax.board import GERMANY, STATUS_WORDS, Area, Status
from entente.games.pax.consequences import brings_great_war, consequences, cost_of
from entente.games.pax.doing import AUSTRIA, FUND, perform, power_and_words
from entente.games.pax.duties import undone
from entente.games.pax.garrisons import without_army
from entente.games.pax.moving import OWN, Moving, Reopening
from entente.games.pax.orders import GRAMMAR, orders_of, orders_with, why_not
from entente.games.pax.phases import begin_phase
from entente.games.pax.promises import warn_ready
from entente.games.pax.purse import free_money, set_earmarks
from entente.games.pax.reopening import (
    FIRST_RULES,
    MARKER_VERBS,
    alarm_watchers,
    concerned,
    most_moves,
    note_step,
    reopen,
    watching,
)
from entente.games.pax.scoring import book_bonus
from entente.games.pax.wishes import wishes
from entente.games.pax.world import EVERYTHING, World, steps
from entente.kernel import (
    END,
    STAY,
    Amount,
    Choose,
    DecisionStep,
    Frame,
    Menu,
    Message,
    OneOf,
    PrivatePlan,
    Refusal,
    Seat,
    say,
    step,
)

READY, SEAL = "ready", "seal"
FULL_GRAMMAR = (*GRAMMAR, *(f"{AUSTRIA} {pattern}" for pattern in GRAMMAR))


@steps.auto
def movement(world: World, frame: Frame) -> None:
    """6: arrivals and earmarks, then the phase in the way that was chosen."""
    begin_phase(world, "movement")
    arriving = tuple(power for power in world.board.arrivals(world.year) if power in world.seats)
    world.state.moving = Moving(arrivals=arriving)
    if not world.since(3):
        set_earmarks(world)
    if world.state.options["phase_mode"] == "open":
        world.state.push("open_movement", "movement_ends")
        return
    rounds = range(1 + world.number("reaction_rounds"))
    world.state.push(*[step("plans", round=number) for number in rounds], "movement_ends")


@steps.auto
def movement_ends(world: World, frame: Frame) -> None:
    """6.4: garrisons are judged now (P36); events that were not answered cost points (3)."""
    state = world.state
    state.ungarrisoned = tuple(
        (power, area) for power in world.board.powers for area in without_army(world, power)
    )
    for code in state.events:
        demand = world.board.events[code].demand
        power = world.board.events[code].power
        if demand is None or power is None or power not in world.seats:
            continue
        marker = world.marker(power, demand.area)
        held = marker is not None and marker.was is Status.POSSESSION
        if held and world.status(power, demand.area) is not Status.TOP:
            book_bonus(world, power, "refused_dominion_or_statehood", demand.vp_if_refused)
            world.log("log.refused_status", power=power, area=demand.area)
    bonds.movement_ended(world)
    state.moving, state.earmarks = Moving(), {}
    state.reopenings, state.unheard = (), {}


# -- what may be done


def menu_of(
    world: World, seat: Seat, most: int, markers: Iterable[Area] | None = None
) -> list[Menu]:
    """The orders a seat may give, for all its powers; markers only in these areas, if given."""
    forms: list[Menu] = []
    austrian: list[str] = []
    for power in world.powers_of(seat):
        orders = orders_of(world, power, most)
        if markers is not None:
            orders = _only_in(orders, set(markers))
        if power == seat:
            forms += [Choose(actions) for actions in orders.values()]
        else:
            austrian += [f"{AUSTRIA} {each}" for actions in orders.values() for each in actions]
    if austrian:
        forms.append(Choose(tuple(austrian)))
    if seat == GERMANY and free_money(world, seat) > 0:
        forms.append(Amount(FUND, 1, free_money(world, seat)))
    return forms


def _only_in(orders: dict[str, tuple[str, ...]], areas: set[Area]) -> dict[str, tuple[str, ...]]:
    kept = {
        verb: tuple(o for o in actions if verb not in MARKER_VERBS or o.split()[1] in areas)
        for verb, actions in orders.items()
    }
    return {verb: actions for verb, actions in kept.items() if actions}


def explained(world: World, seat: Seat, action: str, most: int) -> Refusal | None:
    """Why an order is not allowed."""
    power, words = power_and_words(seat, action)
    if power != seat and seat != GERMANY:
        return None
    return why_not(world, power, words, most)


def hinted(world: World, seat: Seat, action: str) -> Message | None:
    """What an order costs, and what it leaves."""
    return cost_of(world, *power_and_words(seat, action))


def followed(world: World, seat: Seat, action: str) -> Iterable[Message]:
    """What follows from an order beside its cost."""
    return consequences(world, *power_and_words(seat, action))


def wished(world: World, seat: Seat, thing: str, most: int) -> Iterable[str]:
    """What a seat may want to do at a place, for each of its powers."""
    for power in world.powers_of(seat):
        for order in wishes(world, power, thing, most):
            yield order if power == seat else f"{AUSTRIA} {order}"


def warnings(world: World, seat: Seat, action: str) -> list[Message]:
    """What follows from an order that its author may regret: the treaties it breaks, and that it
    brings the Great War."""
    power, words = power_and_words(seat, action)
    found: list[Message] = []
    match words:
        case ["place" | "raise", area, word]:
            found = bonds.warn_placing(world, power, area, STATUS_WORDS[word])
        case ["buy", kind, strength, _]:
            found = bonds.warn_buying(world, power, kind, int(strength))
    if brings_great_war(world, power, words):
        found = [*found, say("caution.great_war")]
    return found


# -- open mode


@steps.ask("open_movement")
class OpenMovement(DecisionStep[World]):
    """6.6: anyone acts at any time; all is public at once; whoever is concerned is re-opened."""

    section = "6.6"
    grammar = (*FULL_GRAMMAR, READY)
    marks = (READY,)  # P81
    by_thing = True

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        limit, moving = world.number("reopen_limit"), world.state.moving
        return tuple(
            seat
            for seat in world.seats
            if seat not in moving.ready or moving.reopened.get(seat, 0) < limit
        )

    def waits(self, world: World, frame: Frame, seat: Seat) -> bool:
        return seat not in world.state.moving.ready

    def prompt(self, world: World, frame: Frame, seat: Seat) -> Message:
        return say("prompt.open_movement", money=world.money(seat), free=free_money(world, seat))

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        most = most_moves(world, seat)
        waited = seat not in world.state.moving.ready
        what = f"orders {most} {waited}"
        return world.remember(seat, what, EVERYTHING, lambda: self._menu(world, seat, most, waited))

    def _menu(self, world: World, seat: Seat, most: int, waited: bool) -> Menu:
        forms = menu_of(world, seat, most)
        if not forms or (waited and undone(world, seat, most) is None):
            forms = [Choose((READY,)), *forms]
        return OneOf(tuple(forms))  # type: ignore[arg-type]

    def why_not(self, world: World, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        if action == READY:
            return undone(world, seat, most_moves(world, seat))
        return explained(world, seat, action, most_moves(world, seat))

    def hint(self, world: World, frame: Frame, seat: Seat, action: str) -> Message | None:
        return hinted(world, seat, action)

    def consequences(
        self, world: World, frame: Frame, seat: Seat, action: str
    ) -> Iterable[Message]:
        return followed(world, seat, action)

    def candidates(self, world: World, frame: Frame, seat: Seat, thing: str) -> Iterable[str]:
        return wished(world, seat, thing, most_moves(world, seat))

    def cautions(self, world: World, frame: Frame, seat: Seat, action: str) -> Iterable[Message]:
        if action == READY:
            bare = [area for power in world.powers_of(seat) for area in without_army(world, power)]
            found = [say("caution.no_garrison", areas=bare)] if bare else []
            return [*found, *warn_ready(world, seat)]
        return warnings(world, seat, action)

    def default_answer(self, world: World, frame: Frame, seat: Seat) -> str | None:
        """2, P70: duties, then what was promised, then ready."""
        if seat in world.state.moving.ready:
            return None
        return default_order(world, seat, most_moves(world, seat)) or READY

    def apply(self, world: World, frame: Frame, seat: Seat, action: str) -> bool:
        state = world.state
        if action == READY:
            ready = dict.fromkeys((*state.moving.ready, seat))
            state.moving = msgspec.structs.replace(state.moving, ready=tuple(ready))
            world.log("log.ready", seat=seat)
            alarm_watchers(world, seat)
        else:
            reopen(world, Reopening(seat, seat, OWN))
            causes = state.causes
            bound = perform(world, seat, action)
            self._concern(world, seat, action, concerned(world, seat, action, causes, bound))
        if len(state.moving.ready) < len(world.seats):
            return STAY
        if state.moving.final_due:
            rest_pieces(world)
            state.push(step("plans", round=0, final=1))
        return END

    def _concern(
        self, world: World, seat: Seat, action: str, known: Mapping[Seat, Reopening]
    ) -> None:
        """Whoever an order concerns is asked again. What it is to those who watch shows when its
        author is ready (at once, under the first rules)."""
        if world.state.rules != FIRST_RULES:
            for why in known.values():
                reopen(world, why)
            note_step(world, seat, action)
            return
        if set(world.state.moving.ready) - set(known):  # who watches shows in this
            world.state.reveal()
        for other in set(known) | watching(world, seat, action):
            reopen(world, Reopening(other, seat, OWN))


# -- sealed mode


def after_plan(world: World, seat: Seat, orders: Iterable[str]) -> World:
    """The world as a seat's own plan would make it, everybody else standing still."""
    twin = world.for_copy(world.state.copy())
    for order in orders:
        if still_allowed(twin, seat, order):
            perform(twin, seat, order)
    return twin


def still_allowed(world: World, seat: Seat, order: str) -> bool:
    """Whether a planned order can be carried out: a treaty may have taken the money for it."""
    power, words = power_and_words(seat, order)
    if words[0] == FUND:
        return int(words[1]) <= free_money(world, seat)
    return " ".join(words) in orders_with(world, power, words[0], 1)


@steps.ask("plans")
class Plans(PrivatePlan[World]):
    """6.7: a list of orders under seal, each allowed after one's own earlier ones; after the first
    round markers only where others have acted."""

    section = "6.7"
    grammar = (*FULL_GRAMMAR, SEAL)
    by_thing = True

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        return world.seats

    def prompt(self, world: World, frame: Frame, seat: Seat) -> Message:
        planned = world.state.plan(frame, seat)
        money = self._planned(world, frame, seat).money(seat)
        key = "prompt.plans_final" if "final" in frame.args else "prompt.plans"
        key = "prompt.plans_reaction" if frame.number("round") else key
        return say(key, money=money, orders=len(planned))

    def _planned(self, world: World, frame: Frame, seat: Seat) -> World:
        key, orders = f"{frame.window} {seat}", world.state.plan(frame, seat)
        stamps, known = world.stamps_of(seat), world.planned.get(key)
        if known is not None and known[1] != stamps:
            known = None  # a treaty has changed what the plan began with
        if known is None or known[0] != orders:
            done = known[0] if known is not None else ()
            if known is not None and orders[: len(done)] == done:
                twin = known[2]
                if world.state.logs:  # others may be reading that one
                    twin = twin.for_copy(twin.state.copy())
                for order in orders[len(done) :]:
                    perform(twin, seat, order)
            else:
                twin = after_plan(world, seat, orders)
            known = world.planned[key] = (orders, stamps, twin)
        return known[2]

    def _where(self, world: World, frame: Frame, seat: Seat) -> list[Area] | None:
        """6.7: in a reaction, where others acted before, or cause for war concerns oneself."""
        if not frame.number("round"):
            return None
        touched = world.state.moving.touched
        found = [area for area, seats in touched.items() if set(seats) - {seat}]
        mine = world.powers_of(seat)
        found += [c.area for c in world.state.causes if {c.holder, c.against} & set(mine)]
        return [area for area in dict.fromkeys(found) if area]

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        planned = self._planned(world, frame, seat)
        over = planned.state.outcome is not None
        forms = [] if over else menu_of(planned, seat, 1, self._where(world, frame, seat))
        if not forms or over or undone(planned, seat, 1) is None:
            forms = [Choose((SEAL,)), *forms]
        return OneOf(tuple(forms))  # type: ignore[arg-type]

    def why_not(self, world: World, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        planned = self._planned(world, frame, seat)
        if action == SEAL:
            return undone(planned, seat, 1)
        return explained(planned, seat, action, 1)

    def hint(self, world: World, frame: Frame, seat: Seat, action: str) -> Message | None:
        return hinted(self._planned(world, frame, seat), seat, action)

    def consequences(
        self, world: World, frame: Frame, seat: Seat, action: str
    ) -> Iterable[Message]:
        return followed(self._planned(world, frame, seat), seat, action)

    def candidates(self, world: World, frame: Frame, seat: Seat, thing: str) -> Iterable[str]:
        return wished(self._planned(world, frame, seat), seat, thing, 1)

    def cautions(self, world: World, frame: Frame, seat: Seat, action: str) -> Iterable[Message]:
        planned = self._planned(world, frame, seat)
        return warn_ready(planned, seat) if action == SEAL else warnings(planned, seat, action)

    def default_answer(self, world: World, frame: Frame, seat: Seat) -> str:
        return default_order(self._planned(world, frame, seat), seat, 1) or SEAL

    def resolve_sealed(self, world: World, frame: Frame, answers: Mapping[Seat, str]) -> None:
        """6.7: all plans are carried out in precedence; two builders of one canal are told apart by
        their status, and the other is not charged."""
        plans = {seat: world.state.plan(frame, seat) for seat in answers}
        diggers = canal_builders(world, plans)
        touched: dict[Area, tuple[Seat, ...]] = {}
        for seat in world.by_precedence(plans):
            for order in plans[seat]:
                if world.state.outcome is not None:
                    return
                power, words = power_and_words(seat, order)
                if words[0] == "canal" and diggers[words[1]] != power:
                    world.log("log.canal_late", power=power, area=words[1])
                    continue
                if not still_allowed(world, seat, order):
                    world.log("log.plan_lapses", power=power)
                    continue
                perform(world, seat, order)
                if words[0] in MARKER_VERBS:
                    area = words[1]
                    touched[area] = tuple(dict.fromkeys((*touched.get(area, ()), seat)))
        tell_watchers(world, touched)
        world.state.moving = msgspec.structs.replace(world.state.moving, touched=touched)
        rest_pieces(world)


def rest_pieces(world: World) -> None:
    """6.6, 6.7: in a sealed round each unit and fleet may move once, whatever it did before."""
    world.state.moving = msgspec.structs.replace(world.state.moving, moved={})
    world.forget()


def tell_watchers(world: World, touched: Mapping[Area, Iterable[Seat]]) -> None:
    """6.6, C6: after a sealed round, who watches learns what of it was touched; nobody else."""
    for seat, names in world.state.watched.items():
        areas = [
            area
            for area, by in touched.items()
            if any(s != seat and (area in names or s in names) for s in by)
        ]
        if areas:
            world.tell_to([seat], say("log.watched", areas=areas))


def canal_builders(world: World, plans: Mapping[Seat, Iterable[str]]) -> dict[Area, str]:
    """6.7: who digs where several would: the higher status, then precedence."""
    found: dict[Area, str] = {}
    for seat in world.by_precedence(plans):
        for order in plans[seat]:
            power, words = power_and_words(seat, order)
            if words[0] != "canal":
                continue
            area = words[1]
            rival = found.get(area)
            if rival is None or world.established(power, area) > world.established(rival, area):
                found[area] = power
    return found
