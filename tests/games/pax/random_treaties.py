"""Random treaties in phases 7 to 10: signed, broken, left, and followed by charges.

A seed makes a turn with disputes, and treaties of every kind of clause among the powers in them:
some were signed before, and some of these broken. Then every seat answers at random, or is absent.
"""

from __future__ import annotations

from itertools import permutations
from random import Random

import msgspec

from entente.games.pax.areas.causes import give_cause, placed, recompute
from entente.games.pax.board import STRENGTHS, Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.game import INFO
from entente.games.pax.negotiation.offers import form_for, offer, sign, unsigned
from entente.games.pax.records.treaty import IN_FORCE
from entente.games.pax.treaties.accusations import charges_by
from entente.games.pax.treaties.breaches import breach
from entente.games.pax.turn.setup import first_state
from entente.kernel import Chance, Decision, OptionValue, Seat
from entente.kernel.menu import Choose, Form, ListOf, OneOf
from entente.kernel.menu.composed import Field
from tests.games.pax.random_games import Table, the_game

FLOW = ("negotiation", "congress", "resentment", "war", "victory_points", "final_record")
DISPUTED = (
    "tunis",
    "marocco",
    "egypt",
    "kongo",
    "siam",
    "persia",
    "korea",
    "cuba",
    "serbia",
    "anatolia",
    "transvaal",
    "manchuria",
)
DESK = 0.3  # of what is done is done at the desk
MOST = 3000  # decisions


