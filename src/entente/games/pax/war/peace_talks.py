"""Peace talks: peace offered and signed at any moment of a war (12.10, P62).

A standing question for each war, put to the seats whose powers are in it. An offer is open to all
of them until they have answered or the round is over. The game does not wait for an answer, and no
one else learns of an offer that fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from entente.games.pax.belligerents import belligerent_seats, need, starter, war_of
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.negotiation.clause_warnings import clauses_with_warnings
from entente.games.pax.records.war import PeaceOffer, Talks, War
from entente.games.pax.tension import raise_tension
from entente.games.pax.treaties.treaty_text import packed
from entente.games.pax.war.hints import kept_hint, returned_hint
from entente.games.pax.war.peace import (
    draft_of,
    leaving_cautions,
    peace_form,
    publish_draft,
    signing_hint,
)
from entente.games.pax.war.peace_offers import (
    ACCEPT,
    MOST_OFFERS,
    REJECT,
    STANDARD,
    awaiting,
    clauses_of,
    is_talked_about,
    missing,
    offer_by,
    offers_left,
    open_offers,
    replace_offer,
    store_talks,
    talks_of,
    willing,
    would_bind,
)
from entente.games.pax.war.peace_settlement import (
    PRESENT_LINES,
    STATUS_QUO,
    parting,
    signatories,
    signed_by,
)
from entente.kernel import (
    STAY,
    Action,
    ActionPart,
    Choose,
    Frame,
    Menu,
    Message,
    OneOf,
    Refusal,
    Seat,
    StandingDecision,
    refuse,
    say,
    step,
)
from entente.kernel.capabilities import AnswerInParts, HiddenActions

WITHDRAW = "withdraw_peace"
REFUSE_TALKS, RESUME_TALKS = "refuse_talks", "resume_talks"

# Steps between two actions. The consequences of a battle or a declaration come first.
BREAKS = frozenset(
    (
        "declaration_round",
        "declare_war",
        "sealed_declarations",
        "written_declaration",
        "default_settlement",
        "war_sequence",
        "ottoman_ally",
        "allied_rounds",
        "campaign_round_ends",
        "other_wars",
        "war_round",
        "war_leaders",
        "choose_leader",
        "volunteer",
        "passages",
        "initiative",
        "manoeuvre_phase",
        "manoeuvre",
        "manoeuvre_ends",
        "attack_phase",
        "attacks",
        "attack_ends",
        "support_phase",
        "round_ends",
        "offer_peace",
        "sign_peace",
        "end_test",
        "end_unreachable",
    )
)

# -- the question


@steps.ask("peace_talks")
class PeaceTalks(
    StandingDecision[PaxContext], AnswerInParts[PaxContext], HiddenActions[PaxContext]
):
    """12.10, P62: a belligerent offers peace, and answers what others offer, whenever it likes."""

    section = "12.10"

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        war = war_of(world, frame.number("war"))
        return war is not None and is_talked_about(world, war)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        war = war_of(world, frame.number("war"))
        return () if war is None else tuple(belligerent_seats(world, war))

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        offers = awaiting(world, need(world, frame.number("war")), seat)
        if offers:
            return say("prompt.peace_talks_offers", seats=[offer.by for offer in offers])
        return say("prompt.peace_talks")

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        war = need(world, frame.number("war"))
        plain = [
            f"{verb} {offer.by}"
            for offer in awaiting(world, war, seat)
            for verb in (ACCEPT, REJECT)
        ]
        silent = seat in talks_of(world, war.id).silent
        toggle = RESUME_TALKS if silent else REFUSE_TALKS
        if offer_by(world, war, seat) is not None:
            return Choose((*plain, WITHDRAW, toggle))
        if offers_left(world, war, seat) <= 0:
            return Choose((*plain, toggle))
        return OneOf((Choose((*plain, *STANDARD, toggle)), peace_form(world, war)))

    def why_not(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        war, verb = need(world, frame.number("war")), action.verb
        if verb in (ACCEPT, REJECT):
            return refuse("12.10", "why.no_peace_offer")
        if verb == WITHDRAW:
            return refuse("12.10", "why.no_own_peace_offer")
        if verb == "peace" or verb in STANDARD:
            if offer_by(world, war, seat) is not None:
                return refuse("12.10", "why.peace_offered_already")
            if offers_left(world, war, seat) <= 0:
                return refuse("12.10", "why.peace_offers_used", limit=MOST_OFFERS)
        return None

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return what an offer means, and what it costs to make peace without one's allies."""
        war = need(world, frame.number("war"))
        if action.verb in STANDARD:
            return _meaning(world, war, action.text, seat)
        offer = offer_by(world, war, action.args[0]) if action.verb == ACCEPT else None
        if offer is None:
            return None
        return signing_hint(world, war, seat, _meaning(world, war, offer.written, offer.by))

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        if action.verb != ACCEPT:
            return []
        return leaving_cautions(world, need(world, frame.number("war")), seat)

    def action_parts(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Sequence[ActionPart]:
        """Return what terms of one's own say."""
        war = need(world, frame.number("war"))
        if action.text not in peace_form(world, war):
            return ()
        return clauses_with_warnings(world, draft_of(world, war, action.text, seat))

    def shown(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action, viewer: Seat | None
    ) -> str | None:
        """Return None: the log says what others may know."""
        return None

    def is_visible_to(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action, viewer: Seat | None
    ) -> bool:
        """14: neutrals hear of talks only if there is peace, which the last answer brings."""
        war = need(world, frame.number("war"))
        if viewer in belligerent_seats(world, war):
            return True
        offer = offer_by(world, war, action.args[0]) if action.verb == ACCEPT else None
        return offer is not None and missing(world, war, offer) == [seat]

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        war = need(world, frame.number("war"))
        verb = action.verb
        if verb in (ACCEPT, REJECT):
            offer = offer_by(world, war, action.args[0])
            assert offer is not None, action
            answer(world, war, offer, seat, verb)
        elif verb == WITHDRAW:
            own = offer_by(world, war, seat)
            assert own is not None, action
            replace_offer(world, own, open=False)
            _log_to_belligerents(world, war, say("log.peace_withdrawn", seat=seat))
        elif verb in (REFUSE_TALKS, RESUME_TALKS):
            _set_hearing(world, war, seat, verb == RESUME_TALKS)
        else:
            make_offer(world, war, seat, action.text)
        return STAY


def _log_to_belligerents(world: PaxContext, war: War, message: Message) -> None:
    """14: offers are known to those they are made to: the belligerents."""
    world.log_to(belligerent_seats(world, war), message)


def _meaning(world: PaxContext, war: War, written: str, author: Seat) -> Message:
    """Return what an offer means."""
    if written == STATUS_QUO:
        return returned_hint(war)
    if written == PRESENT_LINES:
        return kept_hint(war)
    return say("hint.clauses", clauses=packed(clauses_of(world, war, written, author)))


# -- offers and answers


def make_offer(world: PaxContext, war: War, seat: Seat, written: str) -> None:
    """P62: peace is offered to all belligerents; those who refuse to talk have refused it."""
    if written in STANDARD:
        message = say(f"log.offers_{written}", seat=seat)
    else:
        clauses = packed(clauses_of(world, war, written, seat))
        message = say("log.offers_terms", seat=seat, clauses=clauses)
    _log_to_belligerents(world, war, message)
    talks = talks_of(world, war.id)
    refusals = {each: REJECT for each in talks.silent if each != seat}
    offer = PeaceOffer(war.id, seat, written, war.entered, refusals)
    store_talks(world, msgspec.structs.replace(talks, offers=(*talks.offers, offer)))
    settle(world, war, offer)


def answer(world: PaxContext, war: War, offer: PeaceOffer, seat: Seat, verb: str) -> None:
    """Record that a belligerent accepts or rejects an offer; the answer stays hidden until all have
    answered."""
    offer = replace_offer(world, offer, answers={**offer.answers, seat: verb})
    settle(world, war, offer)


def _set_hearing(world: PaxContext, war: War, seat: Seat, hears: bool) -> None:
    """Mute offers for a seat in this round, or unmute them."""
    talks = talks_of(world, war.id)
    silent = tuple(each for each in talks.silent if each != seat)
    store_talks(world, msgspec.structs.replace(talks, silent=silent if hears else (*silent, seat)))
    if not hears:
        for offer in awaiting(world, war, seat):
            answer(world, war, offer, seat, REJECT)


def settle(world: PaxContext, war: War, offer: PeaceOffer) -> None:
    """12.10: once all have answered there is peace or not; sooner if it has become impossible."""
    silent, signing = missing(world, war, offer), willing(offer)
    if silent and would_bind(world, war, offer, [*signing, *silent]):
        return
    replace_offer(world, offer, open=False)
    world.state.reveal()
    if not silent and would_bind(world, war, offer, signing):
        at_next_break(world, _agreed(world, offer))
    else:
        _log_to_belligerents(
            world, war, say("log.peace_refused", seats=world.by_precedence(signing))
        )


def _agreed(world: PaxContext, offer: PeaceOffer) -> Frame:
    return step(
        "peace_agreed",
        war=offer.war,
        written=offer.written,
        author=offer.by,
        seats=" ".join(world.by_precedence(willing(offer))),
        entered=" ".join(offer.entered),
    )


def at_next_break(world: PaxContext, frame: Frame) -> None:
    """P62: between two actions: what the last one has brought about is carried out first."""
    stack = world.state.stack
    place = len(stack)
    while place and stack[place - 1].step not in BREAKS:
        place -= 1
    stack.insert(place or len(stack), frame)


@steps.auto
def talks_lapse(world: PaxContext, frame: Frame) -> None:
    """12.10: at the end of a round silence is a refusal: what is enough for a separate peace by
    then is signed, other offers are gone, and all talk again in the next round."""
    number = frame.number("war")
    war = war_of(world, number)
    called = []
    if war is not None:
        for offer in open_offers(world, war):
            world.state.reveal()
            if would_bind(world, war, offer, willing(offer)):
                called.append(_agreed(world, offer))
            else:
                _log_to_belligerents(world, war, say("log.peace_lapsed", seat=offer.by))
    store_talks(world, Talks(number))
    world.state.push(*called)


@steps.auto
def peace_agreed(world: PaxContext, frame: Frame) -> None:
    """12.10, P62: the war is over at once for those who have signed. Its last round counts for the
    tension as any other (12.3)."""
    number, written = frame.number("war"), frame.text("written")
    war, seats = war_of(world, number), frame.text("seats").split()
    if war is None or list(war.entered) != frame.text("entered").split():
        world.log("log.peace_void", seats=seats)  # a power has entered or left the war since
        return
    if _ends(world, war, seats) and _in_round(world, number):
        raise_tension(world, "war_round", None, starter=starter(world, war))
        if world.state.outcome is not None:
            return
    terms = written
    if written not in STANDARD:
        terms = publish_draft(world, war, written, frame.text("author"))
    signed_by(world, number, terms, seats)
    _drop_draft(world, terms)


def _drop_draft(world: PaxContext, terms: str) -> None:
    """Turn a signed draft into a treaty."""
    world.state.treaties = {n: t for n, t in world.state.treaties.items() if n != terms}


def _ends(world: PaxContext, war: War, seats: Iterable[Seat]) -> bool:
    """Return whether no enemies remain if these seats sign."""
    leaving, partners = parting(war, signatories(world, war, list(seats)))
    return all(
        (one in leaving and other in partners) or (other in leaving and one in partners)
        for one, other in war.hostile
    )


def _in_round(world: PaxContext, number: int) -> bool:
    """Return whether a round of a war is under way that has not been counted."""
    numbers = (number, *need(world, number).absorbed)
    return any(
        frame.step == "round_ends" and frame.args.get("war") in numbers
        for frame in world.state.stack
    )
