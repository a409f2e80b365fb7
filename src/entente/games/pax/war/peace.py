"""Peace: drafts in each end test, and the separate peace (12.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import msgspec

from entente.games.pax import bonds
from entente.games.pax.board import Power
from entente.games.pax.desk import in_force
from entente.games.pax.doubts import articles
from entente.games.pax.forms import MOST_CLAUSES, clause_menu, read_clauses
from entente.games.pax.promises import warn_leaving
from entente.games.pax.sentences import several
from entente.games.pax.tension import raise_tension
from entente.games.pax.treaty import Clause, Treaty
from entente.games.pax.treaty_text import packed
from entente.games.pax.war.ending import division, divisions
from entente.games.pax.war.outlook import kept_hint
from entente.games.pax.war.resolution import call_peace
from entente.games.pax.war.state import (
    Camp,
    War,
    belligerent_seats,
    camp_of,
    change,
    hostile_camps,
    need,
    starter,
    war_of,
)
from entente.games.pax.world import World, steps
from entente.kernel import (
    ActionPart,
    Choose,
    DecisionStep,
    Form,
    Frame,
    ListOf,
    Menu,
    Message,
    OneOf,
    Seat,
    say,
    step,
)

DRAFT = "draft"  # a treaty that is only proposed, for all to read
NO_OFFER, STATUS_QUO, PRESENT_LINES, TERMS = "no_offer", "status_quo", "present_lines", "peace"


@steps.auto
def peace_window(world: World, frame: Frame) -> None:
    """12.10: belligerents may offer peace, one draft each; where a whole camp is played by nobody
    there is nobody to sign with."""
    war = war_of(world, frame.number("war"))
    if war is None:
        return
    if can_sign(world, war):
        world.state.push(Frame("offer_peace", frame.args))
        if world.since(3):
            world.state.push(Frame("talks_lapse", frame.args))


def can_sign(world: World, war: War) -> bool:
    """12.10: whether there are several camps with seats that could sign a peace."""
    signing = [camp for camp in war.camps if any(world.seat_of(power) for power in camp)]
    return len(signing) > 1 and len(belligerent_seats(world, war)) > 1


def peace_form(world: World, war: War) -> Form:
    """A draft with clauses of its own, among all belligerents that are played."""
    powers = tuple(power for power in war.entered if world.seat_of(power) is not None)
    item = clause_menu(world.board, powers, world.number("turns"), world.since(3))
    return Form(TERMS, {"clauses": ListOf("", item, 1, MOST_CLAUSES)})


@steps.ask("offer_peace")
class OfferPeace(DecisionStep[World]):
    """12.10: each belligerent may write one draft, under seal; then all are read."""

    section = "12.10"
    sealed = True

    def needed(self, world: World, frame: Frame) -> bool:
        """A separate peace may have been signed first, and left nobody to sign with (P62)."""
        war = war_of(world, frame.number("war"))
        return war is not None and can_sign(world, war)

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        return tuple(belligerent_seats(world, need(world, frame.number("war"))))

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        standard = Choose((NO_OFFER, STATUS_QUO, PRESENT_LINES))
        return OneOf((standard, peace_form(world, need(world, frame.number("war")))))

    def hint(self, world: World, frame: Frame, seat: Seat, action: str) -> Message | None:
        war = need(world, frame.number("war"))
        if action == PRESENT_LINES:
            return kept_hint(war)
        return say("hint.status_quo") if action == STATUS_QUO else None

    def action_parts(
        self, world: World, frame: Frame, seat: Seat, action: str
    ) -> Sequence[ActionPart]:
        """What terms of one's own say."""
        war = need(world, frame.number("war"))
        if action not in peace_form(world, war):
            return ()
        return articles(world, draft_of(world, war, action, seat))

    def default_answer(self, world: World, frame: Frame, seat: Seat) -> str:
        return NO_OFFER

    def resolve_sealed(self, world: World, frame: Frame, answers: Mapping[Seat, str]) -> None:
        number = frame.number("war")
        drafts: dict[str, list[Seat]] = {}
        for seat in world.by_precedence(answers):
            if answers[seat] != NO_OFFER:
                drafts.setdefault(answers[seat], []).append(seat)
                _tell_offer(world, need(world, number), seat, answers[seat])
        called = []
        for written, authors in drafts.items():
            terms = written
            if written not in (STATUS_QUO, PRESENT_LINES):
                terms = lay_open(world, need(world, number), written, authors[0])
            called.append(step("sign_peace", war=number, terms=terms, by=" ".join(authors)))
        world.state.push(*called, Frame("drafts_over", frame.args))


