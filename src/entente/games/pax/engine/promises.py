"""Promises (9.4): whether a clause can ever fall due, whether the promiser has the means, and how
far it is trusted."""

from __future__ import annotations

from typing import NamedTuple

from entente.games.pax.board import STATUS_WORDS, Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import office_income, sheet_lines
from entente.games.pax.economy.spending import free_money
from entente.games.pax.engine.evaluator import LASTING, Evaluator
from entente.games.pax.negotiation.offers import unsigned
from entente.games.pax.records.treaty import MARKER_CLAUSES, OFFERED, Clause, Treaty
from entente.games.pax.treaties.clauses_in_force import at_work
from entente.games.pax.treaties.conditions import condition_menu, holds
from entente.games.pax.treaties.execution import WINDOWS
from entente.kernel import parse_action
from entente.kernel.menu import Form

TRUST = 0.85  # of a promise, if the power has broken none
BROKEN = 0.4  # what is left of that for each broken treaty
HOLDS_NOW, MAY_HOLD = 0.6, 0.25  # the probability that a condition is met when it matters
USUAL_DIE = 3  # of the colonial office, for estimates of income
TOLERANCE = 10  # pounds by which a promise may exceed that estimate


class Flaw(NamedTuple):
    """Why no honest power would write a clause: the key of the reason, and the clause."""

    key: str
    clause: int


# -- when


def window(world: PaxContext, treaty: Treaty, clause: Clause) -> range:
    """Return the turns in which a clause is in effect."""
    ends = [turn for turn in (treaty.until, clause.until, world.number("turns")) if turn]
    return range(max(world.state.turn, clause.start), min(ends) + 1)


def possible_turns(world: PaxContext, treaty: Treaty, clause: Clause) -> list[int]:
    """Those in which its condition can be met."""
    turns = list(window(world, treaty, clause))
    if not clause.when:
        return turns
    menu = condition_menu(world.board, world.number("turns"))
    form = menu.form_of(clause.when)
    assert isinstance(form, Form)
    fields = form.read(clause.when) or {}
    if form.verb == "turns":
        first, last = (int(parse_action(fields[name]).words[-1]) for name in ("first", "last"))
        return [turn for turn in turns if first <= turn <= last]
    other = fields.get("with") or fields.get("against")
    if other is not None and world.same_side(fields["power"], other):
        return []  # a power is not at war with itself, and has no cause for it
    return turns


def due_turns(world: PaxContext, treaty: Treaty, clause: Clause) -> list[int]:
    """Return the coming turns in which a payment falls due: after phase 2, so not in the current
    one."""
    later = [t for t in possible_turns(world, treaty, clause) if t > world.state.turn]
    due = clause.text("due")
    if due.startswith("turn_"):
        return [turn for turn in later if due == f"turn_{turn}"]
    if due == "now":  # it waits for its condition, and is paid once
        return later[:1]
    return later


def is_at_once(evaluator: Evaluator, treaty: Treaty, clause: Clause) -> bool:
    """Whether a clause is carried out as soon as the seat signs, without anything in between."""
    world = evaluator.world
    if world.state.turn not in window(world, treaty, clause) or not holds(world, clause.when):
        return False
    if not _signs_last(evaluator, treaty):
        return False
    if clause.kind == "pay":
        return clause.text("due") == "now"
    if clause.kind not in MARKER_CLAUSES:
        return False
    if world.state.phase in WINDOWS:
        return True
    lesser = (
        clause.kind in ("remove", "lower")
        and not world.status(clause.text("power"), clause.text("area")).is_control
    )
    return lesser and world.state.phase == "movement"


def _signs_last(evaluator: Evaluator, treaty: Treaty) -> bool:
    """Whether the treaty comes into force with the seat's signature; so does its own draft."""
    if treaty.state != OFFERED or treaty.id not in evaluator.world.state.treaties:
        return True
    return set(unsigned(evaluator.world, treaty)) <= {evaluator.seat}


def chance(world: PaxContext, clause: Clause) -> float:
    """Return the probability that the condition of a clause is met when it matters."""
    if not clause.when or parse_action(clause.when).verb == "turns":
        return 1.0
    return HOLDS_NOW if holds(world, clause.when) else MAY_HOLD


# -- with what


