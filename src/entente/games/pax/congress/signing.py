"""Signing what a congress adopted, defying it, and the end (10.5 to 10.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from entente.games.pax.areas.causes import SETTLED, give_cause, live, mark, recompute
from entente.games.pax.belligerents import at_war
from entente.games.pax.board import Power, Status
from entente.games.pax.congress.agenda import find_item, party_seats, session
from entente.games.pax.congress.breaking_off import (
    declaring_cautions,
    declaring_hint,
    undivided_hint,
)
from entente.games.pax.congress.drafts import draft_treaty
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.joined_messages import join_messages
from entente.games.pax.negotiation.clause_warnings import own_shortfalls
from entente.games.pax.negotiation.default_settlement import (
    LapsedMarker,
    by_default,
    lapsed_hint,
    lower_marker,
    settle_area,
)
from entente.games.pax.negotiation.offers import in_force
from entente.games.pax.records.congress import Item, TabledDraft
from entente.games.pax.records.treaty import MARKER_CLAUSES, Clause, bound_by
from entente.games.pax.scoring import book_bonus
from entente.games.pax.tension import board_amount, raise_tension
from entente.games.pax.treaties.breach_warnings import keeping
from entente.games.pax.treaties.clauses_in_force import must_sign
from entente.games.pax.treaties.treaty_text import packed
from entente.games.pax.war.declaration_preview import rise_hint, tension_hint
from entente.games.pax.war.declarations import call_declaration, minor_declares
from entente.kernel import END, Action, Choose, DecisionStep, Frame, Menu, Message, Seat, say, step


@steps.auto
def sign_draft(world: PaxContext, frame: Frame) -> None:
    """10.5: the parties sign or refuse; outsiders whom a clause names are asked too (P21)."""
    item = find_item(world, frame)
    adopted = session(world).adopted
    assert adopted is not None
    outsiders = " ".join(outsiders_of(world, item, adopted))
    world.state.push(step("signatures", item=item.name, outsiders=outsiders))


def outsiders_of(world: PaxContext, item: Item, adopted: TabledDraft) -> list[Seat]:
    """Seats that a clause of the adopted draft binds and that are no party to the dispute."""
    parties = party_seats(world, item)
    bound = [power for clause in adopted.clauses for power in must_sign(world, clause)]
    seats = (world.seat_of(power) for power in bound)
    return list(dict.fromkeys(seat for seat in seats if seat is not None and seat not in parties))


@steps.ask("signatures")
class Signatures(DecisionStep[PaxContext]):
    """10.5: under seal, shown together; minor parties always sign."""

    section = "10.5"
    sealed = True
    grammar = ("sign", "refuse")

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        signing = {*party_seats(world, find_item(world, frame)), *frame.text("outsiders").split()}
        return tuple(seat for seat in world.seats if seat in signing)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.signatures", item=frame.text("item"))

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return what was adopted; what follows for a party that refuses it."""
        adopted = session(world).adopted
        assert adopted is not None
        if action == "sign":
            return say("hint.clauses", clauses=packed(adopted.clauses))
        item = find_item(world, frame)
        if seat not in party_seats(world, item):
            return say("hint.outsider")
        others = [member for member in session(world).members if member != seat]
        rise = refusal_hint(world, [Refusal(seat, item, adopted.clauses)])
        return join_messages(
            [rise, say("hint.defiance", seats=others), *default_hints(world, item)]
        )

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        """Warn of what one cannot pay; of the Great War that a refusal brings."""
        adopted, item = session(world).adopted, find_item(world, frame)
        assert adopted is not None
        if action == "sign":
            return unpaid(world, seat, item, adopted)
        if seat not in party_seats(world, item):
            return []
        refusal = Refusal(seat, item, adopted.clauses)
        return refusal_cautions(world, [refusal], [(item, adopted)])

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(("sign", "refuse"))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """2: an absent player signs what costs less than to refuse it (P83)."""
        adopted, item = session(world).adopted, find_item(world, frame)
        assert adopted is not None
        return "sign" if all(absent_signs(world, seat, [(item, adopted)])) else "refuse"

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        item = find_item(world, frame)
        parties = party_seats(world, item)
        refusers = [s for s in world.by_precedence(parties) if answers.get(s) == "refuse"]
        away = [s for s in frame.text("outsiders").split() if answers.get(s) == "refuse"]
        if refusers:
            world.log("log.refused", seats=refusers, item=item.name)
            defy(world, item, refusers)
        else:
            conclude(world, item, away)


