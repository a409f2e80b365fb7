"""Declarations of war and what follows from them: allies, the two empires (12.2). The questions are
in `declaration_questions`."""

from __future__ import annotations

from entente.games.pax.areas.causes import USED, live, mark
from entente.games.pax.belligerents import (
    are_hostile,
    at_war,
    camp_of,
    starter,
    war_between,
    war_of,
    wars_of,
)
from entente.games.pax.board import AUSTRIA_HUNGARY, GERMANY, OTTOMAN_EMPIRE, Power
from entente.games.pax.colonies.ottoman_expansion import declared_on_ottomans
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.records.war import WAR, War
from entente.games.pax.tension import raise_tension
from entente.games.pax.treaties import obligations
from entente.games.pax.treaties.breaches import breach_caution
from entente.games.pax.treaties.obligations import Obligation
from entente.games.pax.war.joining import check_great_war, join
from entente.kernel import Frame, Message, Refusal, Seat, refuse, say, step

AT_ONCE = ("codominion_violated", "passage_closed")  # causes that live for a moment only (9.1)


# -- one declaration


def call_declaration(
    world: PaxContext, power: Power, target: Power, war: int | None = None
) -> None:
    """12.2: declare war. Tension, the two empires and the test for the Great War come at once; the
    obligations of allies are pushed as steps.

    `war` names a war of another kind in which they are to be enemies (11.3).
    """
    mine = [cause for cause in live(world, power, target) if cause.area]
    mark(world, USED, lambda cause: cause.holder == power and cause.against == target)
    world.log("log.declared", power=power, target=target)
    if target == OTTOMAN_EMPIRE:  # 11.4: that is an enemy in the Ottoman war that is to come
        for cause in mine:
            declared_on_ottomans(world, power, cause.area)
        raise_tension(world, "declaration_of_war", world.seat_of(power))
        return
    entered = enter_with_empires(world, power, target, war, tension=True)
    if entered is None:
        return
    obligations.declared(world, power, target)
    if world.state.outcome is None:
        world.state.push(step("obligations", power=power, target=target, war=entered.id))


def enter_with_empires(
    world: PaxContext, power: Power, target: Power, war: int | None = None, tension: bool = False
) -> War | None:
    """Return the belligerents of a declaration come in; None: that was the Great War."""
    before = [known for each in (power, target) for known in wars_of(world, each, WAR)]
    oldest = war_of(world, war) if war is not None else min(before, key=_age, default=None)
    newcomer = oldest is None or power not in oldest.entered
    entered = join(world, power, target, declared=True, war=war)
    if tension:
        seat = world.seat_of(power)
        raise_tension(world, "declaration_of_war", seat, starter=starter(world, entered))
    check_great_war(world, entered, power if newcomer else None)
    if world.state.outcome is None:
        entered = _partner_enters(world, entered, power, target, tension)
    return entered if world.state.outcome is None else None


def _age(war: War) -> int:
    return war.id


def _partner_enters(world: PaxContext, war: War, power: Power, target: Power, tension: bool) -> War:
    """12.2: when one of the two empires is declared upon, the other enters by itself, unless the
    first has declared war in this war (P52). No tension (P26)."""
    partner = {GERMANY: AUSTRIA_HUNGARY, AUSTRIA_HUNGARY: GERMANY}.get(target)
    if partner is None or partner in war.entered or target in war.declarers:
        return war
    if partner == power:
        return war
    if tension:
        world.log("log.partner_enters", power=partner, target=power)
    own = war.id if war.kind != WAR else None
    entered = join(world, partner, power, automatic=True, war=own)
    if tension and world.on("austria_entry_tension"):
        raise_tension(world, "declaration_of_war", None, starter=starter(world, entered))
    check_great_war(world, entered)
    return entered


def minor_declares(world: PaxContext, minor: Power, target: Power) -> None:
    """10.5: a minor is at war with a major that took its place, without a declaration."""
    if not at_war(world, minor, target):
        world.log("log.at_war", power=minor, target=target)
        entered = join(world, minor, target)
        check_great_war(world, entered)
        if world.state.outcome is None:
            _partner_enters(world, entered, minor, target, tension=True)


# -- obligations


@steps.auto("obligations")
def call_obligations(world: PaxContext, frame: Frame) -> None:
    """12.2: the defenders of the target, then the partners of the declarer, each in precedence."""
    power, target = frame.text("power"), frame.text("target")
    war = war_of(world, frame.number("war"))
    if war is None:
        return
    if world.since(3) and not frame.args.get("asked"):
        again = Frame("obligations", {**frame.args, "asked": 1})
        world.state.push(Frame("invoke_allies", frame.args), again)
        return
    calls = obligations.obligations(world, power, target, target in war.declarers)
    if world.since(3):  # P80: an alliance that is not invoked binds no power
        calls = [each for each in calls if not world.state.treaties[each.treaty].secret]
    order = {seat: place for place, seat in enumerate(world.state.order)}

    def rank(obligation: Obligation) -> tuple[int, int]:
        seat = world.seat_of(obligation.power)
        return obligation.kind != "defensive", order.get(seat or "", len(order))

    world.state.push(
        *[
            step(
                "obliged",
                power=each.power,
                against=each.against,
                treaty=each.treaty,
                number=each.number,
                kind=each.kind,
                war=war.id,
            )
            for each in sorted(calls, key=rank)
            if world.seat_of(each.power) is not None
        ]
    )


