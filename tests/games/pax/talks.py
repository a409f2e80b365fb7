"""Treaties and congresses for tests: written at the desk, called, voted on."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.pax.areas.causes import placed
from entente.games.pax.board import Area, Power, Status
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.negotiation.offers import form_for
from entente.games.pax.records.treaty import Treaty, bound_by
from entente.games.pax.treaties.forms import read_clauses
from entente.kernel import Frame, Seat
from entente.kernel.menu import ListOf
from tests.games.pax.worlds import absence, answer, army, call, question, run, world


def dispute(
    control: Status = Status.PROTECTORATE,
    holder: Power = "italy",
    other: Power = "france",
    area: Area = "tunis",
) -> PaxContext:
    """A power has established control this turn where another has influence; tension is 20."""
    made = world()
    made.put_marker(other, area, Status.INFLUENCE)
    add_dispute(made, control, holder, area)
    made.state.tension = 20
    return made


def add_dispute(made: PaxContext, control: Status, holder: Power, area: Area) -> None:
    """Control is established in an area, with all that follows from it."""
    made.put_marker(holder, area, control, Status.NONE)
    placed(made, holder, area)
    made.put_marker(holder, area, control)
    army(made, holder, area, 1)


# -- the desk


def offer_text(made: PaxContext, seat: Seat, *clauses: str, secret: bool = False) -> str:
    """An offer of these clauses, as it is written; its parties are whom they bind."""
    form = form_for(made, seat)
    many = form.fields["clauses"]
    others = form.fields["with"]
    assert isinstance(many, ListOf)
    assert isinstance(others, ListOf)
    written = many.write(list(clauses))
    sense = read_clauses(many, written) if written in many else ()
    bound = [power for clause in sense for power in bound_by(clause) if power != seat]
    partner = next((p for p in bound), next(p for p in made.majors if p != seat))
    given = {"with": others.write([partner]), "clauses": written}
    if secret:
        given["secret"] = "yes"
    return form.write(given)


def at_desk(made: PaxContext, seat: Seat, action: str) -> None:
    """A seat does something at the desk, which must be allowed."""
    desk, frame = steps.question("desk"), Frame("desk")
    assert action in desk.menu(made, frame, seat), action
    desk.apply(made, frame, seat, desk.parse(action))
    run(made)


def allowed_at_desk(made: PaxContext, seat: Seat, action: str) -> bool:
    return action in steps.question("desk").menu(made, Frame("desk"), seat)


def sign_treaty(made: PaxContext, seat: Seat, *clauses: str, secret: bool = False) -> Treaty:
    """A treaty is offered, and all sign it."""
    at_desk(made, seat, offer_text(made, seat, *clauses, secret=secret))
    name = list(made.state.treaties)[-1]
    for other in made.seats:
        if name in made.state.treaties and allowed_at_desk(made, other, f"sign {name}"):
            at_desk(made, other, f"sign {name}")
    return list(made.state.treaties.values())[-1]


# -- congresses


def call_congress(made: PaxContext, caller: Seat, site: Power, *coming: Seat) -> None:
    """A seat calls a congress to a place, and these attend besides those who must."""
    call(made, "congress")
    assert question(made)[1].step == "congress_call"
    answer(made, {caller: with_word(made, caller, "silent", "call")})
    meet(made, caller, site, *coming)


def meet(made: PaxContext, caller: Seat, site: Power, *coming: Seat) -> None:
    """The congress that was called meets."""
    answer(made, {caller: f"site {site}"})
    if question(made)[1].step == "congress_attend":
        answer(made, {seat: with_word(made, seat, "stay", "attend") for seat in coming})


def with_word(made: PaxContext, seat: Seat, usual: str, instead: str) -> str:
    """Return what a seat would say, but for one of its choices."""
    parts = absence(made, seat).split("; ")
    assert usual in parts
    return "; ".join(instead if part == usual else part for part in parts)


def table(made: PaxContext, seat: Seat, draft: str) -> None:
    """One member tables a draft, and no other does."""
    assert question(made)[1].step == "table_drafts"
    answer(made, {seat: draft})


def vote(made: PaxContext, *yes: Seat) -> None:
    """These vote for what is voted on."""
    assert question(made)[1].step == "vote_draft"
    answer(made, dict.fromkeys(yes, "vote yes"))


def draft_text(*clauses: str) -> str:
    """A draft with clauses of its own, as it is written."""
    return f"draft clauses=[{' | '.join(clauses)}]"


def signatures(made: PaxContext, answers: Mapping[Seat, str]) -> None:
    assert question(made)[1].step == "signatures"
    answer(made, answers)


def asked(made: PaxContext) -> str:
    """The decision that is open now; empty: none."""
    return question(made)[1].step if made.state.stack else ""
