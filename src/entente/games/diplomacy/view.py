"""What each seat sees: everything except the others' sealed answers."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Literal

from entente.games.diplomacy.answers.questions import OrderQuestion, current_question
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.phase_names import KINDS
from entente.kernel import Seat, View
from entente.kernel.schema_hints import one_of

OVER = "over"
PhaseName = Annotated[str, one_of(*KINDS, OVER)]

Standing = Literal["", "writing", "written", "idle", "conceded", "disorder", "eliminated"]


class DiplomacyView(View):
    """The game as a seat sees it."""

    added = ("last_orders",)

    year: int
    """The year, from 1901."""
    season: str
    """`spring`, `autumn` or `winter`."""
    phase: PhaseName
    """`movement`, `retreats`, `adjustments` or `over`."""
    negotiation: bool
    """Whether players may negotiate now (X.1)."""
    minutes: dict[str, int]
    """Suggested minutes for negotiating, if that is allowed, and for writing."""
    players: dict[Seat, list[str]]
    """The powers that each seat plays."""
    idle: list[str]
    """The powers that no one plays."""
    units: dict[str, list[str]]
    """The units of each power, such as `A PAR` or `F STP/SC`."""
    centres: dict[str, list[str]]
    """The supply centres of each power."""
    free_centres: list[str]
    """The supply centres that no one owns."""
    dislodged: dict[str, dict[str, list[str]]]
    """For each power, the units that must retreat, with their possible destinations."""
    closed: list[str]
    """The provinces that no one may enter yet."""
    disorder: list[Seat]
    """The seats in civil disorder."""
    conceded: list[Seat]
    """The seats that have given up."""
    answer: str | None
    """What this seat has submitted and may still withdraw."""
    standing: dict[str, Standing]
    """The status of each power: `writing`, `written`, or why it writes no orders."""
    last_orders: dict[str, str] = {}
    """The orders of the last season with their outcomes, such as `moves` or `fails dislodged`."""


def build_view(
    europe: DiplomacyContext, seat: Seat | None, common: dict[str, Any], shared: dict[str, Any]
) -> DiplomacyView:
    """Build the view of a seat or a spectator."""
    state = europe.state
    seats = {power: each for each, powers in shared["players"].items() for power in powers}
    question = current_question(state)
    return DiplomacyView(
        **common,
        **shared,
        answer=state.sealed.get(seat) if seat is not None else None,
        last_orders=state.last_orders,
        standing={
            power: standing(europe, power, seats.get(power), question, common["to_move"])
            for power in state.units
        },
    )


def shared_view(europe: DiplomacyContext) -> dict[str, Any]:
    """Return the part of the view that is the same for all."""
    state, board = europe.state, europe.board
    players = {each: list(europe.powers_of(each)) for each in europe.seats}
    seated = {power for powers in players.values() for power in powers}
    owned = {centre for centres in state.centres.values() for centre in centres}
    names, closed = board.provinces, europe.closed
    question, frame = current_question(state), state.top
    talking = (
        question is not None and frame is not None and not question.chat_restriction(europe, frame)
    )
    return {
        "year": state.year,
        "season": state.season,
        "phase": OVER if question is None else question.kind,
        "negotiation": talking,
        "minutes": minutes(europe, talking=talking) if question is not None else {},
        "players": players,
        "idle": [power for power in state.units if power not in seated],
        "units": state.units,
        "centres": state.centres,
        "free_centres": [name for name in board.centre_names if name not in owned],
        "dislodged": state.dislodged,
        "closed": [name for p, name in enumerate(names) if closed >> p & 1] if closed else [],
        "disorder": state.disorder,
        "conceded": state.conceded,
    }


def standing(
    europe: DiplomacyContext,
    power: str,
    seat: Seat | None,
    question: OrderQuestion | None,
    waiting: Collection[Seat],
) -> Standing:
    """Return the status of a power's orders: whether they are submitted is public, their content is
    not."""
    state = europe.state
    if seat is None:
        return "idle"
    if seat in state.conceded:
        return "conceded"
    if not state.units[power] and not state.centres[power]:
        return "eliminated"
    is_asked = question is not None and question.is_about(europe, seat, power)
    if seat in waiting:
        return "writing" if is_asked else ""
    if seat in state.disorder:
        return "disorder"
    return "written" if is_asked else ""


def minutes(europe: DiplomacyContext, *, talking: bool) -> dict[str, int]:
    """X.1: no negotiation during retreats and adjustments, and little time to write."""
    game = europe.board.tables.game
    writing = {"writing": game.writing_minutes}
    return {"negotiation": game.negotiation_minutes, **writing} if talking else writing
