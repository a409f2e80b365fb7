"""A hostile bargainer at Pax Britannica: offers of every kind that ask for much and give nothing,
or hardly anything; and what a signature cost."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from entente.games.pax.board import Power, Status, status_word
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.spending import free_money
from entente.games.pax.engine.effects import standing_worth
from entente.games.pax.engine.promises import TOLERANCE, can_cede, means
from entente.games.pax.negotiation.offers import form_for
from entente.games.pax.records.treaty import IN_FORCE, Args, Clause
from entente.games.pax.state import PaxState
from entente.games.pax.treaties.execution import execute
from entente.games.pax.treaties.forms import write_clause
from entente.kernel import Position, Seat
from entente.kernel.menu import ListOf, OneOf
from entente.players import PlayerView, make

MOST = 300  # pounds that a clause can name

PaxPosition = Position[PaxState, PaxContext]
NEVER_MET = (
    "turns first=turn 1; last=turn 1",
    "at_war power=italy; with=italy",
    "cause power=russia; against=russia",
)


class Trick(NamedTuple):
    """An offer that would rob another seat: its kind and its clauses."""

    name: str
    clauses: tuple[Clause, ...]
    until: int = 0

    def written(self, world: PaxContext, robber: Seat, victim: Seat) -> str:
        """The offer as it is written at the desk."""
        form = form_for(world, robber)
        many = form.fields["clauses"]
        assert isinstance(many, ListOf)
        assert isinstance(many.item, OneOf)
        given = {
            "with": f"[{victim}]",
            "clauses": many.write([write_clause(many.item, each) for each in self.clauses]),
        }
        if self.until:
            given["until"] = f"turn {self.until}"
        return form.write(given)


def pay(giver: Power, taker: Power, amount: int, due: str = "now", **more: object) -> Clause:
    args: dict[str, str | int] = {"from": giver, "to": taker, "amount": amount, "due": due}
    return Clause("pay", args, **more)  # type: ignore[arg-type]


# -- what the robber wants


def booty(world: PaxContext, robber: Seat, victim: Seat) -> Iterator[Clause]:
    """Money, and the victim's best markers if markers change hands now."""
    purse = min(MOST, max(0, free_money(world, victim)))
    yield from (pay(victim, robber, amount) for amount in sorted({5, purse}) if 0 < amount <= purse)
    held = sorted(
        (area for area, marker in world.areas_of(victim) if not marker.is_new),
        key=lambda area: -standing_worth(world, victim, area),
    )
    if world.state.phase == "negotiation":
        takes = [a for a in held if world.can_have(robber, a, world.established(victim, a))]
        for area in takes[:2]:
            yield Clause("cede", {"area": area, "from": victim, "to": robber, "level": ""})
    lesser = [a for a in held if not world.status(victim, a).is_control]
    for area in lesser[:1]:
        yield Clause("remove", {"power": victim, "area": area})


# -- what the robber gives: nothing


def empty_promises(world: PaxContext, robber: Seat, victim: Seat) -> Iterator[Trick]:
    """Promises that can never fall due or are empty."""
    turn, turns = world.state.turn, world.number("turns")
    rich = MOST
    for past in {1, turn}:
        yield Trick("past", (pay(robber, victim, rich, f"turn_{past}"),))
    if turn + 1 < turns:
        due = f"turn_{turn + 2}"
        yield Trick("behind the treaty", (pay(robber, victim, 40, due),), turn + 1)
        yield Trick("behind the clause", (pay(robber, victim, 40, due, until=turn + 1),))
        yield Trick(
            "before the clause", (pay(robber, victim, 40, f"turn_{turn + 1}", start=turn + 2),)
        )
    yield Trick("every turn of none", (pay(robber, victim, 40, "each_turn"),), turn)
    yield Trick("every turn of none", (pay(robber, victim, 40, "each_turn", until=turn),))
    for when in NEVER_MET[0 if turn > 1 else 1 :]:
        yield Trick("never met", (pay(robber, victim, 40, "each_turn", when=when),))
        yield Trick("never met", (pay(robber, victim, 40, when=when),))
    is_poor = rich > means(world, robber) + TOLERANCE
    if rich > free_money(world, robber):
        yield Trick("beyond the means", (pay(robber, victim, rich),))
    if is_poor:
        yield Trick("beyond the means", (pay(robber, victim, rich, "each_turn"),))
    if turn < turns and is_poor:
        yield Trick("beyond the means", (pay(robber, victim, rich, f"turn_{turn + 1}"),))
    free = next(a for a in world.board.areas if not world.markers(a))
    held = next((area for area, _ in world.areas_of(victim)), free)
    yield Trick(
        "not theirs", (Clause("cede", {"area": free, "from": robber, "to": victim, "level": ""}),)
    )
    yield Trick("not theirs", (Clause("remove", {"power": robber, "area": free}),))
    other = {"area": free, "from": robber, "other": held, "to": victim}
    yield Trick("not theirs", (Clause("exchange", dict(other)),))