def _tell_offer(world: World, war: War, seat: Seat, written: str) -> None:
    """What a belligerent offers, for all to read."""
    if written in (STATUS_QUO, PRESENT_LINES):
        world.log(f"log.offers_{written}", seat=seat)
    else:
        world.log("log.offers_terms", seat=seat, clauses=packed(_clauses(world, war, written)))


def _clauses(world: World, war: War, written: str) -> tuple[Clause, ...]:
    """The clauses of a written draft."""
    form = peace_form(world, war)
    given = form.read(written)
    assert given is not None, written
    return read_clauses(cast(ListOf, form.fields["clauses"]), given["clauses"])


def lay_open(world: World, war: War, written: str, author: Power) -> str:
    """A draft with clauses of its own can be read by everybody; the name under which it is."""
    draft = draft_of(world, war, written, author)
    world.state.treaties = {**world.state.treaties, draft.id: draft}
    return draft.id


def draft_of(world: World, war: War, written: str, author: Power) -> Treaty:
    """A written draft, for all belligerents that are played."""
    parties = tuple(p for p in war.entered if world.seat_of(p) is not None)
    taken = sum(name.startswith("peace-") for name in world.state.treaties)
    clauses = _clauses(world, war, written)
    return Treaty(f"peace-{taken + 1}", author, parties, clauses, state=DRAFT, origin="peace")


@steps.auto
def drafts_over(world: World, frame: Frame) -> None:
    """Drafts that were not signed are gone."""
    world.state.treaties = {n: t for n, t in world.state.treaties.items() if t.state != DRAFT}


@steps.ask("sign_peace")
class SignPeace(DecisionStep[World]):
    """12.10: a draft is laid before all belligerents; who wrote the same has signed it."""

    section = "12.10"
    sealed = True
    grammar = ("accept", "refuse")

    def needed(self, world: World, frame: Frame) -> bool:
        """The draft of a war that an earlier one has ended, or changed, is read no more."""
        war = war_of(world, frame.number("war"))
        terms = frame.text("terms")
        gone = terms not in (STATUS_QUO, PRESENT_LINES) and terms not in world.state.treaties
        if gone or war is None:
            return False
        return set(frame.text("by").split()) <= set(belligerent_seats(world, war))

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        war = need(world, frame.number("war"))
        authors = frame.text("by").split()
        return tuple(s for s in belligerent_seats(world, war) if s not in authors)

    def prompt(self, world: World, frame: Frame, seat: Seat) -> Message:
        terms = frame.text("terms")
        if terms in (STATUS_QUO, PRESENT_LINES):
            return say(f"prompt.sign_{terms}", seats=frame.text("by").split())
        return say("prompt.sign_peace", seats=frame.text("by").split(), treaty=terms)

    def hint(self, world: World, frame: Frame, seat: Seat, action: str) -> Message | None:
        """What a draft means, or says; what it costs to sign it without one's allies."""
        terms, war = frame.text("terms"), need(world, frame.number("war"))
        if action == "refuse":
            return None
        if terms in (STATUS_QUO, PRESENT_LINES):
            said = say("hint.status_quo") if terms == STATUS_QUO else kept_hint(war)
        else:
            said = say("hint.clauses", clauses=packed(world.state.treaties[terms].clauses))
        return signing_hint(world, war, seat, said)

    def cautions(self, world: World, frame: Frame, seat: Seat, action: str) -> list[Message]:
        """That a partner may be left behind who was promised not to be."""
        if action != "accept":
            return []
        return leaving_cautions(world, need(world, frame.number("war")), seat)

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        return Choose(("accept", "refuse"))

    def default_answer(self, world: World, frame: Frame, seat: Seat) -> str:
        return "refuse"

    def resolve_sealed(self, world: World, frame: Frame, answers: Mapping[Seat, str]) -> None:
        signed = {
            *frame.text("by").split(),
            *(s for s, said in answers.items() if said == "accept"),
        }
        signed_by(world, frame.number("war"), frame.text("terms"), world.by_precedence(signed))


