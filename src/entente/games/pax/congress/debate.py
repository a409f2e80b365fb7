"""The debate (10.4): the agenda, drafts and votes, bounded so that it always ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from entente.games.pax import bonds
from entente.games.pax.board import OTTOMAN_EMPIRE, Area, Power, Status, status_word
from entente.games.pax.causes import OPEN, illegal_together, live
from entente.games.pax.congress.agenda import offenders, party_seats, session
from entente.games.pax.congress.calling import host_seat
from entente.games.pax.congress.record import Item, TabledDraft
from entente.games.pax.doubts import articles
from entente.games.pax.execution import carry_out, disputed_areas, grant_causes
from entente.games.pax.forms import clause_menu, read_clauses
from entente.games.pax.promises import keeping, warn_voting
from entente.games.pax.treaty import IN_FORCE, MARKER_CLAUSES, Clause, Treaty
from entente.games.pax.treaty_text import packed
from entente.games.pax.unsettled import left_undone
from entente.games.pax.war.declarations import call_declaration, declaration_cautions
from entente.games.pax.war.foresight import declaration_hint
from entente.games.pax.war.state import at_war
from entente.games.pax.world import World, steps
from entente.kernel import (
    END,
    ActionPart,
    Choose,
    DecisionStep,
    Frame,
    Menu,
    Message,
    OneOf,
    Seat,
    say,
    step,
)
from entente.kernel.menu import Form, ListOf

ALL = "together"
PASS = "pass"
NO_FIRST = ("vote no", "vote yes")
MOST_DRAFTED = 8


# -- the agenda


def order_menu(world: World) -> ListOf:
    names = tuple(item.name for item in session(world).items)
    return ListOf("order", Choose(names), len(names), len(names), distinct=True)


@steps.ask("propose_agenda")
class ProposeAgenda(DecisionStep[World]):
    """10.4: the caller proposes an order, or one treaty for all."""

    section = "10.4"

    def needed(self, world: World, frame: Frame) -> bool:
        return len(session(world).items) > 1

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        return (session(world).caller,)

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        return OneOf((Choose((ALL,)), order_menu(world)))

    def default_answer(self, world: World, frame: Frame, seat: Seat) -> str:
        return order_menu(world).write([item.name for item in session(world).items])

    def apply(self, world: World, frame: Frame, seat: Seat, action: str) -> bool:
        world.state.push(step("vote_agenda", proposal=action))
        return END


@steps.ask("vote_agenda")
class VoteAgenda(DecisionStep[World]):
    """10.4: the members vote on it once; refused, the order is that of creation."""

    section = "10.4"
    sealed = True
    grammar = ("vote <opinion>",)

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        return session(world).members

    def prompt(self, world: World, frame: Frame, seat: Seat) -> Message:
        proposal = frame.text("proposal")
        if proposal == ALL:
            return say("prompt.vote_together")
        return say("prompt.vote_agenda", items=order_menu(world).read(proposal) or [])

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        return Choose(("vote yes", "vote no"))

    def default_answer(self, world: World, frame: Frame, seat: Seat) -> str:
        return "vote no"

    def resolve_sealed(self, world: World, frame: Frame, answers: Mapping[Seat, str]) -> None:
        yes = sum(answer == "vote yes" for answer in answers.values())
        now = session(world)
        if 2 * yes <= len(now.members):
            world.log("log.agenda_refused")
            return
        proposal = frame.text("proposal")
        if proposal == ALL:
            world.state.congress = msgspec.structs.replace(now, items=(_joined(world, now.items),))
        else:
            names = order_menu(world).read(proposal) or []
            by_name = {item.name: item for item in now.items}
            ordered = tuple(by_name[name] for name in names)
            world.state.congress = msgspec.structs.replace(now, items=ordered)
        world.log("log.agenda_adopted")


def _joined(world: World, items: tuple[Item, ...]) -> Item:
    """One treaty for all disputes."""
    joined = Item(
        ALL,
        "",
        tuple(cause for item in items for cause in item.causes),
        tuple(dict.fromkeys(power for item in items for power in item.parties)),
        tuple(dict.fromkeys(power for item in items for power in item.minors)),
        tuple(dict.fromkeys(seat for item in items for seat in item.announcers)),
    )
    return msgspec.structs.replace(joined, parts=items) if world.since(3) else joined


# -- an item


@steps.auto
def congress_ends(world: World, frame: Frame) -> None:
    """The items one after the other; 10.7 when all are closed."""
    called = [step("debate", item=item.name, round=1) for item in session(world).items]
    world.state.push(*called, "close_congress")


def find_item(world: World, frame: Frame) -> Item:
    name = frame.text("item")
    return next(item for item in session(world).items if item.name == name)


def still_open(world: World, item: Item) -> bool:
    """Whether something is left to settle: a cause of its own, or a minor that is defended; war
    between the parties closes it."""
    causes = [c for c in world.state.causes if c.id in item.causes and c.state == OPEN]
    peace = [c for c in causes if not at_war(world, c.holder, c.against)]
    return bool(peace) or any(_faces_offender(world, matter) for matter in item.matters)


def _faces_offender(world: World, matter: Item) -> bool:
    """Whether a defended minor still has influence beside control of a major, and is at peace."""
    area = matter.area
    there = [m for m in matter.minors if area and world.status(m, area) is Status.INFLUENCE]
    if not world.since(3):
        return bool(there)
    return any(not at_war(world, m, other) for m in there for other in offenders(world, area))


@steps.auto
def debate(world: World, frame: Frame) -> None:
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
    world.state.push(step("table_drafts", item=name), step("vote_drafts", item=name, round=number))


# -- drafts


def standard_drafts(world: World, item: Item) -> dict[str, tuple[Clause, ...]]:
    """The plain solutions of a dispute over an area: all for one, or a codominion of all."""
    if not item.area:
        return {}
    area, found = item.area, dict[str, tuple[Clause, ...]]()
    involved = [power for power in world.markers(area) if power in item.parties]
    for winner in involved:
        keeps = world.status(winner, area)
        clauses = [_reduced(world, power, area, keeps) for power in involved if power != winner]
        found[f"favour {winner}"] = tuple(clause for clause in clauses if clause is not None)
    if len(involved) > 1:
        level = status_word(Status.PROTECTORATE, "")
        args: dict[str, str | int] = {"area": area, "members": " ".join(involved), "level": level}
        found["share"] = (Clause("codominion", args),)
    if OTTOMAN_EMPIRE in item.parties:  # 11.4: the Empire may lose this area, and no other
        found["free"] = (Clause("remove", {"power": OTTOMAN_EMPIRE, "area": area}),)
    return {name: clauses for name, clauses in found.items() if clauses}


def _reduced(world: World, power: Power, area: str, beside: Status) -> Clause | None:
    """What is left for another beside a marker of this status."""
    mine = world.status(power, area)
    if beside >= Status.POSSESSION or (mine.is_control and beside.is_control):
        return Clause("remove", {"power": power, "area": area})
    if beside is Status.PROTECTORATE and mine is Status.INFLUENCE:
        return Clause("lower", {"power": power, "area": area, "level": "interest"})
    if not beside.is_control and mine.is_control:
        level = "influence" if beside <= Status.INFLUENCE else "interest"
        return Clause("lower", {"power": power, "area": area, "level": level})
    return None


def draft_form(world: World) -> Form:
    turns, powers = world.number("turns"), tuple(world.board.powers)
    menu = clause_menu(world.board, powers, turns, world.since(3))
    return Form("draft", {"clauses": ListOf("", menu, 1, MOST_DRAFTED)})


def written_clauses(world: World, item: Item, answer: str) -> tuple[Clause, ...] | None:
    """What a draft says; None: it was a plain solution for markers that have gone since."""
    plain = standard_drafts(world, item)
    if answer in plain:
        return plain[answer]
    form = draft_form(world)
    given, many = form.read(answer), form.fields["clauses"]
    assert isinstance(many, ListOf)
    return None if given is None else read_clauses(many, given["clauses"])


def admissible(world: World, item: Item, clauses: tuple[Clause, ...]) -> bool:
    """10.4: on a status dispute nothing illegal may stay in the area."""
    areas = {*item.areas, *_areas(world, item)}
    if not areas:
        return True
    twin = world.for_copy(world.state.copy())
    treaty = draft_treaty(twin, item, clauses)
    twin.state.treaties = {**twin.state.treaties, treaty.id: treaty}
    for number, clause in enumerate(clauses):
        if clause.kind in MARKER_CLAUSES:
            carry_out(twin, treaty, number)
    if session(world).after_war and world.since(3):
        return not any(in_claim(twin, area, matter) for matter in item.matters for area in areas)
    left = disputed_areas(twin)
    return not any(area in left for area in areas)


def in_claim(world: World, area: Area, matter: Item) -> bool:
    """12.10: whether claims of victors to an area still clash; neutrals have no part in it."""
    return any(
        illegal_together(world, area, one, other)
        for one in matter.parties
        for other in matter.parties
        if one != other
    )


def _areas(world: World, item: Item) -> set[str]:
    return {c.area for c in world.state.causes if c.id in item.causes and c.area}


def voted_on(world: World, item: Item) -> tuple[Area, ...]:
    """The areas that a vote on an item is about. Before version 3 a joined item was about none."""
    return item.areas if world.since(3) else (item.area,)


def draft_treaty(world: World, item: Item, clauses: tuple[Clause, ...]) -> Treaty:
    """A draft as the treaty it would be: all parties of the item, in force."""
    return Treaty(
        id="congress",
        by=session(world).caller,
        parties=item.parties,
        clauses=clauses,
        state=IN_FORCE,
        turn=world.state.turn,
        signed=item.parties,
        since=len(world.state.purchases),
        origin="congress",
    )


@steps.ask("table_drafts")
class TableDrafts(DecisionStep[World]):
    """10.4: each member may table one draft, under seal and then public."""

    section = "10.4"
    sealed = True

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        return session(world).members

    def prompt(self, world: World, frame: Frame, seat: Seat) -> Message:
        return say("prompt.table_drafts", item=frame.text("item"))

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        plain = standard_drafts(world, find_item(world, frame))
        return OneOf((Choose((PASS, *plain)), draft_form(world)))

    def hint(self, world: World, frame: Frame, seat: Seat, action: str) -> Message | None:
        """What a plain solution says."""
        clauses = standard_drafts(world, find_item(world, frame)).get(action)
        return None if clauses is None else say("hint.clauses", clauses=packed(clauses))

    def action_parts(
        self, world: World, frame: Frame, seat: Seat, action: str
    ) -> Sequence[ActionPart]:
        """What a draft of one's own says."""
        if action not in draft_form(world):
            return ()
        item = find_item(world, frame)
        clauses = written_clauses(world, item, action)
        return articles(world, draft_treaty(world, item, clauses or ()))

    def default_answer(self, world: World, frame: Frame, seat: Seat) -> str:
        return PASS

    def resolve_sealed(self, world: World, frame: Frame, answers: Mapping[Seat, str]) -> None:
        item = find_item(world, frame)
        host = host_seat(world)
        order = [host, *(seat for seat in world.by_precedence(answers) if seat != host)]
        drafts = list[TabledDraft]()
        for seat in order:
            answer = answers.get(seat, PASS)
            if answer == PASS:
                continue
            clauses = written_clauses(world, item, answer)
            if any(draft.clauses == clauses for draft in drafts):
                continue
            if clauses is not None and admissible(world, item, clauses):
                drafts.append(TabledDraft(seat, clauses))
                said = packed(clauses)
                world.log("log.draft", seat=seat, item=item.name, clauses=said)
            else:
                world.log("log.draft_inadmissible", seat=seat, item=item.name)
        world.state.congress = msgspec.structs.replace(session(world), drafts=tuple(drafts))


