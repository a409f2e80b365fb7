"""Drafts in a congress (10.4): plain solutions, drafts in writing, what is admissible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from entente.games.pax.areas.causes import illegal_together
from entente.games.pax.board import OTTOMAN_EMPIRE, Area, Power, Status, status_word
from entente.games.pax.congress.agenda import find_item, in_round, session
from entente.games.pax.congress.calling import host_seat
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.negotiation.clause_warnings import clauses_with_warnings
from entente.games.pax.records.congress import Item, TabledDraft
from entente.games.pax.records.treaty import IN_FORCE, MARKER_CLAUSES, Clause, Treaty
from entente.games.pax.treaties.disputes import disputed_areas
from entente.games.pax.treaties.execution import carry_out
from entente.games.pax.treaties.forms import clause_menu, read_clauses
from entente.games.pax.treaties.treaty_text import packed
from entente.kernel import (
    Action,
    ActionPart,
    Choose,
    DecisionStep,
    Frame,
    Menu,
    Message,
    OneOf,
    Seat,
    say,
)
from entente.kernel.capabilities import AnswerInParts
from entente.kernel.menu import Form, ListOf

PASS = "pass"
MOST_DRAFTED = 8


def standard_drafts(world: PaxContext, item: Item) -> dict[str, tuple[Clause, ...]]:
    """Return the plain solutions of a dispute over an area: one power takes all, or all share a
    codominion. Where a power that is no party shares the area, only what would not be void."""
    if not item.area:
        return {}
    area, drafts = item.area, dict[str, tuple[Clause, ...]]()
    involved = [power for power in world.markers(area) if power in item.parties]
    for winner in involved:
        keeps = world.status(winner, area)
        clauses = [_reduced(world, power, area, keeps) for power in involved if power != winner]
        drafts[f"favour {winner}"] = tuple(clause for clause in clauses if clause is not None)
    if len(involved) > 1:
        level = status_word(Status.PROTECTORATE, "")
        args: dict[str, str | int] = {"area": area, "members": " ".join(involved), "level": level}
        drafts["share"] = (Clause("codominion", args),)
    if OTTOMAN_EMPIRE in item.parties:  # 11.4: the Empire may lose this area, and no other
        drafts["free"] = (Clause("remove", {"power": OTTOMAN_EMPIRE, "area": area}),)
    others = set(world.state.codominions.get(area, ())) - set(item.parties)
    return {
        name: clauses
        for name, clauses in drafts.items()
        if clauses and not (others and world.since(4) and is_void(world, item, clauses))
    }


def is_void(world: PaxContext, item: Item, clauses: tuple[Clause, ...]) -> bool:
    """Return whether a clause of a draft would lapse."""
    twin = world.for_copy(world.state.copy())
    treaty = draft_treaty(twin, item, clauses)
    twin.state.treaties = {**twin.state.treaties, treaty.id: treaty}
    return not all(carry_out(twin, treaty, number) for number in range(len(clauses)))


def _reduced(world: PaxContext, power: Power, area: str, beside: Status) -> Clause | None:
    """Return what another power keeps beside a marker of this status."""
    mine = world.status(power, area)
    if beside >= Status.POSSESSION or (mine.is_control and beside.is_control):
        return Clause("remove", {"power": power, "area": area})
    if beside is Status.PROTECTORATE and mine is Status.INFLUENCE:
        return Clause("lower", {"power": power, "area": area, "level": "interest"})
    if not beside.is_control and mine.is_control:
        level = "influence" if beside <= Status.INFLUENCE else "interest"
        return Clause("lower", {"power": power, "area": area, "level": level})
    return None


def draft_form(world: PaxContext) -> Form:
    turns, powers = world.number("turns"), tuple(world.board.powers)
    menu = clause_menu(world.board, powers, turns, world.since(3))
    return Form("draft", {"clauses": ListOf("", menu, 1, MOST_DRAFTED)})


def written_clauses(world: PaxContext, item: Item, answer: str) -> tuple[Clause, ...] | None:
    """Return the clauses of a draft; None for a plain solution whose markers are gone."""
    plain = standard_drafts(world, item)
    if answer in plain:
        return plain[answer]
    form = draft_form(world)
    fields, many = form.read(answer), form.fields["clauses"]
    assert isinstance(many, ListOf)
    return None if fields is None else read_clauses(many, fields["clauses"])


def admissible(world: PaxContext, item: Item, clauses: tuple[Clause, ...]) -> bool:
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


def in_claim(world: PaxContext, area: Area, matter: Item) -> bool:
    """12.10: whether claims of victors to an area still clash; neutrals have no part in it."""
    return any(
        illegal_together(world, area, one, other)
        for one in matter.parties
        for other in matter.parties
        if one != other
    )


def _areas(world: PaxContext, item: Item) -> set[str]:
    return {c.area for c in world.state.causes if c.id in item.causes and c.area}


def draft_treaty(world: PaxContext, item: Item, clauses: tuple[Clause, ...]) -> Treaty:
    """Return a draft as the treaty it would be: all parties of the item, in force."""
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
class TableDrafts(DecisionStep[PaxContext], AnswerInParts[PaxContext]):
    """10.4: each member may table one draft, under seal and then public."""

    section = "10.4"
    sealed = True

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return session(world).members

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return in_round(world, "prompt.table_drafts", item=frame.text("item"))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        plain = standard_drafts(world, find_item(world, frame))
        return OneOf((Choose((PASS, *plain)), draft_form(world)))

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return the clauses of a plain solution."""
        clauses = standard_drafts(world, find_item(world, frame)).get(action.text)
        return None if clauses is None else say("hint.clauses", clauses=packed(clauses))

    def action_parts(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Sequence[ActionPart]:
        """Return the clauses of a written draft."""
        if action.text not in draft_form(world):
            return ()
        item = find_item(world, frame)
        clauses = written_clauses(world, item, action.text)
        return clauses_with_warnings(world, draft_treaty(world, item, clauses or ()))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return PASS

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        item = find_item(world, frame)
        host = host_seat(world)
        order = [host, *(seat for seat in world.by_precedence(answers) if seat != host)]
        drafts = list[TabledDraft]()
        for seat in order:
            answer = answers.get(seat)
            if answer is None or answer == PASS:
                continue
            clauses = written_clauses(world, item, answer.text)
            if any(draft.clauses == clauses for draft in drafts):
                continue
            if clauses is not None and admissible(world, item, clauses):
                drafts.append(TabledDraft(seat, clauses))
                world.log("log.draft", seat=seat, item=item.name, clauses=packed(clauses))
            else:
                world.log("log.draft_inadmissible", seat=seat, item=item.name)
        world.state.congress = msgspec.structs.replace(session(world), drafts=tuple(drafts))