def obligation_of(frame: Frame) -> Obligation:
    return Obligation(
        frame.text("power"),
        frame.text("against"),
        frame.text("treaty"),
        frame.number("number"),
        frame.text("kind"),
    )


@steps.auto
def obliged(world: PaxContext, frame: Frame) -> None:
    """12.2: call an ally. A power already at war with that enemy has come; one in the enemy's camp
    by another clause has broken this one."""
    war, obligation = war_of(world, frame.number("war")), obligation_of(frame)
    if war is None or are_hostile(war, obligation.power, obligation.against):
        return
    if world.since(3) and not obligations.still_obliged(world, obligation):
        return
    obligation = obligations.call_ally(world, obligation)
    if world.state.outcome is not None:
        return
    called = Frame("honour_obligation", {**frame.args, "treaty": obligation.treaty})
    if has_turned(world, war, obligation):
        refuse_to_come(world, called)
    else:
        world.state.push(called)


def has_turned(world: PaxContext, war: War, obligation: Obligation) -> bool:
    """Return whether a power that is called is in the enemy's camp by its own choice: it is at war
    with the ally that calls. Two wars that became one may have put it there without that."""
    if obligation.against not in camp_of(war, obligation.power):
        return False
    if not world.since(3):
        return True
    clause = world.state.treaties[obligation.treaty].clauses[obligation.number]
    caller = clause.text("protected" if obligation.kind == "defensive" else "partner")
    return {obligation.power, caller} in map(set, war.hostile)


def refuse_to_come(world: PaxContext, frame: Frame) -> None:
    """12.2: break the treaty; allies in this war may declare war on the breaker at once."""
    obligation = obligation_of(frame)
    world.log("log.obligation_refused", power=obligation.power, against=obligation.against)
    war = war_of(world, frame.number("war"))
    obligations.refuse_obligation(
        world, obligation, starter(world, war) if war is not None else None
    )
    if world.state.outcome is not None or war is None:
        return
    wronged = [
        cause.holder
        for cause in live(world, against=obligation.power)
        if cause.treaty == obligation.treaty and cause.holder in war.entered
    ]
    call_at_once(world, wronged, obligation.power, "treaty_broken", war.id)


def would_be_great_war(world: PaxContext, power: Power, target: Power) -> bool:
    """12.2: whether a declaration would bring the Great War at once, by the number of powers or by
    the tension; later acts of allies are not considered."""
    rise = world.board.tension["declaration_of_war"].amount
    if world.state.tension + rise >= world.board.constants.great_war_at:
        return True
    twin = world.for_copy(world.state.copy())
    return enter_with_empires(twin, power, target) is None


def declaration_cautions(world: PaxContext, power: Power, target: Power) -> list[Message]:
    """Cautions about a declaration of war."""
    messages = [
        breach_caution(world, bound, power)
        for bound in obligations.forbids_war(world, power, target)
    ]
    if would_be_great_war(world, power, target):
        messages.append(say("caution.great_war"))
    return messages


# -- at once, or never


def call_at_once(
    world: PaxContext, powers: list[Power], target: Power, kind: str, war: int
) -> None:
    """Ask the powers that may use a casus belli now, in precedence."""
    ranked = world.by_precedence({s for p in powers if (s := world.seat_of(p)) is not None})
    world.state.push(
        *[
            step("declare_at_once", power=power, target=target, kind=kind, war=war)
            for seat in ranked
            for power in world.powers_of(seat)
            if power in powers
        ]
    )


# -- the window of phase 10


def choices(world: PaxContext, seat: Seat) -> list[tuple[Power, Power]]:
    """Whom a seat may declare war on, for which of its powers (9.1)."""
    pairs = [
        (cause.holder, cause.against)
        for cause in live(world)
        if world.seat_of(cause.holder) == seat
        and cause.kind not in AT_ONCE
        and war_between(world, cause.holder, cause.against) is None
    ]
    return list(dict.fromkeys(pairs))


def why_no_war(world: PaxContext, seat: Seat, power: Power, target: Power) -> Refusal | None:
    """Return why war may not be declared; None: it may."""
    if world.seat_of(power) != seat:
        return refuse("12.2", "why.not_your_power", power=power)
    if war_between(world, power, target) is not None:
        return refuse("12.2", "why.at_war_already", power=power, target=target)
    if not live(world, power, target):
        return refuse("9.1", "why.no_cause", power=power, target=target)
    return None