# -- votes


@steps.auto
def vote_drafts(world: World, frame: Frame) -> None:
    """10.4: drafts are voted on one by one; the first adopted ends the voting."""
    count = len(session(world).drafts)
    votes = [step("vote_draft", item=frame.text("item"), draft=n) for n in range(count)]
    world.state.push(*votes, Frame("after_votes", dict(frame.args)))


@steps.ask("vote_draft")
class VoteDraft(DecisionStep[World]):
    """10.4: yes or no, under seal, shown together; abstaining is not yes (P41)."""

    section = "10.4"
    sealed = True
    grammar = ("vote <opinion>",)

    def needed(self, world: World, frame: Frame) -> bool:
        return session(world).adopted is None

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        return session(world).members

    def prompt(self, world: World, frame: Frame, seat: Seat) -> Message:
        draft = session(world).drafts[frame.number("draft")]
        return say("prompt.vote_draft", seat=draft.by, item=frame.text("item"))

    def hint(self, world: World, frame: Frame, seat: Seat, action: str) -> Message | None:
        """What the draft says."""
        draft = session(world).drafts[frame.number("draft")]
        return say("hint.clauses", clauses=packed(draft.clauses))

    def cautions(self, world: World, frame: Frame, seat: Seat, action: str) -> list[Message]:
        """What was promised by treaty."""
        areas = voted_on(world, find_item(world, frame))
        return [w for a in areas for w in warn_voting(world, seat, a, action == "vote yes")]

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        return Choose(("vote yes", "vote no"))

    def default_answer(self, world: World, frame: Frame, seat: Seat) -> str:
        """2, P70: no, unless yes was promised."""
        return keeping(world, NO_FIRST, lambda each: self.cautions(world, frame, seat, each))

    def resolve_sealed(self, world: World, frame: Frame, answers: Mapping[Seat, str]) -> None:
        now, number = session(world), frame.number("draft")
        yes = [seat for seat in now.members if answers.get(seat) == "vote yes"]
        item = find_item(world, frame)
        _tell_votes(world, now.drafts[number].by, yes)
        for seat in now.members:
            for area in voted_on(world, item):
                bonds.voted(world, seat, area, seat in yes)
        if 2 * len(yes) > len(now.members):
            adopt(world, number)
        elif 2 * len(yes) == len(now.members):
            world.state.push(Frame("break_tie", dict(frame.args)))


