"""Peace: drafts in each end test, and the separate peace (12.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from entente.games.pax.belligerents import (
    belligerent_seats,
    camp_of,
    need,
    war_of,
)
from entente.games.pax.board import Power
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.instructions import Instruction, complete
from entente.games.pax.joined_messages import join_messages
from entente.games.pax.negotiation.clause_warnings import clauses_with_warnings
from entente.games.pax.records.clause_kinds import MOST_CLAUSES
from entente.games.pax.records.treaty import Clause, Treaty
from entente.games.pax.records.war import War
from entente.games.pax.treaties.breach_warnings import warn_leaving
from entente.games.pax.treaties.forms import clause_menu, read_clauses
from entente.games.pax.treaties.treaty_text import packed
from entente.games.pax.war.hints import kept_hint, returned_hint, war_goes_on
from entente.games.pax.war.peace_settlement import PRESENT_LINES, STATUS_QUO, signed_by
from entente.kernel import (
    Action,
    ActionPart,
    Choose,
    DecisionStep,
    DueAnswer,
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
from entente.kernel.capabilities import AnswerInParts
from entente.kernel.prepared import NOT_ENOUGH, ByThing

DRAFT = "draft"  # a treaty that is only proposed, for all to read
NO_OFFER, TERMS = "no_offer", "peace"
PLAIN = (NO_OFFER, STATUS_QUO, PRESENT_LINES)


@steps.auto
def peace_window(world: PaxContext, frame: Frame) -> None:
    """12.10: belligerents may offer peace, one draft each; not where a whole camp has no player to
    sign."""
    war = war_of(world, frame.number("war"))
    if war is None:
        return
    if can_sign(world, war):
        world.state.push(Frame("offer_peace", frame.args))
        if world.since(3):
            world.state.push(Frame("talks_lapse", frame.args))


def can_sign(world: PaxContext, war: War) -> bool:
    """12.10: whether there are several camps with seats that could sign a peace."""
    signing = [camp for camp in war.camps if any(world.seat_of(power) for power in camp)]
    return len(signing) > 1 and len(belligerent_seats(world, war)) > 1


def peace_form(world: PaxContext, war: War) -> Form:
    """Return a draft with clauses of its own, among all belligerents that are played."""
    powers = tuple(power for power in war.entered if world.seat_of(power) is not None)
    item = clause_menu(world.board, powers, world.number("turns"), world.since(3))
    return Form(TERMS, {"clauses": ListOf("", item, 1, MOST_CLAUSES)})


class OfferAtRoundEnd(Instruction):
    """12.10: no draft at the end of a round, or always the same plain one."""

    def choices(self, world: PaxContext, seat: Seat) -> ByThing:
        return {"offer": PLAIN}

    def due(self, world: PaxContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        answer = next((choice for choice in choices if choice in PLAIN), None)
        return NOT_ENOUGH if answer is None else complete([answer])


@steps.ask("offer_peace", prepared=OfferAtRoundEnd())
class OfferPeace(DecisionStep[PaxContext], AnswerInParts[PaxContext]):
    """12.10: each belligerent may write one draft, under seal; then all are read."""

    section = "12.10"
    sealed = True

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        """Check for partners: a separate peace may have left no one to sign with (P62)."""
        war = war_of(world, frame.number("war"))
        return war is not None and can_sign(world, war)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(belligerent_seats(world, need(world, frame.number("war"))))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        standard = Choose(PLAIN)
        return OneOf((standard, peace_form(world, need(world, frame.number("war")))))

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        war = need(world, frame.number("war"))
        if action == PRESENT_LINES:
            return kept_hint(war)
        if action == STATUS_QUO:
            return returned_hint(war)
        return war_goes_on(world) if action == NO_OFFER else None

    def action_parts(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Sequence[ActionPart]:
        """Return what terms of one's own say."""
        war = need(world, frame.number("war"))
        if action.text not in peace_form(world, war):
            return ()
        return clauses_with_warnings(world, draft_of(world, war, action.text, seat))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return NO_OFFER

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        number = frame.number("war")
        drafts: dict[str, list[Seat]] = {}
        for seat in world.by_precedence(answers):
            if answers[seat] != NO_OFFER:
                drafts.setdefault(answers[seat].text, []).append(seat)
                _log_offer(world, need(world, number), seat, answers[seat].text)
        called = []
        for written, authors in drafts.items():
            terms = written
            if written not in (STATUS_QUO, PRESENT_LINES):
                terms = publish_draft(world, need(world, number), written, authors[0])
            called.append(step("sign_peace", war=number, terms=terms, by=" ".join(authors)))
        world.state.push(*called, Frame("drafts_over", frame.args))