# -- what a refusal brings


class Refusal(NamedTuple):
    """A party that refuses to sign what was adopted on an item."""

    seat: Seat
    item: Item
    clauses: tuple[Clause, ...]


def refusal_rise(world: PaxContext, refusals: Sequence[Refusal]) -> int:
    """Return by how much refusals raise the tension: each of them (10.5), the failure of the
    congress once at its end (10.7), the war for a minor power's rights that was announced, and the
    markers that go unless there is war (9.3)."""
    if not refusals:
        return 0
    rise = board_amount(world, "congress_failed")
    rise += board_amount(world, "congress_defiance") * len(refusals)
    promised = {
        (announcer, power)
        for each in refusals
        for matter in each.item.matters
        for power in _ruled_against(world, matter, [each.seat], each.clauses)
        for announcer in matter.announcers
        if not at_war(world, announcer, power)
    }
    rise += board_amount(world, "declaration_of_war") * len(promised)
    gone = {lapsed for each in refusals for lapsed in _undefended(world, each.item)}
    levels = sum(world.status(power, area) - left for power, area, left in gone)
    return rise + levels * board_amount(world, "status_lowered")


def _undefended(world: PaxContext, item: Item) -> list[LapsedMarker]:
    """9.3, 10.5: the markers that go if no power fights over an item; none if victors claim it."""
    if session(world).after_war and world.since(3):
        return []
    areas = [matter.area for matter in item.matters if not _is_fought(world, matter)]
    return [lapsed for lapsed in by_default(world) if lapsed.area in areas]


def _is_fought(world: PaxContext, matter: Item) -> bool:
    parties = matter.parties
    return any(at_war(world, one, other) for one in parties for other in parties)


def refusal_hint(world: PaxContext, refusals: Sequence[Refusal]) -> Message:
    """Return how near refusals come to the Great War."""
    return tension_hint(world, refusal_rise(world, refusals))


def refusal_cautions(
    world: PaxContext,
    refusals: Sequence[Refusal],
    adopted: Sequence[tuple[Item, TabledDraft]],
) -> list[Message]:
    """Warn of the Great War that a seat's refusals bring, by themselves or together with those of
    other parties that something is asked of."""
    if not refusals:
        return []
    if _reaches_end(world, refusals):
        return [say("caution.great_war")]
    seats = {each.seat for each in refusals}
    others = [each for each in absent_refusals(world, adopted) if each.seat not in seats]
    if not _reaches_end(world, [*refusals, *others]):
        return []
    also = list(dict.fromkeys(each.seat for each in others))
    return [say("caution.great_war_too", seats=also)]


def _reaches_end(world: PaxContext, refusals: Sequence[Refusal]) -> bool:
    end = world.board.constants.great_war_at
    return bool(refusals) and world.state.tension + refusal_rise(world, refusals) >= end


def unpaid(world: PaxContext, seat: Seat, item: Item, adopted: TabledDraft) -> list[Message]:
    """Return what a seat would have to pay at once by a draft, and cannot."""
    treaty = draft_treaty(world, item, adopted.clauses)
    return list(own_shortfalls(world, treaty, world.powers_of(seat)))


def absent_refusals(
    world: PaxContext, adopted: Sequence[tuple[Item, TabledDraft]]
) -> list[Refusal]:
    """P83: what the parties refuse if all of them are absent. Each signs what asks nothing of it
    but its markers in the disputed area, since a refusal would lose these too; and all that would
    bring the Great War together with what was refused before it."""
    refusals = list[Refusal]()
    twin = world.for_copy(world.state.copy())
    for item, draft in adopted:
        twin.state.congress = msgspec.structs.replace(session(twin), adopted=draft)
        signed = twin.for_copy(twin.state.copy())
        conclude(signed, item, [])
        is_end = signed.state.outcome is not None
        refused = False
        for seat in world.by_precedence(party_seats(world, item)):
            each = Refusal(seat, item, draft.clauses)
            mine = world.powers_of(seat)
            wants = is_end or any(_asks_more(clause, mine, item) for clause in draft.clauses)
            if wants and not _reaches_end(twin, [*refusals, each]):
                refusals.append(each)
                refused = True
        if not refused:
            twin = signed
    return refusals


def absent_signs(
    world: PaxContext, seat: Seat, adopted: Sequence[tuple[Item, TabledDraft]]
) -> list[bool]:
    """P83: which of the adopted drafts an absent seat signs. Who is no party is free to refuse."""
    if not world.since(4):
        return [False] * len(adopted)
    refused = {each.item.name for each in absent_refusals(world, adopted) if each.seat == seat}
    return [seat in party_seats(world, item) and item.name not in refused for item, _ in adopted]