class Round:
    """One turn of treaties."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.world = self._begin(str(seed))
        self.turn = self.world.state.turn
        seats = self.world.seats
        self.absent = {seat for seat in seats if self.rng.random() < 0.25}
        self.hot = self.rng.sample(DISPUTED, self.rng.randrange(2, 7))
        self._scatter()
        self._sign_before()
        self.world.state.push(*FLOW)
        self.table: Table = the_game().position(self.world.state)
        self.world = self.table.context
        the_game().run(self.world.state, self.world)

    # -- where it begins

    def _begin(self, seed: str) -> PaxContext:
        rng = self.rng
        turn = rng.randrange(1, 11)
        chosen: dict[str, OptionValue] = {each.id: each.default for each in INFO.options}
        chosen["players"] = rng.choice((4, 5, 6, 7, 7, 7, 8))
        chosen["turns"] = min(10, turn + rng.randrange(2))
        chosen["congress_rounds"] = 1
        for name in ("mutual_unused", "tension_on_cession", "suggested_bonuses", "phase_mode"):
            values = next(each.values for each in INFO.options if each.id == name)
            chosen[name] = rng.choice(values)
        state = first_state(the_game().board, chosen, Chance(seed))
        state.rules = INFO.version
        state.stack, state.turn, state.phase = [], max(1, turn - 1), "adjustment"
        world = PaxContext(the_game().board, state)
        state.order = tuple(rng.sample(world.seats, len(world.seats)))
        state.treasury = {power: rng.randrange(60) for power in world.majors}
        state.tension = rng.choice((0, 20, 60))
        return world

    def _scatter(self) -> None:
        """Disputes as phases 4 to 6 leave them: a power has taken control where others have
        lesser markers, or two have; and some codominions."""
        rng, world = self.rng, self.world
        for area in self.hot:
            ruling = world.controllers(area)
            for power in rng.sample(list(world.board.powers), rng.randrange(3)):
                lesser = rng.choice((Status.INTEREST, Status.INFLUENCE))
                if not ruling and not world.marker(power, area):
                    self._place(power, area, lesser)
            if not ruling:
                for power in rng.sample(list(world.board.powers), rng.choice((0, 1, 1, 2))):
                    self._place(power, area, rng.choice((Status.PROTECTORATE, Status.POSSESSION)))
            self._settle(area)
        recompute(world)

    def _place(self, power: Power, area: Area, status: Status) -> None:
        """A marker is placed, with what follows from it (6.1), and established."""
        world = self.world
        strengths = [s for s in STRENGTHS if world.counters(power, f"strength_{s}") > 0]
        if not world.can_have(power, area, status) or not strengths:
            return
        world.put_marker(power, area, status, Status.NONE)
        placed(world, power, area)
        if status.is_control:
            world.add_unit(power, "army", area, self.rng.choice(strengths))

    def _settle(self, area: Area) -> None:
        """All markers in an area are established; two who took control have cause (7.4)."""
        world = self.world
        taken = [power for power, m in world.markers(area).items() if m.is_control and m.is_new]
        for power, marker in list(world.markers(area).items()):
            world.put_marker(power, area, marker.status)
        for one, other in permutations(taken, 2):
            give_cause(world, "double_establishment", one, other, area)
        if len(world.controllers(area)) > 1 and self.rng.random() < 0.3:
            world.share(area, world.controllers(area))

    def _sign_before(self) -> None:
        """Treaties of the turn before, some of them broken."""
        rng, world = self.rng, self.world
        for _ in range(rng.randrange(8)):
            self.deal(rng.choice(world.seats))
        for treaty in list(world.state.treaties.values()):
            if treaty.state == IN_FORCE and rng.random() < 0.2:
                number = rng.randrange(len(treaty.clauses))
                breach(world, treaty, number, rng.choice(treaty.parties))
        if world.state.turn < 10 and rng.random() < 0.8:
            world.state.turn += 1
        world.state.causes = tuple(c for c in world.state.causes if c.area or rng.random() < 0.5)
        world.state.outcome = None
        world.state.tension = min(world.state.tension, 80)

    # -- treaties

    def deal(self, seat: Seat) -> None:
        """A treaty is offered, and often all sign it at once."""
        world, rng = self.world, self.rng
        treaty = offer(world, seat, self.written(seat))
        if rng.random() < 0.8:
            for other in unsigned(world, treaty):
                if treaty.id in world.state.treaties:
                    sign(world, other, world.state.treaties[treaty.id])
        if not unsigned(world, treaty) and treaty.id in world.state.treaties:
            return
        world.state.stack = []  # what falls due is looked at in the flow

    def written(self, seat: Seat) -> str:
        """An offer with clauses of every kind."""
        rng, form = self.rng, form_for(self.world, seat)
        others, many = form.fields["with"], form.fields["clauses"]
        assert isinstance(others, ListOf)
        assert isinstance(many, ListOf)
        around = [p for area in self.hot for p in self.world.markers(area)]
        near = [p for p in (*around, *self.world.majors) if p in self.world.majors and p != seat]
        parties = list(dict.fromkeys(rng.choice(near) for _ in range(rng.randrange(1, 3))))
        menu = many.item
        assert isinstance(menu, OneOf)
        clauses = [self.clause(menu, [seat, *parties]) for _ in range(rng.randrange(1, 5))]
        given = {"with": others.write(parties), "clauses": many.write(clauses)}
        if rng.random() < 0.4:
            given["secret"] = "yes"
        if rng.random() < 0.3:
            given["until"] = f"turn {self._year()}"
        return form.write(given)

    def _year(self) -> int:
        turns = self.world.number("turns")
        return min(turns, max(1, self.world.state.turn + self.rng.randrange(-1, 3)))

    def clause(self, menu: OneOf, parties: list[Power]) -> str:
        form = self.rng.choice(menu.forms)
        assert isinstance(form, Form)
        given = {}
        for name, field in form.fields.items():
            if name in form.optional and self.rng.random() < 0.7:
                continue
            given[name] = self._value(name, field, parties)
        return form.write(given)

    def _value(self, name: str, field: Field, parties: list[Power]) -> str:
        """Most often something that there is a quarrel about."""
        rng = self.rng
        if name in ("start", "until"):
            return f"turn {self._year()}"
        if rng.random() < 0.85:
            if name in ("area", "other"):
                return rng.choice(self.hot)
            if isinstance(field, ListOf) and isinstance(field.item, Choose):
                known = [each for each in (*self.hot, *parties) if each in field.item.actions]
                if len(known) >= field.least:
                    most = min(len(known), field.most)
                    return field.write(rng.sample(known, rng.randrange(field.least, most + 1)))
            if isinstance(field, Choose) and (fit := [p for p in parties if p in field.actions]):
                return rng.choice(fit)
            if name == "amount":
                return f"pounds {rng.randrange(1, 40)}"
        return field.sample(rng)

    # -- playing

    def step(self) -> bool:
        """Something is done; False: the round is over."""
        table, rng = self.table, self.rng
        state = table.state
        if state.outcome is not None or state.phase in ("events", "administration", "movement"):
            return False
        waiting = table.to_move
        if rng.random() < DESK:
            self._at_desk(rng.choice(self.world.seats))
            return True
        seat = rng.choice(waiting)
        decision = next(each for each in table.decisions_for(seat) if each.must)
        table.apply_unchecked(decision, self._answer(decision))
        return True

    def _answer(self, decision: Decision) -> str:
        rng = self.rng
        usual = self.table.bind(decision).default_answer()
        hurried = (
            decision.step in ("manoeuvre", "negotiate", "open_movement") and rng.random() < 0.6
        )
        if usual is not None and (decision.seat in self.absent or hurried):
            assert decision.menu.canonical(usual) == usual, (decision.step, usual)
            return usual
        return decision.menu.sample(rng)

    def _at_desk(self, seat: Seat) -> None:
        """A deed about a treaty, or an offer."""
        desk = next((each for each in self.table.decisions_for(seat) if each.step == "desk"), None)
        if desk is None or seat in self.absent:
            return
        menus = desk.menu.forms if isinstance(desk.menu, OneOf) else (desk.menu,)
        choices = [each for menu in menus if isinstance(menu, Choose) for each in menu.actions]
        deeds = [each for each in choices if not each.startswith(("watch", "unwatch"))]
        charges = [
            each
            for treaty in self.world.state.treaties.values()
            if treaty.state == IN_FORCE and seat in treaty.parties
            for each in charges_by(self.world, seat, treaty)
        ]
        assert set(charges) <= set(deeds)
        if deeds and self.rng.random() < 0.6:
            action = self.rng.choice(deeds)
        elif any(isinstance(menu, Form) for menu in menus):
            action = self.written(seat)
        else:
            return
        exact = desk.menu.canonical(action)
        assert exact is not None, action
        self.table.apply_unchecked(desk, exact)


def treaties_hold_together(world: PaxContext) -> None:
    """Invariants of treaties."""
    state = world.state
    for name, treaty in state.treaties.items():
        assert name == treaty.id
        assert all(0 <= number < len(treaty.clauses) for number in treaty.done)
        assert all(each.power in treaty.parties for each in treaty.breaches)
        assert all(each.counted for each in treaty.breaches) or treaty.secret
        assert set(treaty.released) <= set(treaty.parties)
        assert len(set(treaty.trials)) == len(treaty.trials)
    for charge in state.charges:
        assert charge.treaty in state.treaties
        assert set(charge.votes) < set(charge.jury), charge
    for bonus in state.secret_bonuses:
        assert all(state.treaties[name].secret for name in bonus.treaties)
    for area, members in state.codominions.items():
        assert all(world.status(power, area).is_control for power in members), (area, members)
    for cause in state.causes:
        assert not world.same_side(cause.holder, cause.against), cause


def secrets_are_kept(table: Table, rng: Random) -> None:
    """No seat can distinguish the true state from a determinization."""
    game, seat = table.game, rng.choice(table.context.seats)
    twin = table.determinize(seat, rng)
    for viewer in (seat, None):
        ours, theirs = (game.view(each.state, viewer) for each in (table, twin))
        assert msgspec.json.encode(ours) == msgspec.json.encode(theirs), (seat, viewer)