def _tell_votes(world: World, author: Seat, yes: list[Seat]) -> None:
    """How the members have voted on a draft, all at once."""
    no = [seat for seat in session(world).members if seat not in yes]
    if not yes:
        world.log("log.votes_none", seat=author, no=no)
    elif not no:
        world.log("log.votes_all", seat=author, yes=yes)
    else:
        world.log("log.votes", seat=author, yes=yes, no=no)


def adopt(world: World, number: int) -> None:
    now = session(world)
    world.state.congress = msgspec.structs.replace(now, adopted=now.drafts[number])
    world.log("log.adopted", seat=now.drafts[number].by)


@steps.ask("break_tie")
class BreakTie(DecisionStep[World]):
    """10.4: with exactly half the host decides, besides his vote."""

    section = "10.4"
    grammar = ("vote <opinion>",)

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        return (host_seat(world),)

    def prompt(self, world: World, frame: Frame, seat: Seat) -> Message:
        draft = session(world).drafts[frame.number("draft")]
        return say("prompt.break_tie", seat=draft.by, item=frame.text("item"))

    def hint(self, world: World, frame: Frame, seat: Seat, action: str) -> Message | None:
        """What the draft says."""
        draft = session(world).drafts[frame.number("draft")]
        return say("hint.clauses", clauses=packed(draft.clauses))

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        return Choose(("vote yes", "vote no"))

    def default_answer(self, world: World, frame: Frame, seat: Seat) -> str:
        """2, P70: as it has promised to vote; otherwise no."""
        areas = voted_on(world, find_item(world, frame))

        def broken(vote: str) -> list[Message]:
            return [w for a in areas for w in warn_voting(world, seat, a, vote == NO_FIRST[1])]

        return keeping(world, NO_FIRST, broken)

    def cautions(self, world: World, frame: Frame, seat: Seat, action: str) -> list[Message]:
        """What was promised by treaty: this is a vote like the first."""
        if not world.since(3):
            return []
        areas = voted_on(world, find_item(world, frame))
        return [w for a in areas for w in warn_voting(world, seat, a, action == "vote yes")]

    def apply(self, world: World, frame: Frame, seat: Seat, action: str) -> bool:
        if world.since(3):
            for area in voted_on(world, find_item(world, frame)):
                bonds.voted(world, seat, area, action == "vote yes")
        if action == "vote yes":
            adopt(world, frame.number("draft"))
        return END