def _asks_more(clause: Clause, mine: tuple[Power, ...], item: Item) -> bool:
    """Return whether a clause asks more of a party than its marker in the disputed area."""
    there = clause.kind in MARKER_CLAUSES and clause.text("area") in item.areas
    if clause.kind in ("cede", "pay", "coaling"):  # who is given something loses nothing
        return clause.text("from") in mine and not there
    bound = bool(set(mine) & set(bound_by(clause)))
    return bound and (not there or clause.kind == "exchange")


def default_hints(world: PaxContext, item: Item) -> list[Message]:
    """10.5: what happens to an area if no power fights over it."""
    if (hint := undivided_hint(world)) is not None:
        return [hint]
    return [lapsed_hint(lapsed) for lapsed in _undefended(world, item)]


def conclude(world: PaxContext, item: Item, away: list[Seat]) -> None:
    """10.5: all parties have signed; clauses on outsiders who did not are dropped (P21)."""
    adopted = session(world).adopted
    assert adopted is not None
    absent = {power for seat in away for power in world.powers_of(seat)}
    clauses = tuple(c for c in adopted.clauses if not absent & set(must_sign(world, c)))
    world.log("log.concluded", item=item.name)
    treaty = draft_treaty(world, item, clauses)
    if clauses:
        bound = [power for clause in clauses for power in must_sign(world, clause)]
        signers = tuple(dict.fromkeys([*item.parties, *bound]))
        treaty = msgspec.structs.replace(treaty, parties=signers, signed=signers)
        world.state.treaties = {**world.state.treaties, treaty.id: treaty}
        in_force(world, treaty)
    mark(world, SETTLED, lambda cause: cause.id in item.causes)
    minors_yield(world, item)


def minors_yield(world: PaxContext, item: Item) -> None:
    """10.5: a minor whose influence still faces control obeys."""
    for matter in item.matters:
        area = matter.area
        holders = world.controllers(area) if area else []
        for minor in matter.minors:
            before = world.status(minor, area) if area else Status.NONE
            if before is Status.INFLUENCE and holders:
                highest = max(world.status(power, area) for power in holders)
                after = Status.INTEREST if highest is Status.PROTECTORATE else Status.NONE
                lower_marker(world, minor, area, before, after)


# -- defiance


def defy(world: PaxContext, item: Item, refusers: list[Seat]) -> None:
    """10.5: tension for each refuser; every other member has a casus belli against each of them. A
    seat that refused may still fight for what it has cause for, before its marker goes."""
    now = session(world)
    known = tuple(dict.fromkeys((*now.refusers, *refusers)))
    world.state.congress = msgspec.structs.replace(now, refusers=known, failed=True)
    for refuser in refusers:
        raise_tension(world, "congress_defiance", refuser)
        for member in now.members:
            if member != refuser and (world.since(3) or member not in refusers):
                give_cause(world, "congress_defied", member, refuser)
    assert now.adopted is not None
    called = [
        _about("minor_at_war", item, matter, power=power)
        for matter in item.matters
        for power in _ruled_against(world, matter, refusers, now.adopted.clauses)
    ]
    if world.by_post and not now.after_war:  # 10.8: war and the default settlement are in phase 10
        world.state.push(*called)
        return
    for member in world.by_precedence(now.members):
        name = "break_off" if member in refusers else "answer_defiance"
        called.append(step(name, item=item.name, seat=member))
    world.state.push(*called, step("undefended", item=item.name))


def _about(name: str, item: Item, matter: Item, **args: str) -> Frame:
    """Return a step about one matter of an item."""
    about = {"matter": matter.name} if matter is not item else {}
    return step(name, item=item.name, **about, **args)


def _matter(world: PaxContext, frame: Frame) -> Item:
    """Return the matter of an item that a step is about."""
    item = find_item(world, frame)
    name = frame.args.get("matter", item.name)
    return next((matter for matter in item.matters if matter.name == name), item)


def _ruled_against(
    world: PaxContext, matter: Item, refusers: list[Seat], clauses: tuple[Clause, ...]
) -> list[Power]:
    """Majors that refuse a treaty which would have protected a defended minor from them."""
    if not matter.minors:
        return []
    return [
        power
        for power in matter.parties
        if world.seat_of(power) in refusers and _loses(world, clauses, power, matter.area)
    ]


