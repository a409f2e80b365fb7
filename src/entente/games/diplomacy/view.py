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
    """The game as a seat sees it. `negotiation`: whether players may negotiate now (X.1).

    `minutes` are suggested time limits for negotiating, if allowed, and writing. `answer` is what
    the seat has submitted and may still withdraw. `standing` is the status of each power: writing,
    submitted, or why it writes no orders.
    """

    year: int
    season: str
    phase: PhaseName
    negotiation: bool
    minutes: dict[str, int]
    players: dict[Seat, list[str]]
    idle: list[str]
    units: dict[str, list[str]]
    centres: dict[str, list[str]]
    free_centres: list[str]
    dislodged: dict[str, dict[str, list[str]]]
    closed: list[str]
    disorder: list[Seat]
    conceded: list[Seat]
    answer: str | None
    standing: dict[str, Standing]


def build_view(
    europe: DiplomacyContext, seat: Seat | None, common: dict[str, Any]
) -> DiplomacyView:
    """Build the view of a seat or a spectator."""
    state, board = europe.state, europe.board
    players = {each: list(europe.powers_of(each)) for each in europe.seats}
    seats = {power: each for each, powers in players.items() for power in powers}
    owned = {centre for centres in state.centres.values() for centre in centres}
    names, closed = board.provinces, europe.closed
    question, frame = current_question(state), state.top
    talking = (
        question is not None and frame is not None and not question.chat_restriction(europe, frame)
    )
    return DiplomacyView(
        **common,
        year=state.year,
        season=state.season,
        phase=OVER if question is None else question.kind,
        negotiation=talking,
        minutes=minutes(europe, talking=talking) if question is not None else {},
        players=players,
        idle=[power for power in state.units if power not in seats],
        units=state.units,
        centres=state.centres,
        free_centres=[name for name in board.centre_names if name not in owned],
        dislodged=state.dislodged,
        closed=[name for p, name in enumerate(names) if closed >> p & 1] if closed else [],
        disorder=state.disorder,
        conceded=state.conceded,
        answer=state.sealed.get(seat) if seat is not None else None,
        standing={
            power: standing(europe, power, seats.get(power), question, common["to_move"])
            for power in state.units
        },
    )


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
