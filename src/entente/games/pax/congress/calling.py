"""Who calls a congress, where it meets, who attends (10.1 to 10.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from entente.games.pax.areas.causes import live
from entente.games.pax.board import AUSTRIA_HUNGARY, BELGIUM, GERMANY, Area, Power
from entente.games.pax.congress.agenda import (
    defensible,
    european,
    involved_seats,
    items,
    offended_minors,
    offenders,
    session,
)
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.instructions import Instruction, complete
from entente.games.pax.joined_messages import join_messages
from entente.games.pax.negotiation.default_settlement import unsettled_outcome
from entente.games.pax.phases import begin_phase
from entente.games.pax.records.congress import Congress
from entente.games.pax.tension import raise_tension
from entente.games.pax.treaties import obligations
from entente.games.pax.treaties.breach_warnings import warn_silence
from entente.games.pax.war.declaration_preview import rise_hint
from entente.kernel import (
    END,
    Action,
    Choose,
    DecisionStep,
    DueAnswer,
    Frame,
    Menu,
    Message,
    Seat,
    Slots,
    say,
)
from entente.kernel.prepared import NOT_ENOUGH, ByThing


@steps.auto
def congress(world: PaxContext, frame: Frame) -> None:
    """10: a congress, if a seat calls one. Promised markers change hands in this phase too
    (9.4)."""
    begin_phase(world, "congress")
    world.state.congress = None
    world.state.push("marker_window", "congress_call")


def holds_cause(world: PaxContext, seat: Seat) -> bool:
    return any(live(world, holder=power) for power in world.powers_of(seat))


class StaySilent(Instruction):
    """10.1: call no congress and defend no minor, unless the seat would lose a marker without one,
    or has promised the defence."""

    def choices(self, world: PaxContext, seat: Seat) -> ByThing:
        return {"call": ("silent",)}

    def due(self, world: PaxContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        ask, frame = CongressCall(), world.state.top
        assert frame is not None
        menu = ask.menu(world, frame, seat)
        assert isinstance(menu, Slots)
        silent = menu.first()
        if unsettled_outcome(world, seat) or ask.cautions(world, frame, seat, ask.parse(silent)):
            return NOT_ENOUGH
        return complete(silent.split("; ")) if "silent" in choices else NOT_ENOUGH


@steps.ask("congress_call", prepared=StaySilent())
class CongressCall(DecisionStep[PaxContext]):
    """10.1: sealed answers on who calls, and who defends a minor's rights."""

    section = "10.1"
    sealed = True

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return bool(self.seats(world, frame))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(s for s in world.seats if holds_cause(world, s) or defensible(world, s))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        slots: dict[str, tuple[str, ...]] = {}
        if holds_cause(world, seat):
            slots["call"] = ("silent", "call")
        for area in defensible(world, seat):
            slots[area] = (f"ignore {area}", f"defend {area}")
        return Slots(slots)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        """Ask only what the seat can answer."""
        if not defensible(world, seat):
            return say("prompt.congress_call_only")
        if not holds_cause(world, seat):
            return self._naming(world, seat, "prompt.congress_defend_only")
        return self._naming(world, seat, "prompt.congress_call")

    def _naming(self, world: PaxContext, seat: Seat, key: str) -> Message:
        """Ask, and name the minor powers that can be defended, and against whom."""
        rights = [
            say(
                "prompt.minor_rights",
                minors=offended_minors(world, area),
                area=area,
                majors=offenders(world, area),
            )
            for area in defensible(world, seat)
        ]
        message = join_messages([say(key), *rights])
        assert message is not None
        return message

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return the cost and the subject of a call; or the outcome of the disputes without one."""
        defended = {area: [seat] for area in _defended(action)}
        if not defended and not _calls(action):
            return unsettled_outcome(world, seat)
        names = [item.name for item in items(world, defended)]
        failure = world.board.tension["congress_failed"].amount
        return join_messages(
            [
                rise_hint(world, "congress_called"),
                say("hint.congress_items", items=names),
                say("hint.congress_fails", amount=failure),
            ]
        )

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """2, P70: silence, but what was promised to a minor is announced."""
        menu = self.menu(world, frame, seat)
        assert isinstance(menu, Slots)
        parts = []
        for area, choices in menu.slots.items():
            promised = area != "call" and self._has_promised(world, seat, area)
            parts.append(choices[promised])
        return "; ".join(parts)

    def _has_promised(self, world: PaxContext, seat: Seat, area: Area) -> bool:
        """Return whether a seat has promised the defence of a minor there."""
        return world.since(3) and bool(warn_silence(world, seat, set(offended_minors(world, area))))

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        """Return the defence of a minor that was promised by treaty."""
        areas = _defended(action)
        left = [area for area in defensible(world, seat) if area not in areas]
        return warn_silence(world, seat, {p for a in left for p in offended_minors(world, a)})

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        callers: list[Seat] = []
        defended: dict[Area, list[Seat]] = {}
        for seat in world.by_precedence(answers):
            areas = _defended(answers[seat])
            for area in areas:
                defended.setdefault(area, []).append(seat)
            if areas or _calls(answers[seat]):
                callers.append(seat)
            left = [a for a in defensible(world, seat) if a not in areas]
            obligations.announced(world, seat, {p for a in left for p in offended_minors(world, a)})
        for area, seats in defended.items():
            world.log("log.defends", seats=seats, area=area)
        if callers:
            convene(world, callers[0], defended)


def convene(
    world: PaxContext, caller: Seat, defended: dict[Area, list[Seat]], after_war: bool = False
) -> None:
    """10.1: a congress is called; the first in precedence is its caller."""
    agenda = items(world, defended)
    involved = involved_seats(world, agenda)
    open_session(world, Congress(caller, agenda, involved, after_war=after_war))


def open_session(world: PaxContext, opened: Congress) -> None:
    """Begin a congress: the tension rises, and its site, members and agenda are settled."""
    world.state.congress = opened
    world.log("log.congress", seat=opened.caller)
    raise_tension(world, "congress_called", opened.caller)
    if world.by_post:
        world.state.push("post_congress")
        return
    world.state.push("congress_site", "congress_attend", "congress_agenda", "congress_ends")


# -- where


def sites(world: PaxContext) -> list[Power]:
    """10.2: home nations that may be chosen, by their power; victors meet at one of their own
    (P73)."""
    victors = session(world).victors
    if not isinstance(victors, msgspec.UnsetType):
        return [power for power in victors if world.seat_of(power) is not None]
    involved = set(session(world).involved)
    free = [seat for seat in world.seats if seat not in involved]
    if not free:
        return [GERMANY]
    europe = [seat for seat in european(world) if seat in free]
    sites: list[Power] = list(europe or free)
    austria_free = GERMANY in free or world.on("austria_host")
    if austria_free and (europe or world.on("austria_host")):
        sites.append(AUSTRIA_HUNGARY)
    return sites


@steps.ask("congress_site")
class CongressSite(DecisionStep[PaxContext]):
    """10.2: the caller names a home nation that is not involved."""

    section = "10.2"
    grammar = ("site <power>",)
    open_menu = True

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return (session(world).caller,)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(tuple(f"site {power}" for power in sites(world)))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return f"site {sites(world)[0]}"

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        host = action["power"]
        world.state.congress = msgspec.structs.replace(session(world), host=host)
        world.log("log.congress_site", power=host)
        return END


def _defended(action: Action) -> list[Area]:
    return [choice.args[0] for choice in action.choices if choice.verb == "defend"]


def _calls(action: Action) -> bool:
    return "call" in action.choice_texts


# -- who


def host_seat(world: PaxContext) -> Seat:
    """Return the seat of the host nation, which presides."""
    seat = world.seat_of(session(world).host)
    assert seat is not None
    return seat


def certain(world: PaxContext) -> list[Seat]:
    """10.3: parties and host must attend."""
    now = session(world)
    return [s for s in world.seats if s in now.involved or s == host_seat(world)]


def shut_out(world: PaxContext) -> list[Seat]:
    """P73: the losers of a war have no vote when its victors meet."""
    losers = session(world).losers
    if isinstance(losers, msgspec.UnsetType):
        return []
    seats = {world.seat_of(power) for power in losers}
    return [seat for seat in world.seats if seat in seats and seat not in certain(world)]


def entitled(world: PaxContext) -> list[Seat]:
    """10.3: seats that may choose to attend."""
    roles = world.board.tables.powers.roles
    others = {*certain(world), *shut_out(world)}
    return [s for s in world.seats if s in roles.congress_entitled and s not in others]


def invited(world: PaxContext) -> list[Seat]:
    """10.3: seats that attend only if all European seats agree."""
    roles = world.board.tables.powers.roles
    others = {*certain(world), *shut_out(world)}
    return [s for s in world.seats if s in roles.congress_invited and s not in others]


def inviting(world: PaxContext) -> list[Seat]:
    """10.3: the European seats whose consent an invitation needs."""
    out = shut_out(world)
    return [seat for seat in european(world) if seat != BELGIUM and seat not in out]


@steps.ask("congress_attend")
class CongressAttend(DecisionStep[PaxContext]):
    """10.3: who attends; and whether powers from overseas are asked in."""

    section = "10.3"
    sealed = True

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return bool(entitled(world) or invited(world))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(seat for seat in world.seats if self._slots(world, seat))

    def _slots(self, world: PaxContext, seat: Seat) -> dict[str, tuple[str, ...]]:
        slots: dict[str, tuple[str, ...]] = {}
        if seat in entitled(world) or seat in invited(world):
            slots["attend"] = ("stay", "attend")
        if seat in inviting(world):
            for guest in invited(world):
                slots[guest] = (f"exclude {guest}", f"invite {guest}")
        return slots

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Slots(self._slots(world, seat))

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        """Name caller, host and agenda: they may be news. Ask only what the seat can answer."""
        slots = self._slots(world, seat)
        key = "attend_invite" if len(slots) > 1 else "attend"
        if "attend" not in slots:
            key = "invite"
        congress = session(world)
        names = [item.name for item in congress.items]
        return say(f"prompt.congress_{key}", seat=congress.caller, host=congress.host, items=names)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return Slots(self._slots(world, seat)).first()

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        answers_of = {seat: answer.choice_texts for seat, answer in answers.items()}
        coming = [seat for seat in entitled(world) if "attend" in answers_of.get(seat, ())]
        voters = inviting(world)
        for guest in invited(world):
            welcome = all(f"invite {guest}" in answers_of.get(voter, ()) for voter in voters)
            if welcome and "attend" in answers_of.get(guest, ()):
                coming.append(guest)
        seat_members(world, coming)


@steps.auto
def congress_agenda(world: PaxContext, frame: Frame) -> None:
    """10.3: the members are known; 10.4: the debate begins."""
    if not session(world).members:
        seat_members(world, [])
    world.state.push("propose_agenda")


def seat_members(world: PaxContext, coming: list[Seat]) -> None:
    """10.3: parties, host and those who come are the members."""
    members = {*certain(world), *coming}
    seated = tuple(seat for seat in world.seats if seat in members)
    world.state.congress = msgspec.structs.replace(session(world), members=seated)
    world.log("log.congress_members", seats=list(seated))