def _log_offer(world: PaxContext, war: War, seat: Seat, written: str) -> None:
    """Log what a belligerent offers, for all to read."""
    if written in (STATUS_QUO, PRESENT_LINES):
        world.log(f"log.offers_{written}", seat=seat)
    else:
        world.log("log.offers_terms", seat=seat, clauses=packed(_clauses(world, war, written)))


def _clauses(world: PaxContext, war: War, written: str) -> tuple[Clause, ...]:
    """Return the clauses of a written draft."""
    form = peace_form(world, war)
    fields = form.read(written)
    assert fields is not None, written
    return read_clauses(cast(ListOf, form.fields["clauses"]), fields["clauses"])


def publish_draft(world: PaxContext, war: War, written: str, author: Power) -> str:
    """Publish a draft with its own clauses; return its name."""
    draft = draft_of(world, war, written, author)
    world.state.treaties = {**world.state.treaties, draft.id: draft}
    return draft.id


def draft_of(world: PaxContext, war: War, written: str, author: Power) -> Treaty:
    """Return a written draft, for all belligerents that are played."""
    parties = tuple(p for p in war.entered if world.seat_of(p) is not None)
    taken = sum(name.startswith("peace-") for name in world.state.treaties)
    clauses = _clauses(world, war, written)
    return Treaty(f"peace-{taken + 1}", author, parties, clauses, state=DRAFT, origin="peace")


@steps.auto
def drafts_over(world: PaxContext, frame: Frame) -> None:
    """Remove unsigned drafts."""
    world.state.treaties = {n: t for n, t in world.state.treaties.items() if t.state != DRAFT}


@steps.ask("sign_peace")
class SignPeace(DecisionStep[PaxContext]):
    """12.10: present a draft to all belligerents; the authors of identical drafts have signed
    it."""

    section = "12.10"
    sealed = True
    grammar = ("accept", "refuse")

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        """Return whether the war is still the one the draft was written for."""
        war = war_of(world, frame.number("war"))
        terms = frame.text("terms")
        gone = terms not in (STATUS_QUO, PRESENT_LINES) and terms not in world.state.treaties
        if gone or war is None:
            return False
        return set(frame.text("by").split()) <= set(belligerent_seats(world, war))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        war = need(world, frame.number("war"))
        authors = frame.text("by").split()
        return tuple(s for s in belligerent_seats(world, war) if s not in authors)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        terms = frame.text("terms")
        if terms in (STATUS_QUO, PRESENT_LINES):
            return say(f"prompt.sign_{terms}", seats=frame.text("by").split())
        return say("prompt.sign_peace", seats=frame.text("by").split(), treaty=terms)

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return the meaning or the clauses of a draft; the cost of signing it without allies."""
        terms, war = frame.text("terms"), need(world, frame.number("war"))
        if action == "refuse":
            return war_goes_on(world)
        if terms in (STATUS_QUO, PRESENT_LINES):
            message = returned_hint(war) if terms == STATUS_QUO else kept_hint(war)
        else:
            message = say("hint.clauses", clauses=packed(world.state.treaties[terms].clauses))
        return signing_hint(world, war, seat, message)

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        """Warn of leaving a partner behind against a promise."""
        if action != "accept":
            return []
        return leaving_cautions(world, need(world, frame.number("war")), seat)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(("accept", "refuse"))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return "refuse"

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        signed = {
            *frame.text("by").split(),
            *(s for s, answer in answers.items() if answer == "accept"),
        }
        signed_by(world, frame.number("war"), frame.text("terms"), world.by_precedence(signed))


def signing_hint(world: PaxContext, war: War, seat: Seat, message: Message) -> Message | None:
    """Return the clauses of a draft, and the cost of signing it without allies."""
    mine = world.powers_of(seat)
    allies = [
        ally
        for camp in war.camps
        if any(power in camp for power in mine)
        for ally in camp
        if world.seat_of(ally) not in (None, seat)
    ]
    if not allies:
        return message
    rise = world.board.tension["separate_peace"].amount
    return join_messages([message, say("hint.separate_peace", powers=allies, amount=rise)])


def leaving_cautions(world: PaxContext, war: War, seat: Seat) -> list[Message]:
    """Warn of leaving a partner behind against a promise."""
    return [
        warning
        for power in world.powers_of(seat)
        for warning in warn_leaving(world, power, set(camp_of(war, power)) - {power})
        if power in war.entered
    ]


# -- who is out