@steps.auto
def after_votes(world: World, frame: Frame) -> None:
    """10.4: an adopted draft is signed; otherwise the parties may break off, or debate again."""
    item, number = find_item(world, frame), frame.number("round")
    if session(world).adopted is not None:
        world.state.push(step("sign_draft", item=item.name))
        return
    breaking = [step("break_off", item=item.name, seat=s) for s in _aggrieved(world, item)]
    world.state.push(*breaking, step("debate", item=item.name, round=number + 1))


def _aggrieved(world: World, item: Item) -> list[Seat]:
    """Parties with a live cause of this item, in precedence."""
    return world.by_precedence(
        seat for seat in party_seats(world, item) if _targets(world, item, seat)
    )


def _targets(world: World, item: Item, seat: Seat) -> list[tuple[Power, Power]]:
    """Whom a seat may declare war on over an item, and for which of its powers. A party that has
    refused to sign may also turn on others that refused (10.5)."""
    refused = world.since(3) and session(world).adopted is not None
    return [
        (cause.holder, cause.against)
        for cause in live(world)
        if (cause.id in item.causes or (refused and cause.kind == "congress_defied"))
        and cause.holder in world.powers_of(seat)
        and not at_war(world, cause.holder, cause.against)
    ]


def declaring_hint(world: World, seat: Seat, action: str) -> Message | None:
    """What a declaration of war in a congress brings; or what becomes of the disputes without."""
    verb, *words = action.split()
    if verb == "declare":
        return declaration_hint(world, seat, words[0], words[1])
    if session(world).adopted is None:
        return None
    return undivided_hint(world) or left_undone(world, seat)