def signing_hint(world: World, war: War, seat: Seat, said: Message) -> Message | None:
    """What a draft says, and what it costs to sign it without one's allies."""
    mine = world.powers_of(seat)
    allies = [
        ally
        for camp in war.camps
        if any(power in camp for power in mine)
        for ally in camp
        if world.seat_of(ally) not in (None, seat)
    ]
    if not allies:
        return said
    rise = world.board.tension["separate_peace"].amount
    return several([said, say("hint.separate_peace", powers=allies, amount=rise)])


def leaving_cautions(world: World, war: War, seat: Seat) -> list[Message]:
    """That a partner may be left behind who was promised not to be."""
    return [
        warning
        for power in world.powers_of(seat)
        for warning in warn_leaving(world, power, set(camp_of(war, power)) - {power})
        if power in war.entered
    ]


# -- who is out


def signatories(world: World, war: War, seats: list[Seat]) -> set[Power]:
    """The powers that have made peace: those of the seats, and minors, which leave with the first
    major ally that signs (12.10, P75); before version 3, with the last one."""
    found = {power for power in war.entered if world.seat_of(power) in seats}
    enough = any if world.since(3) else all
    for camp in war.camps:
        majors = [power for power in camp if world.seat_of(power) is not None]
        if majors and enough(power in found for power in majors):
            found |= {power for power in camp if power not in majors}
    return found


def parting(war: War, signed: set[Power], since_3: bool = True) -> tuple[Camp, Camp]:
    """12.10: who makes peace with whom by a treaty: if a whole camp has signed, it and all of its
    enemies that have signed too, each with all the others. In a war of three camps whoever signs
    with two of them is at peace with both. If no whole camp has signed, nobody."""
    if not since_3:
        return _parting_2(war, signed)
    found: set[Power] = set()
    for camp in war.camps:
        foes = {foe for other in hostile_camps(war, camp) for foe in other} & signed
        if foes and set(camp) <= signed:
            found |= foes | set(camp)
    at_peace = tuple(power for power in war.entered if power in found)
    return at_peace, at_peace


def _parting_2(war: War, signed: set[Power]) -> tuple[Camp, Camp]:
    """Before version 3: all with all if all signed; if one whole camp signed, those hostile to it
    that signed too with this camp. Otherwise nobody."""
    if signed >= set(war.entered):
        return war.entered, war.entered
    for camp in war.camps:
        if set(camp) <= signed:
            foes = [foe for other in hostile_camps(war, camp) for foe in other]
            part = tuple(foe for foe in foes if foe in signed)
            if part:
                return part, camp
    return (), ()


def binds_only(world: World, terms: str, signed: set[Power]) -> bool:
    """Whether all whom a draft binds have signed it: some may have refused, or left by a peace that
    was signed before in the same window."""
    if terms in (STATUS_QUO, PRESENT_LINES):
        return True
    clauses = world.state.treaties[terms].clauses
    return all(power in signed for clause in clauses for power in bonds.must_sign(world, clause))


