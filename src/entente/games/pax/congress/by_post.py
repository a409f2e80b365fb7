"""A congress by post (10.8): all disputes at once, in three sealed answers of each member.

The members first write whether they attend, whom they invite, and one draft for each dispute; then
they vote on all drafts; then the parties sign or refuse all that was adopted. Further rounds are
only about disputes on which a draft was tabled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from entente.games.pax.congress.agenda import party_seats, session
from entente.games.pax.congress.calling import (
    entitled,
    host_seat,
    invited,
    inviting,
    seat_members,
    sites,
)
from entente.games.pax.congress.debate import (
    YES,
    VoteFor,
    instructed_vote,
    log_votes,
    still_open,
    voted_on,
)
from entente.games.pax.congress.drafts import (
    PASS,
    admissible,
    draft_form,
    draft_treaty,
    standard_drafts,
    written_clauses,
)
from entente.games.pax.congress.signing import (
    Refusal,
    absent_signs,
    conclude,
    default_hints,
    defy,
    outsiders_of,
    refusal_cautions,
    refusal_hint,
    unpaid,
)
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.instructions import Instruction, complete
from entente.games.pax.joined_messages import join_messages
from entente.games.pax.negotiation.clause_warnings import clauses_with_warnings
from entente.games.pax.records.congress import Congress, Item, TabledDraft
from entente.games.pax.treaties import obligations
from entente.games.pax.treaties.breach_warnings import keeping, warn_voting
from entente.games.pax.treaties.execution import at_new_events, grant_causes
from entente.games.pax.treaties.treaty_text import packed
from entente.kernel import (
    Action,
    ActionPart,
    Choose,
    DecisionStep,
    DueAnswer,
    Frame,
    Menu,
    Message,
    OneOf,
    PrivatePlan,
    Seat,
    Slots,
    say,
    step,
)
from entente.kernel.capabilities import AnswerInParts
from entente.kernel.message import Argument
from entente.kernel.prepared import NOT_ENOUGH, ByThing

SEAL = "seal"
ATTEND, STAY_AWAY = "attend", "stay"
GUESTS = "guests"  # an instruction: all who come only if they are invited


def item_named(world: PaxContext, name: str) -> Item:
    return next(item for item in session(world).items if item.name == name)


def item_of(world: PaxContext, draft: TabledDraft) -> Item:
    """Return the dispute that a draft is about."""
    assert not isinstance(draft.item, msgspec.UnsetType)
    return item_named(world, draft.item)


def passed(now: Congress) -> tuple[int, ...]:
    """Return the numbers of the adopted drafts."""
    return () if isinstance(now.passed, msgspec.UnsetType) else now.passed


def _names(frame: Frame) -> list[str]:
    return frame.text("items").split()


# -- the rounds


@steps.auto
def post_congress(world: PaxContext, frame: Frame) -> None:
    """10.8: the first of the nations that may be host is, and the debate begins."""
    host = sites(world)[0]
    world.state.congress = msgspec.structs.replace(session(world), host=host)
    world.log("log.congress_site", power=host)
    names = " ".join(item.name for item in session(world).items)
    world.state.push(step("post_round", items=names, round=1), "close_congress")


@steps.auto
def post_round(world: PaxContext, frame: Frame) -> None:
    """10.8: papers, ballots and signatures on all disputes that are still open."""
    grant_causes(world)
    names = [name for name in _names(frame) if still_open(world, item_named(world, name))]
    world.state.congress = msgspec.structs.replace(session(world), drafts=(), passed=())
    if not names:
        return
    now: dict[str, str | int] = {"items": " ".join(names), "round": frame.number("round")}
    parts = ("congress_papers", "congress_ballots", "congress_signatures", "post_settle")
    world.state.push(*at_new_events(world), *[Frame(part, dict(now)) for part in parts])


@steps.auto
def post_settle(world: PaxContext, frame: Frame) -> None:
    """10.8: a dispute without an adopted draft goes on if one was tabled and rounds are left."""
    now, number = session(world), frame.number("round")
    adopted = {now.drafts[place].item for place in passed(now)}
    touched = {draft.item for draft in now.drafts}
    again = list[str]()
    for name in _names(frame):
        if name in adopted or not still_open(world, item_named(world, name)):
            continue
        if name in touched and number < world.number("congress_rounds"):
            again.append(name)
            continue
        world.log("log.item_unsettled", item=name)
        world.state.congress = msgspec.structs.replace(session(world), failed=True)
    if again:
        world.state.push(step("post_round", items=" ".join(again), round=number + 1))


# -- papers


def points(world: PaxContext, frame: Frame, seat: Seat, plan: Sequence[str]) -> list[str]:
    """Return what a seat writes on, in order: `attend`, its guests, then the disputes by name. A
    seat that stays away tables nothing."""
    if session(world).members:
        return _names(frame) if seat in session(world).members else []
    may_choose = seat in entitled(world) or seat in invited(world)
    found = [ATTEND] if may_choose else []
    found += invited(world) if seat in inviting(world) else []
    is_out = not may_choose and seat not in _certain(world)
    return found if is_out or STAY_AWAY in plan else [*found, *_names(frame)]


def _certain(world: PaxContext) -> tuple[Seat, ...]:
    return (*session(world).involved, host_seat(world))


class AttendOthers(Instruction):
    """10.8: attend a congress on the disputes of others, or stay away, without a draft of one's
    own. A seat that has promised a vote attends; a party is asked."""

    def choices(self, world: PaxContext, seat: Seat) -> ByThing:
        return {ATTEND: (ATTEND, STAY_AWAY), GUESTS: (f"invite {GUESTS}", f"exclude {GUESTS}")}

    def due(self, world: PaxContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        ask, frame = CongressPapers(), world.state.top
        assert frame is not None
        items = [item_named(world, name) for name in _names(frame)]
        point = ask.point(world, frame, seat)
        wanted = next((each for each in (ATTEND, STAY_AWAY) if each in choices), None)
        if wanted is None or any(seat in party_seats(world, item) for item in items):
            return NOT_ENOUGH
        if point == ATTEND:
            promised = any(
                warn_voting(world, seat, area, vote)
                for vote in (True, False)
                for item in items
                for area in voted_on(world, item)
            )
            return complete([ATTEND if promised else wanted])
        if point in world.seats:
            verb = "invite" if f"invite {GUESTS}" in choices else "exclude"
            return complete([f"{verb} {point}"])
        return DueAnswer(SEAL, tuple(world.state.plan(frame, seat)))


@steps.ask("congress_papers", prepared=AttendOthers())
class CongressPapers(PrivatePlan[PaxContext], AnswerInParts[PaxContext]):
    """10.8: attendance, invitations, and one draft for each dispute, under seal."""

    section = "10.8"

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(seat for seat in world.seats if points(world, frame, seat, ()))

    def point(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """Return what a seat writes on next; empty when it has written on everything."""
        plan = world.state.plan(frame, seat)
        left = points(world, frame, seat, plan)[len(plan) :]
        return left[0] if left else ""

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        point = self.point(world, frame, seat)
        if not point:
            return say("prompt.papers_done")
        if point == ATTEND:
            return say("prompt.papers_attend")
        if point in world.seats:
            return say("prompt.papers_guest", seat=point)
        names = _names(frame)
        args: dict[str, Argument] = {
            "item": point,
            "number": names.index(point) + 1,
            "of": len(names),
        }
        rounds = world.number("congress_rounds")
        if rounds > 1:
            return say("prompt.papers_round", **args, round=frame.number("round"), rounds=rounds)
        return say("prompt.papers_item", **args)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        point = self.point(world, frame, seat)
        if not point:
            return Choose((SEAL,))
        if point == ATTEND:
            return Choose((ATTEND, STAY_AWAY))
        if point in world.seats:
            return Choose((f"invite {point}", f"exclude {point}"))
        plain = standard_drafts(world, item_named(world, point))
        return OneOf((Choose((PASS, *plain, SEAL)), draft_form(world)))

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return the clauses of a plain solution."""
        item = self._item(world, frame, seat)
        clauses = standard_drafts(world, item).get(action.text) if item else None
        return None if clauses is None else say("hint.clauses", clauses=packed(clauses))

    def _item(self, world: PaxContext, frame: Frame, seat: Seat) -> Item | None:
        point = self.point(world, frame, seat)
        return item_named(world, point) if point in _names(frame) else None

    def action_parts(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Sequence[ActionPart]:
        """Return the clauses of a written draft."""
        item = self._item(world, frame, seat)
        if item is None or action.text not in draft_form(world):
            return ()
        clauses = written_clauses(world, item, action.text)
        return clauses_with_warnings(world, draft_treaty(world, item, clauses or ()))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """2: an absent player stays away, invites no one and tables nothing."""
        point = self.point(world, frame, seat)
        if point == ATTEND:
            return STAY_AWAY
        return f"exclude {point}" if point in world.seats else SEAL

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        plans = {seat: world.state.plan(frame, seat) for seat in answers}
        written = {
            seat: dict(zip(points(world, frame, seat, plan), plan, strict=False))
            for seat, plan in plans.items()
        }
        if not session(world).members:
            _gather(world, plans)
        host, members = host_seat(world), session(world).members
        writers = [seat for seat in world.by_precedence(members) if seat in written]
        writers.sort(key=lambda seat: seat != host)
        drafts = list[TabledDraft]()
        for name in _names(frame):
            world.log("log.debate", item=name, round=frame.number("round"))
            texts = {seat: written[seat].get(name, PASS) for seat in writers}
            drafts += self._tabled(world, item_named(world, name), texts)
        world.state.congress = msgspec.structs.replace(session(world), drafts=tuple(drafts))

    def _tabled(
        self, world: PaxContext, item: Item, texts: Mapping[Seat, str]
    ) -> list[TabledDraft]:
        """Return the drafts on a dispute: the host's first, each text once."""
        drafts = list[TabledDraft]()
        for seat, text in texts.items():
            if text == PASS:
                continue
            clauses = written_clauses(world, item, text)
            if any(draft.clauses == clauses for draft in drafts):
                continue
            if clauses is not None and admissible(world, item, clauses):
                drafts.append(TabledDraft(seat, clauses, item.name))
                world.log("log.draft", seat=seat, item=item.name, clauses=packed(clauses))
            else:
                world.log("log.draft_inadmissible", seat=seat, item=item.name)
        return drafts


def _gather(world: PaxContext, plans: Mapping[Seat, Sequence[str]]) -> None:
    """10.3: note who attends, as the papers say."""
    coming = [seat for seat in entitled(world) if ATTEND in plans.get(seat, ())]
    for guest in invited(world):
        welcome = all(f"invite {guest}" in plans.get(seat, ()) for seat in inviting(world))
        if welcome and ATTEND in plans.get(guest, ()):
            coming.append(guest)
    seat_members(world, coming)


# -- ballots


class BallotsFor(VoteFor):
    """10.8: the same instructions for all drafts at once."""

    def due(self, world: PaxContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        parts = list[str]()
        for number, draft in enumerate(session(world).drafts, 1):
            vote = instructed_vote(world, seat, item_of(world, draft), draft, choices)
            if vote is None:
                return NOT_ENOUGH
            parts.append(f"{'back' if vote == YES else 'oppose'} {number}")
        return complete(parts)


@steps.ask("congress_ballots", prepared=BallotsFor())
class CongressBallots(DecisionStep[PaxContext]):
    """10.8: yes or no to every draft, under seal; at exactly half the host's vote decides."""

    section = "10.8"
    sealed = True

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return bool(session(world).drafts)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return session(world).members

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        rounds = world.number("congress_rounds")
        if rounds > 1:
            return say("prompt.ballots_round", round=frame.number("round"), rounds=rounds)
        return say("prompt.ballots")

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        count = len(session(world).drafts)
        return Slots({f"{n}": (f"oppose {n}", f"back {n}") for n in range(1, count + 1)})

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        """Warn of votes that were promised otherwise by treaty."""
        return [
            warning
            for choice in action.choices
            for area in voted_on(world, item_of(world, _draft(world, choice)))
            for warning in warn_voting(world, seat, area, choice.verb == "back")
        ]

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """2, P70: no, unless yes was promised."""
        menu = self.menu(world, frame, seat)
        assert isinstance(menu, Slots)

        def broken(vote: str) -> list[Message]:
            return self.cautions(world, frame, seat, self.parse(vote))

        return "; ".join(keeping(world, choices, broken) for choices in menu.slots.values())

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        """Count the votes on each dispute, draft by draft, up to the first that is adopted."""
        now, host = session(world), host_seat(world)
        votes = {seat: answer.choice_texts for seat, answer in answers.items()}
        adopted = dict[str, int]()
        for place, draft in enumerate(now.drafts):
            item = item_of(world, draft)
            if item.name in adopted:
                continue
            yes = [seat for seat in now.members if f"back {place + 1}" in votes.get(seat, ())]
            log_votes(world, draft.by, yes, item=item.name)
            for seat in now.members:
                for area in voted_on(world, item):
                    obligations.voted(world, seat, area, seat in yes)
            if 2 * len(yes) + (host in yes) > len(now.members):
                adopted[item.name] = place
                world.log("log.adopted", seat=draft.by, item=item.name)
        places = tuple(adopted.values())
        world.state.congress = msgspec.structs.replace(session(world), passed=places)


def _draft(world: PaxContext, choice: Action) -> TabledDraft:
    """Return the draft that a choice is about."""
    return session(world).drafts[int(choice.words[1]) - 1]


# -- signatures


@steps.ask("congress_signatures")
class CongressSignatures(DecisionStep[PaxContext]):
    """10.8: the parties sign or refuse everything that was adopted, under seal; so do outsiders
    whom a clause names (P21)."""

    section = "10.8"
    sealed = True

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return bool(self.seats(world, frame))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(seat for seat in world.seats if self._numbers(world, seat))

    def _numbers(self, world: PaxContext, seat: Seat) -> list[int]:
        """Return the numbers of the adopted drafts that a seat signs or refuses."""
        now = session(world)
        return [
            place + 1
            for place in passed(now)
            if seat in party_seats(world, item_of(world, now.drafts[place]))
            or seat in _outsiders(world, now.drafts[place])
        ]

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        numbers = self._numbers(world, seat)
        return Slots({f"{n}": (f"endorse {n}", f"defy {n}") for n in numbers})

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return what follows for a party that refuses."""
        messages = list[Message]()
        for choice in action.choices:
            if choice.verb != "defy":
                continue
            item = item_of(world, _draft(world, choice))
            if seat not in party_seats(world, item):
                messages.append(say("hint.outsider"))
                continue
            others = [member for member in session(world).members if member != seat]
            messages += [say("hint.defiance", seats=others), *default_hints(world, item)]
        refusals = self._refusals(world, seat, action)
        rise = [refusal_hint(world, refusals)] if refusals else []
        return join_messages([*rise, *messages])

    def _refusals(self, world: PaxContext, seat: Seat, action: Action) -> list[Refusal]:
        """Return what a seat refuses as a party."""
        refused = [_draft(world, choice) for choice in action.choices if choice.verb == "defy"]
        refusals = [Refusal(seat, item_of(world, draft), draft.clauses) for draft in refused]
        return [each for each in refusals if seat in party_seats(world, each.item)]

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        """Warn of what one cannot pay; of the Great War that all refusals together bring."""
        signed = [_draft(world, choice) for choice in action.choices if choice.verb == "endorse"]
        return [
            *(m for draft in signed for m in unpaid(world, seat, item_of(world, draft), draft)),
            *refusal_cautions(world, self._refusals(world, seat, action), _adopted(world)),
        ]

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """2: an absent player signs what costs less than to refuse it (P83)."""
        signs = absent_signs(world, seat, _adopted(world))
        signed = {
            place + 1 for place, sign in zip(passed(session(world)), signs, strict=True) if sign
        }
        numbers = self._numbers(world, seat)
        return "; ".join(f"{'endorse' if n in signed else 'defy'} {n}" for n in numbers)

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        refused = {seat: answer.choice_texts for seat, answer in answers.items()}
        called = list[Frame]()
        for place in passed(session(world)):
            against = [s for s in world.seats if f"defy {place + 1}" in refused.get(s, ())]
            called.append(step("post_item", draft=place, against=" ".join(against)))
        world.state.push(*called)


def _adopted(world: PaxContext) -> list[tuple[Item, TabledDraft]]:
    """Return the adopted drafts, in the order in which they are settled."""
    now = session(world)
    return [(item_of(world, now.drafts[place]), now.drafts[place]) for place in passed(now)]


def _outsiders(world: PaxContext, draft: TabledDraft) -> list[Seat]:
    return outsiders_of(world, item_of(world, draft), draft)


@steps.auto
def post_item(world: PaxContext, frame: Frame) -> None:
    """10.5: an adopted draft is concluded, or defied, as the parties have written."""
    now = session(world)
    draft = now.drafts[frame.number("draft")]
    item = item_of(world, draft)
    if not still_open(world, item):
        return
    world.state.congress = msgspec.structs.replace(now, adopted=draft)
    against, parties = frame.text("against").split(), party_seats(world, item)
    refusers = [seat for seat in world.by_precedence(against) if seat in parties]
    if refusers:
        world.log("log.refused", seats=refusers, item=item.name)
        defy(world, item, refusers)
    else:
        conclude(world, item, [seat for seat in against if seat not in parties])