def means(world: PaxContext, power: Power) -> int:
    """Return what a power is likely to have after phase 2 of a coming turn, before spending, less
    what it has promised to others by then."""
    row = world.board.powers[power].office
    office = office_income(world, power, USUAL_DIE) if row is not None else 0
    owed = sum(
        bound.clause.number("amount")
        for bound in at_work(world, "pay")
        if bound.clause.text("from") == power
    )
    return max(0, sheet_lines(world, power, office)["l22"] - owed)


def trust(world: PaxContext, power: Power) -> float:
    """How far a power is trusted: less for each treaty it has broken."""
    broken = sum(power in treaty.breakers for treaty in world.state.treaties.values())
    return TRUST * BROKEN**broken


def later_money(evaluator: Evaluator, treaty: Treaty, clause: Clause) -> float:
    """Return the value of future payments to their receiver."""
    world, payer = evaluator.world, clause.text("from")
    amount = min(clause.number("amount"), means(world, payer))
    lasting = sum(LASTING ** (t - world.state.turn) for t in due_turns(world, treaty, clause))
    return trust(world, payer) * chance(world, clause) * lasting * amount


# -- what no honest power would promise


def flaw(evaluator: Evaluator, treaty: Treaty) -> Flaw | None:
    """Return the first clause for the seat's benefit that cannot be kept, or gives nothing; None:
    none."""
    paid: dict[Power, int] = {}
    for number, clause in enumerate(treaty.clauses):
        key = ""
        if clause.kind == "pay":
            key = _flaw_of_payment(evaluator, treaty, clause, paid)
        elif clause.kind in MARKER_CLAUSES:
            key = _flaw_of_markers(evaluator, treaty, clause)
        if key:
            return Flaw(key, number)
    return None


def _flaw_of_payment(
    evaluator: Evaluator, treaty: Treaty, clause: Clause, paid: dict[Power, int]
) -> str:
    world, payer, due = evaluator.world, clause.text("from"), clause.text("due")
    if payer in evaluator.powers or clause.text("to") not in evaluator.powers:
        return ""
    if due.startswith("turn_") and int(due.removeprefix("turn_")) <= world.state.turn:
        return "past"
    if is_at_once(evaluator, treaty, clause):
        paid[payer] = paid.get(payer, 0) + clause.number("amount")
        return "means" if paid[payer] > max(0, free_money(world, payer)) else ""
    if not window(world, treaty, clause):
        return "after_end"
    if not due_turns(world, treaty, clause):
        return "never_met" if not possible_turns(world, treaty, clause) else "after_end"
    return "means" if clause.number("amount") > means(world, payer) + TOLERANCE else ""


def _flaw_of_markers(evaluator: Evaluator, treaty: Treaty, clause: Clause) -> str:
    world = evaluator.world
    if not possible_turns(world, treaty, clause):
        others = [p for p in givers(clause) if p not in evaluator.powers]
        return "never_met" if others else ""
    area = clause.text("area")
    if clause.kind in ("remove", "lower"):
        level = STATUS_WORDS[clause.text("level")] if clause.kind == "lower" else Status.NONE
        power = clause.text("power")
        empty = power not in evaluator.powers and world.status(power, area) <= level
        return "nothing" if empty else ""
    if clause.kind == "codominion":
        return ""
    giver, taker = clause.text("from"), clause.text("to")
    if clause.kind == "cede" and taker in evaluator.powers and giver not in evaluator.powers:
        wanted = STATUS_WORDS[clause.text("level")] if clause.text("level") else None
        return "" if can_cede(world, area, giver, taker, wanted) else "nothing"
    if clause.kind == "exchange" and {giver, taker} & {*evaluator.powers}:
        both = can_cede(world, area, giver, taker) and can_cede(
            world, clause.text("other"), taker, giver
        )
        return "" if both else "nothing"
    return ""


def can_cede(
    world: PaxContext, area: Area, giver: Power, taker: Power, level: Status | None = None
) -> bool:
    """Whether a cession would change anything (see execution.cede)."""
    has = world.established(giver, area)
    status = min(has, Status.POSSESSION) if level is None else level
    if giver == taker or has is Status.NONE or status > has:
        return False
    return world.can_have(taker, area, status) and world.status(taker, area) < status


def givers(clause: Clause) -> list[Power]:
    """Return the powers that give something up or act under a clause."""
    if clause.kind == "exchange":
        return [clause.text("from"), clause.text("to")]
    if clause.kind == "codominion":
        return clause.listed("members")
    if clause.kind == "grant_cb":
        return [clause.text("against")]
    return [clause.text("from") or clause.text("power")]