def signed_by(world: World, number: int, terms: str, seats: list[Seat]) -> None:
    """12.10: a draft has been signed by these seats, or by too few of them."""
    war = need(world, number)
    signed = signatories(world, war, seats)
    leaving, partners = parting(war, signed, world.since(3))
    if not leaving or not binds_only(world, terms, signed):
        world.log("log.peace_refused", seats=seats)
        return
    at_peace = {*leaving, *partners}
    _tell_peace(world, terms, [power for power in war.entered if power in at_peace])
    deserted = [
        power
        for camp in war.camps
        for power in camp
        if power not in leaving and any(each in leaving for each in camp)
    ]
    if deserted:
        leave_separately(world, war, leaving, deserted)
    if world.state.outcome is None:
        conclude(world, number, terms, seats, leaving, partners)


def _tell_peace(world: World, terms: str, powers: list[Power]) -> None:
    """Who makes peace, and on which terms."""
    if terms in (STATUS_QUO, PRESENT_LINES):
        world.log(f"log.peace_{terms}", powers=powers)
    else:
        clauses = world.state.treaties[terms].clauses
        world.log("log.peace_terms", powers=powers, clauses=packed(clauses))


def leave_separately(
    world: World, war: War, leaving: tuple[Power, ...], deserted: list[Power]
) -> None:
    """12.10: a separate peace: tension, those who leave are to blame; promises may be broken. A
    camp that signs as a whole leaves nobody."""

    def left_by(power: Power) -> list[Power]:
        if not world.since(3):
            return deserted
        return [each for each in deserted if each in camp_of(war, power)]

    leaving = tuple(power for power in leaving if left_by(power))
    seats = world.by_precedence({s for p in leaving if (s := world.seat_of(p)) is not None})
    raise_tension(world, "separate_peace", seats[0], also=seats[1:], starter=starter(world, war))
    for power in leaving:
        if world.seat_of(power) is not None and world.state.outcome is None:
            bonds.left_war(world, power, left_by(power))


def conclude(
    world: World, number: int, terms: str, seats: list[Seat], leaving: Camp, partners: Camp
) -> None:
    """12.10: peace by its terms: present lines leave each side what it conquered; otherwise
    conquests are given back, and a treaty says what changes hands."""
    war = need(world, number)
    called: list[Frame] = []
    if terms == PRESENT_LINES:
        if leaving == partners:
            called += divisions(world, war, leaving)
        else:
            called += division(world, war, leaving, partners)
            called += division(world, war, partners, leaving)
    kept = _between_others if world.since(3) else _without
    war = change(world, number, conquered=kept(world, war, leaving))
    world.state.push(*called, call_peace(world, war, leaving, partners))
    if terms not in (STATUS_QUO, PRESENT_LINES):
        sign_treaty(world, war, terms, seats)


def _without(world: World, war: War, leaving: Camp) -> dict[str, Power]:
    """The conquests that are no business of those who leave: neither theirs nor of their areas."""
    return {
        area: power
        for area, power in war.conquered.items()
        if power not in leaving and not any(world.holds(each, area) for each in leaving)
    }


def _between_others(world: World, war: War, at_peace: Camp) -> dict[str, Power]:
    """The conquests that a peace leaves as they are: neither of those who are out of the war now,
    nor of their areas, nor taken by one of those who make peace from another."""
    out = set(at_peace) - {
        power for pair in war.hostile if not set(pair) <= set(at_peace) for power in pair
    }
    found = {}
    for area, power in war.conquered.items():
        owners = set(world.holders(area))
        if power in out or owners & out or (power in at_peace and owners & set(at_peace)):
            continue
        found[area] = power
    return found


def sign_treaty(world: World, war: War, name: str, seats: list[Seat]) -> None:
    """12.10: the clauses of a peace are a public treaty among those who signed."""
    draft = world.state.treaties[name]
    parties = tuple(p for p in war.entered if world.seat_of(p) in seats)
    in_force(world, msgspec.structs.replace(draft, parties=parties, signed=parties))
