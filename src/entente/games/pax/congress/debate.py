"""The debate (10.4): rounds on each item, votes on the drafts, bounded so that it always ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from entente.games.pax.areas.causes import OPEN
from entente.games.pax.belligerents import at_war
from entente.games.pax.board import Area, Status
from entente.games.pax.congress.agenda import (
    find_item,
    in_round,
    offenders,
    party_seats,
    session,
)
from entente.games.pax.congress.breaking_off import aggrieved
from entente.games.pax.congress.calling import host_seat
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.instructions import Instruction, complete
from entente.games.pax.records.congress import Item, TabledDraft
from entente.games.pax.treaties import obligations
from entente.games.pax.treaties.breach_warnings import keeping, warn_voting
from entente.games.pax.treaties.clauses_in_force import must_sign
from entente.games.pax.treaties.execution import at_new_events, grant_causes
from entente.games.pax.treaties.treaty_text import packed
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
    say,
    step,
)
from entente.kernel.prepared import NOT_ENOUGH, ByThing

NO_FIRST = ("vote no", "vote yes")


# -- an item


@steps.auto
def congress_ends(world: PaxContext, frame: Frame) -> None:
    """Debate the items one after the other; 10.7 when all are closed."""
    called = [step("debate", item=item.name, round=1) for item in session(world).items]
    world.state.push(*called, "close_congress")


def still_open(world: PaxContext, item: Item) -> bool:
    """Return whether something is left to settle: a cause of its own, or a minor that is defended;
    war between the parties closes it."""
    causes = [c for c in world.state.causes if c.id in item.causes and c.state == OPEN]
    peace = [c for c in causes if not at_war(world, c.holder, c.against)]
    return bool(peace) or any(_faces_offender(world, matter) for matter in item.matters)


def _faces_offender(world: PaxContext, matter: Item) -> bool:
    """Return whether a defended minor still has influence beside control of a major, and is at
    peace."""
    area = matter.area
    there = [m for m in matter.minors if area and world.status(m, area) is Status.INFLUENCE]
    if not world.since(3):
        return bool(there)
    return any(not at_war(world, m, other) for m in there for other in offenders(world, area))


@steps.auto
def debate(world: PaxContext, frame: Frame) -> None:
    """10.4: a round on an item: drafts, votes, the chance to break off."""
    item, number = find_item(world, frame), frame.number("round")
    if world.since(3):
        grant_causes(world)
    if not still_open(world, item):
        return
    if number > world.number("congress_rounds"):
        world.log("log.item_unsettled", item=item.name)
        world.state.congress = msgspec.structs.replace(session(world), failed=True)
        return
    world.log("log.debate", item=item.name, round=number)
    world.state.congress = msgspec.structs.replace(session(world), drafts=(), adopted=None)
    name = item.name
    world.state.push(
        *at_new_events(world),
        step("table_drafts", item=name),
        step("vote_drafts", item=name, round=number),
    )


# -- drafts


def voted_on(world: PaxContext, item: Item) -> tuple[Area, ...]:
    """Return the areas that a vote on an item is about. Before version 3 a joined item was about
    none."""
    return item.areas if world.since(3) else (item.area,)


# -- votes


@steps.auto
def vote_drafts(world: PaxContext, frame: Frame) -> None:
    """10.4: drafts are voted on one by one; the first adopted ends the voting."""
    count = len(session(world).drafts)
    votes = [step("vote_draft", item=frame.text("item"), draft=n) for n in range(count)]
    world.state.push(*votes, Frame("after_votes", dict(frame.args)))


class VoteFor(Instruction):
    """10.4: yes or no to the drafts of certain members. What was promised is kept; a draft on a
    dispute of one's own, or that names oneself, is asked about."""

    def choices(self, world: PaxContext, seat: Seat) -> ByThing:
        authors = (*(other for other in world.seats if other != seat), OTHERS)
        return {author: tuple(f"{vote} {author}" for vote in VOTES) for author in authors}

    def due(self, world: PaxContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        frame = world.state.top
        assert frame is not None
        draft = session(world).drafts[frame.number("draft")]
        vote = instructed_vote(world, seat, find_item(world, frame), draft, choices)
        return NOT_ENOUGH if vote is None else complete([f"vote {vote}"])


OTHERS = "others"
VOTES = YES, NO = ("yes", "no")


def instructed_vote(
    world: PaxContext, seat: Seat, item: Item, draft: TabledDraft, choices: Sequence[str]
) -> str | None:
    """Return how a seat votes on a draft by its instructions; None if it must be asked."""
    mine = set(world.powers_of(seat))
    named = any(mine & set(must_sign(world, clause)) for clause in draft.clauses)
    if named or seat in party_seats(world, item):
        return None
    areas = voted_on(world, item)
    broken = {
        vote: sum(len(warn_voting(world, seat, area, vote == YES)) for area in areas)
        for vote in VOTES
    }
    if broken[YES] != broken[NO]:
        return min(VOTES, key=lambda vote: broken[vote])
    for author in (draft.by, OTHERS):
        for vote in VOTES:
            if f"{vote} {author}" in choices:
                return vote
    return None


@steps.ask("vote_draft", prepared=VoteFor())
class VoteDraft(DecisionStep[PaxContext]):
    """10.4: yes or no, under seal, shown together; abstaining is not yes (P41)."""

    section = "10.4"
    sealed = True
    grammar = ("vote <opinion>",)

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return session(world).adopted is None

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return session(world).members

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        draft = session(world).drafts[frame.number("draft")]
        return in_round(world, "prompt.vote_draft", seat=draft.by, item=frame.text("item"))

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return what the draft says."""
        draft = session(world).drafts[frame.number("draft")]
        return say("hint.clauses", clauses=packed(draft.clauses))

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        """Warn of votes that were promised otherwise by treaty."""
        areas = voted_on(world, find_item(world, frame))
        return [w for a in areas for w in warn_voting(world, seat, a, action == "vote yes")]

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(("vote yes", "vote no"))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """2, P70: no, unless yes was promised."""
        return keeping(
            world, NO_FIRST, lambda each: self.cautions(world, frame, seat, self.parse(each))
        )

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        now, number = session(world), frame.number("draft")
        yes = [seat for seat in now.members if answers.get(seat) == "vote yes"]
        item = find_item(world, frame)
        log_votes(world, now.drafts[number].by, yes)
        for seat in now.members:
            for area in voted_on(world, item):
                obligations.voted(world, seat, area, seat in yes)
        if 2 * len(yes) > len(now.members):
            adopt(world, number)
        elif 2 * len(yes) == len(now.members):
            world.state.push(Frame("break_tie", dict(frame.args)))


def log_votes(world: PaxContext, author: Seat, yes: list[Seat], **item: str) -> None:
    """Log how the members voted on a draft; by post also on which `item` it was."""
    no = [seat for seat in session(world).members if seat not in yes]
    if not yes:
        world.log("log.votes_none", seat=author, no=no, **item)
    elif not no:
        world.log("log.votes_all", seat=author, yes=yes, **item)
    else:
        world.log("log.votes", seat=author, yes=yes, no=no, **item)


def adopt(world: PaxContext, number: int) -> None:
    now = session(world)
    world.state.congress = msgspec.structs.replace(now, adopted=now.drafts[number])
    world.log("log.adopted", seat=now.drafts[number].by)


@steps.ask("break_tie")
class BreakTie(DecisionStep[PaxContext]):
    """10.4: at exactly half the votes the host decides, in addition to its own vote."""

    section = "10.4"
    grammar = ("vote <opinion>",)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return (host_seat(world),)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        draft = session(world).drafts[frame.number("draft")]
        return say("prompt.break_tie", seat=draft.by, item=frame.text("item"))

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return what the draft says."""
        draft = session(world).drafts[frame.number("draft")]
        return say("hint.clauses", clauses=packed(draft.clauses))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(("vote yes", "vote no"))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """2, P70: as it has promised to vote; otherwise no."""
        areas = voted_on(world, find_item(world, frame))

        def broken(vote: str) -> list[Message]:
            return [w for a in areas for w in warn_voting(world, seat, a, vote == NO_FIRST[1])]

        return keeping(world, NO_FIRST, broken)

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        """Warn of votes that were promised otherwise: this is a vote like the first."""
        if not world.since(3):
            return []
        areas = voted_on(world, find_item(world, frame))
        return [w for a in areas for w in warn_voting(world, seat, a, action == "vote yes")]

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        if world.since(3):
            for area in voted_on(world, find_item(world, frame)):
                obligations.voted(world, seat, area, action == "vote yes")
        if action == "vote yes":
            adopt(world, frame.number("draft"))
        return END


@steps.auto
def after_votes(world: PaxContext, frame: Frame) -> None:
    """10.4: an adopted draft is signed; otherwise the parties may break off, or debate again."""
    item, number = find_item(world, frame), frame.number("round")
    if session(world).adopted is not None:
        world.state.push(step("sign_draft", item=item.name))
        return
    breaking = [step("break_off", item=item.name, seat=s) for s in aggrieved(world, item)]
    world.state.push(*breaking, step("debate", item=item.name, round=number + 1))
