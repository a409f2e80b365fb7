"""What China cedes after a rebellion that was put down (11.2.10): claims under seal, their
ratification, and what the majors leave to the minors."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.pax.areas.causes import illegal_together
from entente.games.pax.areas.resentment import placing_figure, raise_resentment
from entente.games.pax.belligerents import enemies_of
from entente.games.pax.board import AUSTRIA_HUNGARY, CHINA, STATUS_WORDS, Area, Power, Status
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.economy.administration import prefix
from entente.games.pax.joined_messages import join_messages
from entente.games.pax.records.treaty import FULFILLED, Args, Clause, Treaty
from entente.games.pax.records.war import War
from entente.kernel import (
    Action,
    Choose,
    DecisionStep,
    Frame,
    Menu,
    Message,
    Seat,
    Slots,
    say,
    step,
)
from entente.kernel.capabilities import AnswerInParts

ROUNDS = 3  # in which the majors may come to an agreement
LEVELS = ("possession", "protectorate")
CLAIM, WAIVE = "claim", "waive"
ALLOT, WITHHOLD = "allot", "withhold"
RATIFY, REFUSE = "ratify", "refuse"

Claims = dict[Power, tuple[Area, Status]]


def claimants(world: PaxContext, war: War) -> list[Power]:
    """Return the powers of the second alliance that have units in the Empire or its vassals."""
    return [
        power
        for power in enemies_of(war, CHINA)
        if any(world.armies(power, area) or world.navies_at(power, area) for area in war.theatre)
    ]


def call_cessions(world: PaxContext, war: War) -> None:
    """Majors claim first; what they leave they may allot to minors."""
    powers = claimants(world, war)
    majors = [power for power in powers if world.is_major(power)]
    minors = [p for p in world.board.tables.powers.roles.rebellion_claims if p in powers]
    minors = [power for power in minors if not world.is_major(power)]
    areas = [area for area in war.theatre if area in war.defeated and not world.controllers(area)]
    if not majors or not areas:
        return
    world.state.push(
        step(
            "claims",
            round=1,
            majors=" ".join(majors),
            minors=" ".join(minors),
            areas=" ".join(areas),
        )
    )


def can_claim(world: PaxContext, power: Power, area: Area) -> bool:
    """Return whether a power has a counter for control of an area."""
    return world.can_have(power, area, Status.POSSESSION)


def seats_of(world: PaxContext, majors: list[Power]) -> tuple[Seat, ...]:
    return tuple(seat for seat in world.seats if set(world.powers_of(seat)) & set(majors))


# -- majors


@steps.ask("claims")
class MajorClaims(DecisionStep[PaxContext], AnswerInParts[PaxContext]):
    """11.2.10: each major with units there claims one defeated area, or none."""

    section = "11.2"
    sealed = True

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return seats_of(world, frame.text("majors").split())

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.claims", areas=frame.text("areas").split(), round=frame.number("round"))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        areas, majors = frame.text("areas").split(), frame.text("majors").split()
        slots = {}
        for power in world.powers_of(seat):
            if power not in majors:
                continue
            word = prefix(power)
            wishes = [
                f"{word}{CLAIM} {area} {level}"
                for area in areas
                if can_claim(world, power, area)
                for level in LEVELS
            ]
            slots[power] = (f"{word}{WAIVE}", *wishes)
        return Slots(slots)

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        words = action.words
        if words[-1] == WAIVE:
            return None
        area, status = words[-2], STATUS_WORDS[words[-1]]
        return say("hint.ceded", amount=placing_figure(world, area, status))

    def part_hint(
        self, world: PaxContext, frame: Frame, seat: Seat, part: Action
    ) -> Message | None:
        return self.hint(world, frame, seat, part)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        menu = self.menu(world, frame, seat)
        assert isinstance(menu, Slots)
        return menu.first()

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        claims = read_claims(answers)
        for power, (area, _) in claims.items():
            world.log("log.claimed", power=power, area=area)
        wanted = [area for area, _ in claims.values()]
        if len(set(wanted)) < len(wanted):
            world.log("log.claims_clash")
            again(world, frame)
        elif not claims:
            call_allotments(world, frame, ())
        else:
            words = " ".join(f"{p} {a} {s.name.lower()}" for p, (a, s) in claims.items())
            world.state.push(Frame("ratify_claims", {**frame.args, "claims": words}))


def read_claims(answers: Mapping[Seat, Action]) -> Claims:
    """Return the claims by power, without those who claim nothing."""
    claims: Claims = {}
    for seat, answer in answers.items():
        for choice in answer.choices:
            words = choice.words
            power = AUSTRIA_HUNGARY if words[0] == "austria" else seat
            if words[-1] != WAIVE:
                claims[power] = (words[-2], STATUS_WORDS[words[-1]])
    return claims


def claims_in(frame: Frame) -> Claims:
    words = frame.text("claims").split()
    triples = zip(words[::3], words[1::3], words[2::3], strict=True)
    return {power: (area, STATUS_WORDS[status]) for power, area, status in triples}


def again(world: PaxContext, frame: Frame) -> None:
    """Ask again if there is another round; otherwise nothing is ceded."""
    number = frame.number("round")
    if number >= ROUNDS:
        world.log("log.nothing_ceded")
        return
    args = {name: value for name, value in frame.args.items() if name != "claims"}
    world.state.push(Frame("claims", {**args, "round": number + 1}))


@steps.ask("ratify_claims")
class RatifyClaims(DecisionStep[PaxContext]):
    """11.2.10: all majors with units there must agree to all claims."""

    section = "11.2"
    sealed = True
    open_menu = True
    grammar = (RATIFY, REFUSE)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return seats_of(world, frame.text("majors").split())

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        claims = claims_in(frame)
        return say(
            "prompt.ratify_claims", powers=list(claims), areas=[a for a, _ in claims.values()]
        )

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose((RATIFY, REFUSE))

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return what each power would get; or how the matter continues."""
        if action == REFUSE:
            last = frame.number("round") >= ROUNDS
            return say("hint.claims_fail" if last else "hint.claims_again")
        return join_messages(
            say("hint.spoils_term", power=power, area=area, status=status.name.lower())
            for power, (area, status) in claims_in(frame).items()
        )

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """11.2.10: an absent player agrees."""
        return RATIFY

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        refusing = [seat for seat in world.seats if answers.get(seat) == REFUSE]
        if refusing:
            world.log("log.claims_refused", seats=refusing)
            again(world, frame)
            return
        claims = claims_in(frame)
        for power, (area, status) in claims.items():
            cede(world, power, area, status)
        call_allotments(world, frame, tuple(area for area, _ in claims.values()))