def thin_promises(world: PaxContext, robber: Seat, victim: Seat) -> Iterator[Trick]:
    """Promises of little worth, piled up; promises that can be broken or waited out; and the same
    thing given several times."""
    turn, turns = world.state.turn, world.number("turns")
    board = world.board
    areas = tuple(board.areas)
    taken = [a for a in areas if world.controllers(a)][:12]
    for chosen in (areas[:12], areas[40:52], taken, ["india"], ["south_america"]):
        for level in ("interest", "protectorate", "possession"):
            args = {"power": robber, "areas": " ".join(chosen), "level": level}
            yield Trick("stays out", (Clause("no_placement", dict(args)),))
    piled = tuple(
        Clause(
            "no_placement",
            {"power": robber, "areas": " ".join(areas[n : n + 12]), "level": "interest"},
        )
        for n in range(0, 84, 12)
    )
    yield Trick("stays out of everything", piled)
    peace = Clause("no_war", {"power": robber, "towards": victim})
    yield Trick("keeps the peace", tuple([peace] * 7))
    others = " ".join(p for p in world.seats if p != robber)[:60].rsplit(" ", 1)[0]
    yield Trick("keeps the peace", (Clause("no_war", {"power": robber, "towards": others}),) * 7)
    coal = Clause("coaling", {"from": robber, "to": victim, "areas": " ".join(areas[:12])})
    yield Trick("coal", tuple([coal] * 7))
    for passage in list(board.passages)[:2]:
        args = {"power": robber, "user": victim, "passage": passage, "stance": "open"}
        yield Trick("passage", (Clause("passage", dict(args)),) * 7)
    yield Trick("cause", (Clause("grant_cb", {"holder": victim, "against": robber}),) * 7)
    enemy = next(p for p in world.seats if p not in (robber, victim))
    ally = {"power": robber, "protected": victim, "against": enemy}
    yield Trick("ally", (Clause("defensive", dict(ally)),) * 7)
    ally = {"power": robber, "protected": victim, "against": "anyone", "always": "yes"}
    yield Trick("ally", (Clause("defensive", dict(ally)),) * 7, turns)
    for kind in ("units_max", "units_min"):
        args2: Args = {"power": robber, "areas": " ".join(areas[:12]), "kind": "any", "strength": 0}
        yield Trick(kind, (Clause(kind, dict(args2)),) * 7)
    limit: Args = {"power": robber, "kind": "any", "strength": 200, "per": "turn"}
    yield Trick("build_limit", (Clause("build_limit", dict(limit)),) * 7)
    mine = [(a, m) for a, m in world.areas_of(robber) if not m.is_new]
    for area, marker in mine[:2]:
        level = status_word(min(marker.status, Status.POSSESSION), robber)
        cession = {"area": area, "from": robber, "to": victim, "level": level}
        yield Trick("ceded again and again", (Clause("cede", dict(cession)),) * 7)
        yield Trick(
            "left again and again", (Clause("remove", {"power": robber, "area": area}),) * 7
        )
    if turn < turns:
        yield Trick("next turn", (pay(robber, victim, 20, f"turn_{turn + 1}"),))
        yield Trick("every turn", (pay(robber, victim, 15, "each_turn"),))
        yield Trick("on a condition", (pay(robber, victim, 20, when="tension least=points 99"),))


