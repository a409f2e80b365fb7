"""What each seat sees: everything but the sealed answers of the others."""

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
    """The table. `negotiation`: whether players may talk now (X.1).

    `minutes` are the time limits that a table may keep: for talking, if there is any, and writing.
    `answer` is what the seat itself has handed in and may still take back. `standing` says of each
    power whether its orders are being written or are handed in, or why it writes none.
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
    """The view of a seat or of a spectator."""
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
    """Where a power is with its orders; that they are handed in is known, what they say is not."""
    state = europe.state
    if seat is None:
        return "idle"
    if seat in state.conceded:
        return "conceded"
    if not state.units[power] and not state.centres[power]:
        return "eliminated"
    asked = question is not None and question.is_about(europe, seat, power)
    if seat in waiting:
        return "writing" if asked else ""
    if seat in state.disorder:
        return "disorder"
    return "written" if asked else ""


def minutes(europe: DiplomacyContext, *, talking: bool) -> dict[str, int]:
    """X.1: no talk during retreats and adjustments, and never much time to write."""
    game = europe.board.tables.game
    writing = {"writing": game.writing_minutes}
    return {"negotiation": game.negotiation_minutes, **writing} if talking else writing
