"""Declarations of war and what follows from them: allies, the two empires (12.2)."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.pax import bonds
from entente.games.pax.board import AUSTRIA_HUNGARY, GERMANY, OTTOMAN_EMPIRE, Power
from entente.games.pax.bonds import Obligation
from entente.games.pax.causes import USED, drop, live, mark
from entente.games.pax.expansion import declared_on_ottomans
from entente.games.pax.tension import raise_tension
from entente.games.pax.war.joining import check_great_war, join
from entente.games.pax.war.state import (
    WAR,
    War,
    are_hostile,
    at_war,
    camp_of,
    starter,
    war_between,
    war_of,
    wars_of,
)
from entente.games.pax.world import World, steps
from entente.kernel import (
    END,
    Ask,
    Choose,
    Frame,
    Menu,
    Message,
    Refusal,
    Seat,
    Slots,
    refuse,
    say,
    step,
)

AT_ONCE = ("codominion_violated", "passage_closed")  # causes that live for a moment only (9.1)
PASS = "pass"


# -- one declaration


def call_declaration(world: World, power: Power, target: Power, war: int | None = None) -> None:
    """12.2: a power declares war. Tension, the two empires and the test for the Great War come at
    once; the obligations of allies are called as steps.

    `war` names a war of another kind in which they are to be enemies (11.3).
    """
    mine = [cause for cause in live(world, power, target) if cause.area]
    mark(world, USED, lambda cause: cause.holder == power and cause.against == target)
    world.tell("log.declared", power=power, target=target)
    if target == OTTOMAN_EMPIRE:  # 11.4: that is an enemy in the Ottoman war that is to come
        for cause in mine:
            declared_on_ottomans(world, power, cause.area)
        raise_tension(world, "declaration_of_war", world.seat_of(power))
        return
    found = enter_with_empires(world, power, target, war, tension=True)
    if found is None:
        return
    bonds.declared(world, power, target)
    if world.state.outcome is None:
        world.state.call(step("obligations", power=power, target=target, war=found.id))


def enter_with_empires(
    world: World, power: Power, target: Power, war: int | None = None, tension: bool = False
) -> War | None:
    """The belligerents of a declaration come in; None: that was the Great War."""
    before = [found for each in (power, target) for found in wars_of(world, each, WAR)]
    oldest = war_of(world, war) if war is not None else min(before, key=_age, default=None)
    newcomer = oldest is None or power not in oldest.entered
    found = join(world, power, target, declared=True, war=war)
    if tension:
        seat = world.seat_of(power)
        raise_tension(world, "declaration_of_war", seat, starter=starter(world, found))
    check_great_war(world, found, power if newcomer else None)
    if world.state.outcome is None:
        found = _partner_enters(world, found, power, target, tension)
    return found if world.state.outcome is None else None


def _age(war: War) -> int:
    return war.id


def _partner_enters(world: World, war: War, power: Power, target: Power, tension: bool) -> War:
    """12.2: when one of the two empires is declared upon, the other enters by itself, unless the
    first has declared war in this war (P52). No tension (P26)."""
    partner = {GERMANY: AUSTRIA_HUNGARY, AUSTRIA_HUNGARY: GERMANY}.get(target)
    if partner is None or partner in war.entered or target in war.declarers:
        return war
    if partner == power:
        return war
    if tension:
        world.tell("log.partner_enters", power=partner, target=power)
    own = war.id if war.kind != WAR else None
    found = join(world, partner, power, automatic=True, war=own)
    if tension and world.on("austria_entry_tension"):
        raise_tension(world, "declaration_of_war", None, starter=starter(world, found))
    check_great_war(world, found)
    return found


def minor_declares(world: World, minor: Power, target: Power) -> None:
    """10.5: a minor is at war with a major that took its place; nobody has declared it."""
    if not at_war(world, minor, target):
        world.tell("log.at_war", power=minor, target=target)
        found = join(world, minor, target)
        check_great_war(world, found)
        if world.state.outcome is None:
            _partner_enters(world, found, minor, target, tension=True)


# -- obligations


@steps.auto
def obligations(world: World, frame: Frame) -> None:
    """12.2: the defenders of the target, then the partners of the declarer, each in precedence."""
    power, target = frame.text("power"), frame.text("target")
    war = war_of(world, frame.number("war"))
    if war is None:
        return
    found = bonds.obligations(world, power, target, target in war.declarers)
    order = {seat: place for place, seat in enumerate(world.state.order)}

    def rank(obligation: Obligation) -> tuple[int, int]:
        seat = world.seat_of(obligation.power)
        return obligation.kind != "defensive", order.get(seat or "", len(order))

    world.state.call(
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
            for each in sorted(found, key=rank)
            if world.seat_of(each.power) is not None
        ]
    )


def _obligation(frame: Frame) -> Obligation:
    return Obligation(
        frame.text("power"),
        frame.text("against"),
        frame.text("treaty"),
        frame.number("number"),
        frame.text("kind"),
    )


@steps.auto
def obliged(world: World, frame: Frame) -> None:
    """12.2: an ally is called. Who is at war with that enemy already has come; who stands in its
    camp by another clause has broken this one."""
    war, obligation = war_of(world, frame.number("war")), _obligation(frame)
    if war is None or are_hostile(war, obligation.power, obligation.against):
        return
    obligation = bonds.call_on(world, obligation)
    if world.state.outcome is not None:
        return
    called = Frame("honour_obligation", {**frame.args, "treaty": obligation.treaty})
    if obligation.against in camp_of(war, obligation.power):
        refuse_to_come(world, called)
    else:
        world.state.call(called)


def refuse_to_come(world: World, frame: Frame) -> None:
    """12.2: the treaty is broken; allies in this war may turn on the breaker at once."""
    obligation = _obligation(frame)
    world.tell("log.obligation_refused", power=obligation.power, against=obligation.against)
    war = war_of(world, frame.number("war"))
    bonds.refuse_obligation(world, obligation, starter(world, war) if war is not None else None)
    if world.state.outcome is not None or war is None:
        return
    wronged = [
        cause.holder
        for cause in live(world, against=obligation.power)
        if cause.treaty == obligation.treaty and cause.holder in war.entered
    ]
    call_at_once(world, wronged, obligation.power, "treaty_broken", war.id)


@steps.ask("honour_obligation")
class HonourObligation(Ask[World]):
    """12.2: an ally comes, which is a declaration of its own, or breaks the treaty."""

    section = "12.2"
    grammar = ("honour <power> <against:power>", "break <power> <against:power>")
    open_menu = True

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        seat = world.seat_of(frame.text("power"))
        return () if seat is None else (seat,)

    def prompt(self, world: World, frame: Frame, seat: Seat) -> Message:
        return say(
            "prompt.honour_obligation",
            power=frame.text("power"),
            against=frame.text("against"),
            treaty=frame.text("treaty"),
        )

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        words = f"{frame.text('power')} {frame.text('against')}"
        return Choose((f"honour {words}", f"break {words}"))

    def hint(self, world: World, frame: Frame, seat: Seat, action: str) -> Message | None:
        kind = "declaration_of_war" if action.startswith("honour") else "treaty_broken"
        return tension_hint(world, kind)

    def cautions(self, world: World, frame: Frame, seat: Seat, action: str) -> list[Message]:
        if action.startswith("honour"):
            return declaration_cautions(world, frame.text("power"), frame.text("against"))
        return [say("caution.breaks_treaty", treaty=frame.text("treaty"))]

    def absence(self, world: World, frame: Frame, seat: Seat) -> str:
        """2: whoever is away honours."""
        return f"honour {frame.text('power')} {frame.text('against')}"

    def take(self, world: World, frame: Frame, seat: Seat, action: str) -> bool:
        if action.startswith("break"):
            refuse_to_come(world, frame)
            return END
        war = war_of(world, frame.number("war"))
        own = war.id if war is not None and war.kind != WAR else None
        call_declaration(world, frame.text("power"), frame.text("against"), own)
        return END


def would_be_great_war(world: World, power: Power, target: Power) -> bool:
    """12.2: whether a declaration would bring the Great War at once, by the number of powers or by
    the tension; what allies do later is not foreseen."""
    rise = world.board.tension["declaration_of_war"].amount
    if world.state.tension + rise >= world.board.constants.great_war_at:
        return True
    twin = world.for_copy(world.state.copy())
    return enter_with_empires(twin, power, target) is None


def tension_hint(world: World, kind: str) -> Message:
    amount = world.board.tension[kind].amount
    return say("hint.tension", amount=amount, total=world.state.tension + amount)


def declaration_cautions(world: World, power: Power, target: Power) -> list[Message]:
    """What whoever declares war is likely to regret."""
    found = [
        say("caution.breach", treaty=bound.treaty.id, clause=bound.number + 1)
        for bound in bonds.forbids_war(world, power, target)
    ]
    if would_be_great_war(world, power, target):
        found.append(say("caution.great_war"))
    return found


# -- at once, or never


def call_at_once(world: World, powers: list[Power], target: Power, kind: str, war: int) -> None:
    """Some powers may use a cause for war now, in precedence."""
    ranked = world.by_precedence({s for p in powers if (s := world.seat_of(p)) is not None})
    world.state.call(
        *[
            step("declare_at_once", power=power, target=target, kind=kind, war=war)
            for seat in ranked
            for power in world.powers_of(seat)
            if power in powers
        ]
    )


@steps.ask("declare_at_once")
class DeclareAtOnce(Ask[World]):
    """12.2, 12.8, 12.9: a cause for war that is used now; some live for this moment only."""

    section = "12.2"
    grammar = ("declare <power> <against:power>", PASS)

    def needed(self, world: World, frame: Frame) -> bool:
        power, target = frame.text("power"), frame.text("target")
        return war_of(world, frame.number("war")) is not None and not at_war(world, power, target)

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        seat = world.seat_of(frame.text("power"))
        return () if seat is None else (seat,)

    def prompt(self, world: World, frame: Frame, seat: Seat) -> Message:
        return say(
            "prompt.declare_at_once",
            power=frame.text("power"),
            target=frame.text("target"),
            kind=frame.text("kind"),
        )

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        return Choose((PASS, f"declare {frame.text('power')} {frame.text('target')}"))

    def hint(self, world: World, frame: Frame, seat: Seat, action: str) -> Message | None:
        return None if action == PASS else tension_hint(world, "declaration_of_war")

    def cautions(self, world: World, frame: Frame, seat: Seat, action: str) -> list[Message]:
        if action == PASS:
            return []
        return declaration_cautions(world, frame.text("power"), frame.text("target"))

    def absence(self, world: World, frame: Frame, seat: Seat) -> str:
        return PASS

    def take(self, world: World, frame: Frame, seat: Seat, action: str) -> bool:
        power, target = frame.text("power"), frame.text("target")
        if action != PASS:
            war = war_of(world, frame.number("war"))
            own = war.id if war is not None and war.kind != WAR else None
            call_declaration(world, power, target, own)
        elif frame.text("kind") in AT_ONCE:
            drop(world, lambda c: (c.kind, c.holder) == (frame.text("kind"), power))
            world.tell("log.let_pass", power=power, target=target, kind=frame.text("kind"))
        return END


# -- the window of phase 10


def choices(world: World, seat: Seat) -> list[tuple[Power, Power]]:
    """Whom a seat may declare war on, for which of its powers (9.1)."""
    found = [
        (cause.holder, cause.against)
        for cause in live(world)
        if world.seat_of(cause.holder) == seat
        and cause.kind not in AT_ONCE
        and war_between(world, cause.holder, cause.against) is None
    ]
    return list(dict.fromkeys(found))


@steps.auto
def declarations(world: World, frame: Frame) -> None:
    """12.2: who has cause for war declares it now or never: in turn, or all under seal."""
    if world.state.options["phase_mode"] == "open":
        world.state.call(step("declaration_round", passed=""))
    else:
        world.state.call("sealed_declarations")


@steps.auto
def declaration_round(world: World, frame: Frame) -> None:
    """12.2: the next seat in precedence that has not passed since the last declaration."""
    passed = frame.text("passed").split()
    asked = [s for s in world.state.order if s not in passed and choices(world, s)]
    if asked:
        world.state.call(step("declare_war", seat=asked[0], passed=frame.text("passed")))


@steps.ask("declare_war")
class DeclareWar(Ask[World]):
    """12.2: one declaration, or pass."""

    section = "12.2"
    grammar = ("declare <power> <against:power>", PASS)

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("seat"),)

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        return Choose((PASS, *[f"declare {p} {target}" for p, target in choices(world, seat)]))

    def why_not(self, world: World, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        match action.split():
            case ["declare", power, target]:
                return why_no_war(world, seat, power, target)
        return None

    def hint(self, world: World, frame: Frame, seat: Seat, action: str) -> Message | None:
        return None if action == PASS else tension_hint(world, "declaration_of_war")

    def cautions(self, world: World, frame: Frame, seat: Seat, action: str) -> list[Message]:
        if action == PASS:
            return []
        _, power, target = action.split()
        return declaration_cautions(world, power, target)

    def absence(self, world: World, frame: Frame, seat: Seat) -> str:
        return PASS

    def take(self, world: World, frame: Frame, seat: Seat, action: str) -> bool:
        if action == PASS:
            passed = f"{frame.text('passed')} {seat}".strip()
            world.state.call(step("declaration_round", passed=passed))
            return END
        _, power, target = action.split()
        world.state.call(step("declaration_round", passed=""))
        call_declaration(world, power, target)
        return END


def why_no_war(world: World, seat: Seat, power: Power, target: Power) -> Refusal | None:
    """Why war may not be declared; None: it may."""
    if world.seat_of(power) != seat:
        return refuse("12.2", "why.not_your_power", power=power)
    if war_between(world, power, target) is not None:
        return refuse("12.2", "why.at_war_already", power=power, target=target)
    if not live(world, power, target):
        return refuse("9.1", "why.no_cause", power=power, target=target)
    return None


@steps.ask("sealed_declarations")
class SealedDeclarations(Ask[World]):
    """12.2: all write their declarations, on request only if that does not bring the Great War."""

    section = "12.2"
    sealed = True

    def needed(self, world: World, frame: Frame) -> bool:
        return bool(self.seats(world, frame))

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        return tuple(seat for seat in world.seats if choices(world, seat))

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        return Slots(
            {
                f"{power} {target}": (
                    f"spare {power} {target}",
                    f"declare {power} {target}",
                    f"careful {power} {target}",
                )
                for power, target in choices(world, seat)
            }
        )

    def absence(self, world: World, frame: Frame, seat: Seat) -> str:
        menu = self.menu(world, frame, seat)
        assert isinstance(menu, Slots)
        return "; ".join(each[0] for each in menu.slots.values())

    def unseal(self, world: World, frame: Frame, answers: Mapping[Seat, str]) -> None:
        called = []
        for seat in world.by_precedence(answers):
            for part in answers[seat].split("; "):
                verb, power, target = part.split()
                if verb != "spare":
                    careful = int(verb == "careful")
                    called.append(
                        step("written_declaration", power=power, target=target, careful=careful)
                    )
        world.state.call(*called)


@steps.auto
def written_declaration(world: World, frame: Frame) -> None:
    """12.2: what was written is declared, in precedence, unless it must not bring the Great War."""
    power, target = frame.text("power"), frame.text("target")
    if at_war(world, power, target):
        return
    if frame.number("careful") and would_be_great_war(world, power, target):
        world.tell("log.held_back", power=power, target=target)
        return
    call_declaration(world, power, target)