def cede(world: PaxContext, power: Power, area: Area, status: Status) -> None:
    """Place a control marker without cost, by a public treaty with China. Markers that clash with
    it go, and resentment rises as if it had been placed in peace."""
    if world.controllers(area) or not world.can_have(power, area, status):
        world.log(
            "log.claim_void", power=power, area=area
        )  # a treaty changed the area in the meantime
        return
    world.put_marker(power, area, status)
    gone = [
        o for o in world.markers(area) if illegal_together(world, area, power, o) and o != power
    ]
    for other in gone:
        world.put_marker(other, area, Status.NONE)
    if gone:
        world.log("log.markers_gone", area=area, powers=gone)
    world.log("log.china_cedes", power=power, area=area, status=status.name.lower())
    if world.since(3):
        keep_treaty(world, power, area, status)
    raise_resentment(world, placing_figure(world, area, status))


def keep_treaty(world: PaxContext, power: Power, area: Area, status: Status) -> None:
    """P65: a public treaty with China, fulfilled on the spot and kept among the treaties."""
    state, parties = world.state, (power, CHINA)
    state.public_treaties += 1
    name = f"treaty-{state.public_treaties}"
    args: Args = {"area": area, "from": CHINA, "to": power, "level": status.name.lower()}
    treaty = Treaty(
        id=name,
        by=power,
        parties=parties,
        clauses=(Clause("cede", args),),
        state=FULFILLED,
        turn=state.turn,
        signed=parties,
        done=(0,),
        since=len(state.purchases),
        origin="china",
    )
    state.treaties = {**state.treaties, name: treaty}
    world.log("log.treaty", treaty=name, parties=list(parties))


# -- minors


def call_allotments(world: PaxContext, frame: Frame, taken: tuple[Area, ...]) -> None:
    """Let the majors decide what the minors get, one after the other."""
    left = [area for area in frame.text("areas").split() if area not in taken]
    called = [
        step("allot", power=minor, majors=frame.text("majors"), areas=" ".join(left), round=1)
        for minor in frame.text("minors").split()
    ]
    world.state.push(*called)


@steps.ask("allot")
class Allot(DecisionStep[PaxContext]):
    """11.2.10: an area for a minor that took part, if all majors with units there name the same."""

    section = "11.2"
    sealed = True
    grammar = (f"{ALLOT} <area> <status>", WITHHOLD)

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return bool(self._areas(world, frame))

    def _areas(self, world: PaxContext, frame: Frame) -> list[Area]:
        areas = frame.text("areas").split()
        power = frame.text("power")
        return [a for a in areas if not world.controllers(a) and can_claim(world, power, a)]

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return seats_of(world, frame.text("majors").split())

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.allot", power=frame.text("power"), round=frame.number("round"))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        gifts = [f"{ALLOT} {a} {level}" for a in self._areas(world, frame) for level in LEVELS]
        return Choose((WITHHOLD, *gifts))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return WITHHOLD

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        power = frame.text("power")
        for seat in world.by_precedence(answers):
            if answers[seat] != WITHHOLD:
                world.log("log.allotted_by", seat=seat, power=power, area=answers[seat].args[0])
        wishes = set(answers.values())
        if len(wishes) == 1:
            (wish,) = wishes
            if wish != WITHHOLD:
                area, status = wish.args
                cede(world, power, area, STATUS_WORDS[status])
        elif frame.number("round") < ROUNDS:
            world.state.push(Frame("allot", {**frame.args, "round": frame.number("round") + 1}))
        else:
            world.log("log.nothing_allotted", power=power)
