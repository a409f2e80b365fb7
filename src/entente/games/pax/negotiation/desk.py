"""The desk (9.4, 9.5): the standing question at which treaties are offered, signed, ended and
published."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from entente.games.pax.board import GERMANY, Area, Board, Power, Status
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.economy.administration import prefix
from entente.games.pax.economy.spending import free_money
from entente.games.pax.movement.perform_orders import AUSTRIA, FUND, perform, power_and_words
from entente.games.pax.negotiation import negotiation_phase
from entente.games.pax.negotiation.clause_warnings import clauses_with_warnings, own_shortfalls
from entente.games.pax.negotiation.offers import (
    form_for,
    in_force,
    offer,
    sign,
    unsigned,
    written_treaty,
)
from entente.games.pax.negotiation.treaty_preview import consequence
from entente.games.pax.records.treaty import (
    ENDED,
    EXPIRED,
    IN_FORCE,
    OFFERED,
    Treaty,
)
from entente.games.pax.treaties import leaving
from entente.games.pax.treaties.accusations import accuse, charges_by, open_charges, vote, votes_of
from entente.games.pax.treaties.breaches import change, publish
from entente.games.pax.treaties.clauses_in_force import bound_seats, knows, log_treaty, parties
from entente.games.pax.treaties.coaling_rights import record_coaling_rights
from entente.games.pax.treaties.marker_transfers import lower_to
from entente.games.pax.treaties.treaty_text import packed
from entente.kernel import (
    STAY,
    Action,
    ActionPart,
    Amount,
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
)
from entente.kernel.capabilities import AnswerInParts

MOST_WATCHED = 12
RELINQUISH = "relinquish"
ABOUT_OFFERS = ("sign", "decline", "retract")
ABOUT_TREATIES = ("publish", "end", "accuse", *leaving.VERBS)
ABOUT_BOTH = (*ABOUT_OFFERS, *ABOUT_TREATIES)


# -- offering and signing


def relinquishments(world: PaxContext, seat: Seat) -> list[str]:
    """10.6: the markers that a member of a congress may give up, disputed or not."""
    now = world.state.congress
    if now is None or seat not in now.members:
        return []
    return [
        f"{prefix(power)}{RELINQUISH} {area}"
        for power in world.powers_of(seat)
        for area, _ in world.areas_of(power)
    ]


def relinquish(world: PaxContext, power: Power, area: Area) -> None:
    """10.6: give up a marker; its units go."""
    lower_to(world, power, area, Status.NONE)
    world.state.push("homeless_units")


def gifts(world: PaxContext, seat: Seat) -> list[Amount]:
    """1: Germany gives Austria-Hungary money at any time; in phase 4 that is one of its orders."""
    if seat != GERMANY or world.state.phase == "movement" or not world.since(3):
        return []
    free = free_money(world, GERMANY)
    return [Amount(FUND, 1, free)] if free > 0 else []


@lru_cache(maxsize=1024)
def watch_menu(
    board: Board, seats: tuple[Seat, ...], seat: Seat, watched: tuple[str, ...]
) -> Choose:
    """6.6: areas and powers that a seat may add to its watch list."""
    names = (*board.areas, *(other for other in seats if other != seat))
    return Choose(tuple([f"watch {name}" for name in names if name not in watched]))


# -- the question


@steps.ask("desk")
class TreatyDesk(StandingDecision[PaxContext], AnswerInParts[PaxContext]):
    """9.4, 9.5: actions on treaties at any time; the game does not wait for it."""

    section = "9.4"

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        """All seats: others must not see who has something to offer or to answer."""
        return world.seats if world.state.order else ()

    def answers(self, world: PaxContext, seat: Seat) -> list[str]:
        """Return what a seat may do about treaties that are there, and about its markers in a
        congress; what waits for an answer comes first."""
        actions, later = list[str](), list[str]()
        mine = world.powers_of(seat)
        for name, treaty in world.state.treaties.items():
            if not any(power in treaty.parties for power in mine):
                continue
            if treaty.state == OFFERED:
                if treaty.by == seat:
                    later.append(f"retract {name}")
                elif seat in unsigned(world, treaty):
                    actions += [f"sign {name}", f"decline {name}"]
            elif treaty.state == IN_FORCE:
                later += self._about(world, seat, name, treaty)
            elif treaty.state == EXPIRED and world.since(3):
                later += charges_by(world, seat, treaty)
            elif _may_still_publish(world, treaty):
                later.append(f"publish {name}")
        actions += votes_of(world, seat)
        later += relinquishments(world, seat)
        later += [f"unwatch {each}" for each in world.state.watched.get(seat, ())]
        return actions + later

    def _about(self, world: PaxContext, seat: Seat, name: str, treaty: Treaty) -> list[str]:
        """Return what a party may do about a treaty in force."""
        actions = list[str]()
        if treaty.secret:
            actions.append(f"publish {name}")
        if world.since(3) and seat not in bound_seats(world, treaty):
            return actions
        if seat not in treaty.ending:
            actions.append(f"end {name}")
        if world.since(3):
            actions += leaving.choices(world, seat, treaty)
        elif leaving.may_release(world, seat, treaty) and leaving.bound_powers(world, seat, treaty):
            actions.append(f"release {name}")
        return actions + charges_by(world, seat, treaty)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        state = world.state
        if state.treaties or state.charges or state.congress is not None:
            return self._menu(world, seat)
        may_offer = state.offers_made.get(seat, 0) < world.number("offer_limit")
        key = (state.watched.get(seat, ()), may_offer, gifts(world, seat))
        return world.remember_by(seat, "desk", key, lambda: self._menu(world, seat))

    def _menu(self, world: PaxContext, seat: Seat) -> Menu:
        answers = self.answers(world, seat)
        watched = world.state.watched.get(seat, ())
        forms: list[Menu] = []
        if answers:
            forms.append(Choose(tuple(answers)))
        if world.state.offers_made.get(seat, 0) < world.number("offer_limit"):
            forms.append(form_for(world, seat))
        if len(watched) < MOST_WATCHED:
            forms.append(watch_menu(world.board, world.seats, seat, watched))
        forms += gifts(world, seat)
        return OneOf(tuple(forms))  # type: ignore[arg-type]

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        """Return what waits for this seat, if anything does."""
        offers = [t for t in world.state.treaties.values() if t.state == OFFERED]
        count = sum(t.by != seat and seat in unsigned(world, t) for t in offers)
        charges = len(open_charges(world, seat))
        if charges:
            return say("prompt.desk_charges", charges=charges)
        return say("prompt.desk_offers", offers=count) if count else say("prompt.desk")

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return what is signed or declined: its clauses; of what is done about a treaty in force,
        the consequences."""
        treaty = self._treaty(world, action)
        if treaty is None or not knows(world, seat, treaty):
            return None
        effect = consequence(world, seat, treaty, action)
        return effect or say("hint.clauses", clauses=packed(treaty.clauses))

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        """Return what one cannot pay, and what cannot be taken back: that a secret is known to all,
        that another is accused."""
        treaty = self._treaty(world, action)
        if treaty is None:
            return []
        if action.verb == "sign":
            return list(own_shortfalls(world, treaty, world.powers_of(seat)))
        if action.verb != "judge" and action.verb not in ABOUT_TREATIES:
            return []
        effect = consequence(world, seat, treaty, action)
        return [effect] if effect else []

    def _treaty(self, world: PaxContext, action: Action) -> Treaty | None:
        """Return the treaty that an action names, if it does."""
        return world.state.treaties.get(action.args[0]) if action.args else None

    def action_parts(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Sequence[ActionPart]:
        """Return the clauses of what is being written."""
        if action.verb != "offer":
            return ()
        return clauses_with_warnings(world, written_treaty(world, seat, action.text))

    def why_not(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        verb = action.verb
        if verb == "offer" and world.state.offers_made.get(seat, 0) >= world.number("offer_limit"):
            return refuse("9.2", "why.offers_used", limit=world.number("offer_limit"))
        if verb in ("watch", "unwatch"):
            return _why_not_watched(world, seat, verb, " ".join(action.args))
        if verb == FUND and seat == GERMANY:
            return refuse("1", "why.no_money", money=free_money(world, GERMANY))
        if verb in ABOUT_BOTH and action.args:
            treaty = self._treaty(world, action)
            if treaty is None or not knows(world, seat, treaty):
                return refuse("9.4", "why.no_treaty")
            if seat not in parties(world, treaty):
                return refuse("9.4", "why.no_party")
            asks = _why_no_answer if verb in ABOUT_OFFERS else _why_nothing_about
            return asks(world, seat, verb, treaty)
        return None

    def shown(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action, viewer: Seat | None
    ) -> str | None:
        """Actions at the desk are private to the parties; the log shows what others may know."""
        return action.text if action.verb == FUND else None

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        verb = action.verb
        record_coaling_rights(world)  # before a treaty that grants it may be over
        if verb == "offer":
            treaty = offer(world, seat, action.text)
            negotiation_phase.concern(world, [s for s in parties(world, treaty) if s != seat])
            if not unsigned(world, treaty):
                in_force(world, treaty)
            return STAY
        if verb in ("watch", "unwatch"):
            self._watch(world, seat, verb, action.args[0])
            return STAY
        if verb == FUND:
            perform(world, seat, action)
            return STAY
        if verb in (RELINQUISH, AUSTRIA):
            power, words = power_and_words(seat, action)
            relinquish(world, power, words[1])
            return STAY
        name, *more = action.args
        treaty = world.state.treaties[name]
        if verb == "sign":
            sign(world, seat, treaty)
        elif verb in ("decline", "retract"):
            world.log_to(parties(world, treaty), say(f"log.{verb}", seat=seat, treaty=name))
            world.state.treaties = {n: t for n, t in world.state.treaties.items() if n != name}
        elif verb == "publish":
            publish(world, treaty)
        elif verb == "end":
            self._end(world, seat, treaty)
        elif verb == "release" and not world.since(3):
            mine = [power for power in world.powers_of(seat) if power in treaty.parties]
            change(world, treaty, released=tuple(dict.fromkeys((*treaty.released, *mine))))
            world.log_to(parties(world, treaty), say("log.release", seat=seat, treaty=name))
        elif verb in leaving.VERBS:
            self._leave(world, seat, verb, treaty, more[0] if more else "")
        elif verb == "accuse":
            accuse(world, seat, treaty, more)
        elif verb == "judge":
            vote(world, seat, action)
        return STAY

    def _leave(
        self, world: PaxContext, seat: Seat, verb: str, treaty: Treaty, leaver: Seat
    ) -> None:
        """P63: what a party does to leave a treaty, or to let another go."""
        concerned = [each for each in bound_seats(world, treaty) if each != seat]
        if verb == leaving.CONSENT:
            leaving.consent(world, seat, treaty, leaver)
        else:
            does = {
                leaving.LEAVE: leaving.leave,
                leaving.DENOUNCE: leaving.denounce,
                leaving.RELEASE: leaving.release,
            }[verb]
            does(world, seat, treaty)
        if not treaty.secret:  # else others would see that something moves these parties
            negotiation_phase.concern(world, concerned)

    def _watch(self, world: PaxContext, seat: Seat, verb: str, name: str) -> None:
        watched = [each for each in world.state.watched.get(seat, ()) if each != name]
        if verb == "watch":
            watched.append(name)
        world.state.watched = {**world.state.watched, seat: tuple(watched)}

    def _end(self, world: PaxContext, seat: Seat, treaty: Treaty) -> None:
        """9.5: when all who are bound agree, it is over."""
        treaty = change(world, treaty, ending=(*treaty.ending, seat))
        message = say("log.end", seat=seat, treaty=treaty.id)
        world.log_to(parties(world, treaty), message)
        if set(bound_seats(world, treaty)) <= set(treaty.ending):
            change(world, treaty, state=ENDED)
            log_treaty(world, treaty, say("log.ended", treaty=treaty.id))


def _may_still_publish(world: PaxContext, treaty: Treaty) -> bool:
    """P19: breaking a secret treaty and so ending it does not avoid the cost of the breach."""
    fresh = any(not b.counted and b.turn == world.state.turn for b in treaty.breaches)
    return treaty.secret and fresh and world.since(3)


# -- why not


def _why_not_watched(world: PaxContext, seat: Seat, verb: str, name: str) -> Refusal | None:
    """6.6: nothing is watched twice, and a watch list has a limit."""
    watched = world.state.watched.get(seat, ())
    if name not in world.board.areas and name not in world.seats:
        return None  # nothing of that name is ever watched
    if verb == "unwatch":
        return refuse("6.6", "why.not_watched", name=name)
    if name in watched:
        return refuse("6.6", "why.watched_already", name=name)
    return refuse("6.6", "why.watches_enough", most=MOST_WATCHED)


def _why_no_answer(world: PaxContext, seat: Seat, verb: str, treaty: Treaty) -> Refusal | None:
    """9.4: offers are answered by the others, and taken back by their author."""
    if treaty.state != OFFERED:
        return refuse("9.4", "why.no_offer", treaty=treaty.id)
    if verb == "retract":
        return refuse("9.4", "why.offer_of_another", seat=treaty.by)
    return refuse("9.4", "why.own_offer" if treaty.by == seat else "why.signed_already")


def _why_nothing_about(world: PaxContext, seat: Seat, verb: str, treaty: Treaty) -> Refusal | None:
    """9.5: what is done about a treaty in force."""
    if treaty.state != IN_FORCE and verb != "accuse":
        return refuse("9.5", "why.not_in_force", treaty=treaty.id)
    if verb in leaving.VERBS and world.since(3):
        return leaving.why_not(world, seat, verb, treaty)
    if verb != "publish" and seat not in bound_seats(world, treaty):
        return refuse("9.5", "why.left_already")
    reasons = {
        "publish": "why.public_already",
        "end": "why.ending_already",
        "release": "why.nobody_broke_it",
        "accuse": "why.no_charge",
        "leave": "why.earlier_rules",
        "consent": "why.earlier_rules",
        "denounce": "why.earlier_rules",
    }
    return refuse("9.5", reasons[verb])