def hidden_hooks(world: PaxContext, robber: Seat, victim: Seat) -> Iterator[Trick]:
    """A small sum for something that binds the victim to far more than it seems."""
    purse = max(0, free_money(world, robber))
    if purse < 3:
        return
    turn, turns = world.state.turn, world.number("turns")
    money = pay(robber, victim, min(12, purse))
    held = [area for area, _ in world.areas_of(victim) if can_cede(world, area, victim, robber)]
    if not held:
        return
    area = max(held, key=lambda each: standing_worth(world, victim, each))
    if standing_worth(world, victim, area) < 2 * money.number("amount"):
        return
    true = f"tension least=points {max(1, world.state.tension)}"
    yield Trick(
        "arms that it does not have",
        (
            money,
            Clause(
                "units_min",
                {"power": victim, "areas": area, "kind": "any", "strength": 200},
                until=turns,
            ),
        ),
    )
    yield Trick(
        "no arms at all",
        (
            money,
            Clause(
                "units_max",
                {"power": victim, "areas": area, "kind": "any", "strength": 0},
                until=turns,
            ),
        ),
    )
    yield Trick(
        "no purchases",
        (
            money,
            Clause(
                "build_limit",
                {"power": victim, "kind": "any", "strength": 0, "per": "turn"},
                until=turns,
            ),
        ),
    )
    cession = {"area": area, "from": victim, "to": robber, "level": ""}
    yield Trick("on a condition that is met", (money, Clause("cede", dict(cession), true)))
    if turn < turns:
        yield Trick("what it will have then", (money, Clause("cede", dict(cession), start=turns)))
        yield Trick(
            "money that it will have then", (money, pay(victim, robber, 60, f"turn_{turns}"))
        )
        yield Trick("money every turn", (money, pay(victim, robber, 10, "each_turn")))
    yield Trick(
        "money on a condition", (money, pay(victim, robber, 60, when="tension least=points 99"))
    )
    yield Trick(
        "cause for war", (money, Clause("grant_cb", {"holder": robber, "against": victim}, true))
    )


# -- the cost


def ledger(world: PaxContext, seat: Seat) -> float:
    """Return what a seat has: its money, and the value of its markers."""
    return sum(
        world.money(power) + sum(standing_worth(world, power, a) for a, _ in world.areas_of(power))
        for power in world.powers_of(seat)
    )


def settled(position: PaxPosition) -> PaxContext:
    """A copy of the world in which everything that was signed is carried out."""
    twin = position.copy()
    world = twin.context
    world.state.phase = "negotiation"
    for treaty in list(world.state.treaties.values()):
        if treaty.state == IN_FORCE:
            execute(world, treaty)
    return world


class Robber:
    """Plays like a level, and offers a trick whenever it may offer a treaty."""

    def __init__(self, level: str, seed: str) -> None:
        self._player = make(level, "pax", seed)
        self._rng = Random(f"{seed}/robber")

    def choose(self, view: PlayerView) -> str:
        """A trick that no one has declined this turn, else what the level does."""
        world: PaxContext = view.determinize(self._rng).context
        seat = view.seat
        left = world.number("offer_limit") - world.state.offers_made.get(seat, 0)
        asked = world.state.phase in ("movement", "negotiation") and left > 0
        if asked and any(decision.step == "desk" for decision in view.decisions):
            victim = self._rng.choice([other for other in world.seats if other != seat])
            wanted = list(booty(world, seat, victim))
            tricks = [*empty_promises(world, seat, victim), *thin_promises(world, seat, victim)]
            if wanted and not any(frame.step == "plans" for frame in world.state.stack):
                trick = self._rng.choice(tricks)
                clauses = (*trick.clauses[:7], self._rng.choice(wanted))
                written = trick._replace(clauses=clauses).written(world, seat, victim)
                if any(written in decision.menu for decision in view.decisions):
                    return written
        return self._player.choose(view)