def undivided_hint(world: World) -> Message | None:
    """12.10: what becomes of conquests that a congress of victors does not divide."""
    now = session(world)
    if not now.after_war or not world.since(3):
        return None
    areas = [area for item in now.items for area in item.areas]
    return say("hint.undivided", areas=areas)


def declaring_cautions(world: World, action: str) -> list[Message]:
    verb, *words = action.split()
    return declaration_cautions(world, words[0], words[1]) if verb == "declare" else []


@steps.ask("break_off")
class BreakOff(DecisionStep[World]):
    """10.4: a party with cause for war may break off the debate by declaring it; so may one that
    has refused to sign (10.5)."""

    section = "10.4"
    grammar = ("wait", "declare <power> <against:power>")
    irreversible = ()

    def needed(self, world: World, frame: Frame) -> bool:
        return bool(_targets(world, find_item(world, frame), frame.text("seat")))

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("seat"),)

    def prompt(self, world: World, frame: Frame, seat: Seat) -> Message:
        refused = session(world).adopted is not None
        return say("prompt.refused_to_sign" if refused else "prompt.break_off")

    def hint(self, world: World, frame: Frame, seat: Seat, action: str) -> Message | None:
        return declaring_hint(world, seat, action)

    def cautions(self, world: World, frame: Frame, seat: Seat, action: str) -> list[Message]:
        return declaring_cautions(world, action)

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        pairs = dict.fromkeys(_targets(world, find_item(world, frame), seat))
        return Choose(("wait", *(f"declare {power} {target}" for power, target in pairs)))

    def default_answer(self, world: World, frame: Frame, seat: Seat) -> str:
        return "wait"

    def apply(self, world: World, frame: Frame, seat: Seat, action: str) -> bool:
        if action != "wait":
            _, power, target = action.split()
            call_declaration(world, power, target)
        return END