def _loses(world: PaxContext, clauses: tuple[Clause, ...], power: Power, area: str) -> bool:
    """Return whether clauses take a power's control of an area away from it, or make it share."""
    if world.since(3) and any(
        clause.kind == "exchange" and (clause.text("other"), clause.text("to")) == (area, power)
        for clause in clauses
    ):
        return True
    return any(
        (clause.kind in ("remove", "lower") and clause.text("power") == power)
        or (clause.kind in ("cede", "exchange") and clause.text("from") == power)
        or clause.kind == "codominion"
        for clause in clauses
        if clause.text("area") == area
    )


@steps.auto
def minor_at_war(world: PaxContext, frame: Frame) -> None:
    """10.5: the minor is at war with the major that defied its protectors; each of these must now
    declare war too."""
    item, matter, power = find_item(world, frame), _matter(world, frame), frame.text("power")
    for minor in matter.minors:
        minor_declares(world, minor, power)
        for announcer in matter.announcers:
            give_cause(world, "defence_of_minor_rights", announcer, power, matter.area)
    world.state.push(
        *[
            _about("keep_promise", item, matter, power=power, seat=seat)
            for seat in matter.announcers
        ]
    )


@steps.ask("keep_promise")
class KeepPromise(DecisionStep[PaxContext]):
    """10.5: a seat that announced a minor's defence declares war, or abandons the minor."""

    section = "10.5"
    grammar = ("declare <power> <against:power>", "abandon <power>")

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return not at_war(world, frame.text("seat"), frame.text("power"))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("seat"),)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.keep_promise", power=frame.text("power"))

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        if action.verb == "declare":
            return declaring_hint(world, seat, action)
        lost = -world.board.bonuses["minor_abandoned"].points
        return join_messages(
            [rise_hint(world, "minor_abandoned"), say("hint.points_lost", points=lost)]
        )

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        return declaring_cautions(world, action)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        minors = _matter(world, frame).minors
        return Choose((f"declare {seat} {frame.text('power')}", f"abandon {minors[0]}"))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """2: obligations are honoured, unless that breaks a treaty (P70)."""
        menu = self.menu(world, frame, seat)
        assert isinstance(menu, Choose)
        return keeping(
            world, menu.actions, lambda each: self.cautions(world, frame, seat, self.parse(each))
        )

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        if action.verb == "declare":
            call_declaration(world, seat, frame.text("power"))
            return END
        points = world.board.bonuses["minor_abandoned"].points
        book_bonus(world, seat, "minor_abandoned", points)
        world.log("log.abandoned", seat=seat, power=action["power"])
        raise_tension(world, "minor_abandoned", seat)
        return END


@steps.ask("answer_defiance")
class AnswerDefiance(DecisionStep[PaxContext]):
    """10.5: each other member may declare war on those who refused, now."""

    section = "10.5"
    grammar = ("pass", "declare <power> <against:power>")

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return bool(self._targets(world, frame))

    def _targets(self, world: PaxContext, frame: Frame) -> list[Power]:
        seat = frame.text("seat")
        return [
            cause.against
            for cause in live(world, holder=seat)
            if cause.kind == "congress_defied" and not at_war(world, seat, cause.against)
        ]

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("seat"),)

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        return declaring_hint(world, seat, action) if action != "pass" else None

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        return declaring_cautions(world, action)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        targets = dict.fromkeys(self._targets(world, frame))
        return Choose(("pass", *(f"declare {seat} {target}" for target in targets)))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return "pass"

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        if action != "pass":
            call_declaration(world, action["power"], action["against"])
        return END


@steps.auto
def undefended(world: PaxContext, frame: Frame) -> None:
    """10.5: if no power goes to war over it, the markers of those who would not fight go (9.3).
    What victors claim is settled when their congress is over (12.10)."""
    if session(world).after_war and world.since(3):
        return
    for matter in find_item(world, frame).matters:
        if matter.area and not _is_fought(world, matter):
            settle_area(world, matter.area)
            recompute(world)
            world.state.push("homeless_units")


@steps.auto
def close_congress(world: PaxContext, frame: Frame) -> None:
    """10.7: it has failed if any item ended without a treaty signed by all its parties (P22)."""
    now = session(world)
    if now.failed:
        blame = now.refusers[0] if now.refusers else None
        raise_tension(world, "congress_failed", blame, also=now.refusers[1:])
    world.log("log.congress_over")
    world.state.congress = None
