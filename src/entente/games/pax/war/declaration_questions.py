"""The questions about declaring war: in the window of phase 10, as an ally, at once (12.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from entente.games.pax.areas.causes import drop
from entente.games.pax.belligerents import at_war, war_of
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.instructions import Instruction, complete
from entente.games.pax.joined_messages import join_messages
from entente.games.pax.negotiation.closing_risks import falling_markers
from entente.games.pax.negotiation.default_settlement import unsettled_outcome
from entente.games.pax.records.war import WAR
from entente.games.pax.treaties import obligations
from entente.games.pax.treaties.breaches import breach_rise, wronged_by
from entente.games.pax.treaties.execution import at_new_events, grant_causes
from entente.games.pax.war.declaration_preview import declaration_hint, rise_hint
from entente.games.pax.war.declarations import (
    AT_ONCE,
    call_declaration,
    choices,
    declaration_cautions,
    obligation_of,
    refuse_to_come,
    why_no_war,
    would_be_great_war,
)
from entente.kernel import (
    END,
    Action,
    Caution,
    Choose,
    DecisionStep,
    DueAnswer,
    Frame,
    Menu,
    Message,
    Refusal,
    Seat,
    Slots,
    say,
    step,
)
from entente.kernel.capabilities import ClosingCheck
from entente.kernel.prepared import NOT_ENOUGH, ByThing

PASS = "pass"

# -- the window of phase 10


@steps.auto
def declarations(world: PaxContext, frame: Frame) -> None:
    """12.2: powers with a casus belli declare it now or never: in turn, or all in sealed
    answers."""
    if world.since(3):
        grant_causes(world)
    if world.state.options["phase_mode"] == "open":
        world.state.push(*at_new_events(world), step("declaration_round", passed=""))
    else:
        world.state.push(*at_new_events(world), "sealed_declarations")


@steps.auto
def declaration_round(world: PaxContext, frame: Frame) -> None:
    """12.2: the next seat in precedence that has not passed since the last declaration."""
    if world.since(3):
        grant_causes(world)
    passed = frame.text("passed").split()
    able = [s for s in world.state.order if s not in passed and choices(world, s)]
    if able:
        world.state.push(step("declare_war", seat=able[0], passed=frame.text("passed")))


@steps.ask("declare_war")
class DeclareWar(DecisionStep[PaxContext], ClosingCheck[PaxContext]):
    """12.2: one declaration, or pass."""

    section = "12.2"
    closing = (PASS,)
    grammar = ("declare <power> <against:power>", PASS)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("seat"),)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose((PASS, *[f"declare {p} {target}" for p, target in choices(world, seat)]))

    def why_not(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        match action.words:
            case ["declare", power, target]:
                return why_no_war(world, seat, power, target)
        return None

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        if action == PASS:
            return unsettled_outcome(world, seat)
        return declaration_hint(world, seat, action["power"], action["against"])

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        if action == PASS:
            return []
        return declaration_cautions(world, action["power"], action["against"])

    def risks(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Caution]:
        return falling_markers(world, seat)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return PASS

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        if action == PASS:
            passed = f"{frame.text('passed')} {seat}".strip()
            world.state.push(step("declaration_round", passed=passed))
            return END
        world.state.push(step("declaration_round", passed=""))
        call_declaration(world, action["power"], action["against"])
        return END


class DeclareNothing(Instruction):
    """12.2: declare no war, unless the seat would lose a marker without one."""

    def choices(self, world: PaxContext, seat: Seat) -> ByThing:
        return {"declare": ("spare",)}

    def due(self, world: PaxContext, seat: Seat, chosen: Sequence[str]) -> DueAnswer:
        if "spare" not in chosen or unsettled_outcome(world, seat):
            return NOT_ENOUGH
        return complete([f"spare {power} {target}" for power, target in choices(world, seat)])


@steps.ask("sealed_declarations", prepared=DeclareNothing())
class SealedDeclarations(DecisionStep[PaxContext], ClosingCheck[PaxContext]):
    """12.2: all write their declarations, on request only if that does not bring the Great War."""

    section = "12.2"
    sealed = True

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return bool(self.seats(world, frame))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(seat for seat in world.seats if choices(world, seat))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
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

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return what each of the written declarations brings by itself, one after the other."""
        messages = []
        for choice in action.choices:
            verb, power, target = choice.words
            if verb != "spare":
                messages.append(say("hint.against", power=power, target=target))
                hint = declaration_hint(world, seat, power, target)
                messages += [hint] if hint is not None else []
        return join_messages(messages) or unsettled_outcome(world, seat)

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        pairs = [choice.args for choice in action.choices if choice.verb == "declare"]
        return [each for pair in pairs for each in declaration_cautions(world, *pair)]

    def risks(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Caution]:
        wars = any(choice.verb != "spare" for choice in action.choices)
        return () if wars else falling_markers(world, seat)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        menu = self.menu(world, frame, seat)
        assert isinstance(menu, Slots)
        return "; ".join(each[0] for each in menu.slots.values())

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        called = []
        for seat in world.by_precedence(answers):
            for choice in answers[seat].choices:
                verb, power, target = choice.words
                if verb != "spare":
                    careful = int(verb == "careful")
                    called.append(
                        step("written_declaration", power=power, target=target, careful=careful)
                    )
        world.state.push(*called)


@steps.auto
def written_declaration(world: PaxContext, frame: Frame) -> None:
    """12.2: what was written is declared, in precedence, unless it must not bring the Great War."""
    power, target = frame.text("power"), frame.text("target")
    if at_war(world, power, target):
        return
    if frame.number("careful") and would_be_great_war(world, power, target):
        world.log("log.held_back", power=power, target=target)
        return
    call_declaration(world, power, target)


# -- as an ally


@steps.ask("honour_obligation")
class HonourObligation(DecisionStep[PaxContext]):
    """12.2: an ally comes, which is a declaration of its own, or breaks the treaty."""

    section = "12.2"
    grammar = ("honour <power> <against:power>", "break <power> <against:power>")
    open_menu = True

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        """Not if the treaty was ended, or left by either side, while this was asked (P63)."""
        return not world.since(3) or obligations.still_obliged(world, obligation_of(frame))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        seat = world.seat_of(frame.text("power"))
        return () if seat is None else (seat,)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say(
            "prompt.honour_obligation",
            power=frame.text("power"),
            against=frame.text("against"),
            treaty=frame.text("treaty"),
        )

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        words = f"{frame.text('power')} {frame.text('against')}"
        return Choose((f"honour {words}", f"break {words}"))

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        power, against = frame.text("power"), frame.text("against")
        if action.verb == "honour":
            return declaration_hint(world, seat, power, against)
        broken = say("hint.breaks_treaty", treaty=frame.text("treaty"))
        return join_messages([rise_hint(world, "treaty_broken"), broken])

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        if action.verb == "honour":
            return declaration_cautions(world, frame.text("power"), frame.text("against"))
        treaty, power = frame.text("treaty"), frame.text("power")
        wronged = wronged_by(world, world.state.treaties[treaty], power)
        rise = breach_rise(world)
        return [say("caution.breaks_treaty", treaty=treaty, powers=wronged, **rise)]

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """2: an absent player honours it, unless only that would bring the Great War (P70)."""
        power, against = frame.text("power"), frame.text("against")
        rise = breach_rise(world)
        spares = world.since(4) and rise["total"] < rise["last"]
        breaks = spares and would_be_great_war(world, power, against)
        return f"{'break' if breaks else 'honour'} {power} {against}"

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        if action.verb == "break":
            refuse_to_come(world, frame)
            return END
        war = war_of(world, frame.number("war"))
        own = war.id if war is not None and war.kind != WAR else None
        call_declaration(world, frame.text("power"), frame.text("against"), own)
        return END


# -- at once, or never


@steps.ask("declare_at_once")
class DeclareAtOnce(DecisionStep[PaxContext]):
    """12.2, 12.8, 12.9: a casus belli that is used now; some live for this moment only."""

    section = "12.2"
    grammar = ("declare <power> <against:power>", PASS)

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        power, target = frame.text("power"), frame.text("target")
        return war_of(world, frame.number("war")) is not None and not at_war(world, power, target)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        seat = world.seat_of(frame.text("power"))
        return () if seat is None else (seat,)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say(
            "prompt.declare_at_once",
            power=frame.text("power"),
            target=frame.text("target"),
            kind=frame.text("kind"),
        )

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose((PASS, f"declare {frame.text('power')} {frame.text('target')}"))

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        if action == PASS:
            return None
        return declaration_hint(world, seat, frame.text("power"), frame.text("target"))

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        if action == PASS:
            return []
        return declaration_cautions(world, frame.text("power"), frame.text("target"))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return PASS

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        power, target = frame.text("power"), frame.text("target")
        if action != PASS:
            war = war_of(world, frame.number("war"))
            own = war.id if war is not None and war.kind != WAR else None
            call_declaration(world, power, target, own)
        elif frame.text("kind") in AT_ONCE:
            drop(world, lambda c: (c.kind, c.holder) == (frame.text("kind"), power))
            world.log("log.let_pass", power=power, target=target, kind=frame.text("kind"))
        return END
