"""Statistics of a finished game: centres by year, and the results of orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.recap import (
    ADJUSTMENTS,
    GAINED,
    GONE,
    PUSHED,
    RESULT,
    WORKING,
    split_order,
)
from entente.games.diplomacy.rules.results import CONVOYS, STANDS
from entente.games.diplomacy.state import DiplomacyState
from entente.kernel import Message, Seat, say
from entente.kernel.statistics import GameStatistics, Statistic, Transition

LOST = (*GONE, "log.disbands", "log.retreat_clash")
BUILT = "log.builds"
DISLODGED = f"{RESULT}dislodged"  # if the order was also cut, this is a separate line


class DiplomacyStatistics(GameStatistics[DiplomacyState]):
    """Supply centres decide the game (I), and are counted by year."""

    measures = ("centres", "units")
    deeds = (
        "orders",
        "failed",
        "supports",
        "supports_others",
        "convoys",
        "dislodged",
        "driven_out",
        "lost",
        "taken",
        "built",
        "removed",
    )
    causes = (GAINED,)

    def __init__(self, board: Board) -> None:
        self.board = board

    def figures(self, state: DiplomacyState) -> Mapping[str, Mapping[str, int]]:
        return {
            "centres": {power: len(held) for power, held in state.centres.items()},
            "units": {power: len(there) for power, there in state.units.items()},
        }

    def standing(self, state: DiplomacyState) -> Mapping[Seat, int]:
        """X.2: a player of several powers has the centres of all of them."""
        europe = DiplomacyContext(self.board, state)
        return {
            seat: sum(len(state.centres[power]) for power in europe.powers_of(seat))
            for seat in europe.seats
        }

    def period(self, state: DiplomacyState) -> Message:
        return say("measure.year", year=state.year)

    def done(self, transition: Transition[DiplomacyState]) -> Iterator[Statistic]:
        if not transition.messages:
            return
        seats = self._seats(transition.before)
        owners = owners_of(transition.before)
        for message in transition.messages:
            for power, kind, count in statistics_of_line(message, owners):
                if power in seats:
                    yield Statistic(seats[power], kind, count)
        for giver, _ in self.helped(transition):
            yield Statistic(giver, "supports_others")

    def helped(self, transition: Transition[DiplomacyState]) -> Iterator[tuple[Seat, Seat]]:
        """Yield who supported the unit of another player, and whose."""
        if not transition.messages:
            return
        seats = self._seats(transition.before)
        owners = owners_of(transition.before)
        for message in transition.messages:
            helped = helped_by(message, owners)
            if helped is not None:
                giver, receiver = (seats.get(power, "") for power in helped)
                if giver and giver != receiver:
                    yield giver, receiver

    def _seats(self, state: DiplomacyState) -> dict[str, Seat]:
        """Return the seat of each power."""
        europe = DiplomacyContext(self.board, state)
        return {power: seat for seat in europe.seats for power in europe.powers_of(seat)}


def owners_of(state: DiplomacyState) -> dict[str, str]:
    """Return the power of each unit; `F STP/SC` is also called `F STP`."""
    names = ((unit, power) for power, units in state.units.items() for unit in units)
    return {name: power for unit, power in names for name in (unit, unit.partition("/")[0])}


def statistics_of_line(
    message: Message, owners: Mapping[str, str]
) -> Iterator[tuple[str, str, int]]:
    """Yield the statistics of a log line: power, statistic and count."""
    key, args = message.key, message.args
    power = str(args.get("power", ""))
    if key.startswith(RESULT):
        yield power, "orders", 1
        if args["outcome"] not in WORKING:
            yield power, "failed", 1
        elif args["outcome"] == STANDS:
            yield power, "supports", 1
        elif args["outcome"] == CONVOYS:
            yield power, "convoys", 1
        if key == DISLODGED:
            yield power, "driven_out", 1
            yield owners.get(str(args["unit"]), ""), "dislodged", 1
    elif key == PUSHED:
        yield power, "driven_out", 1
        yield owners.get(str(args["by"]), ""), "dislodged", 1
    elif key in LOST:
        yield power, "lost", 1
    elif key in ADJUSTMENTS:
        yield power, "built" if key == BUILT else "removed", 1
    elif key == GAINED:
        provinces = args["provinces"]
        assert isinstance(provinces, list)
        yield power, "taken", len(provinces)


def helped_by(message: Message, owners: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the powers that gave and received support with an order; None if there was none."""
    if not message.key.startswith(RESULT) or message.args["outcome"] != STANDS:
        return None
    _, _, helped, _, _ = split_order(str(message.args["order"]))
    receiver = owners.get(helped) or owners.get(helped.partition("/")[0])
    return (str(message.args["power"]), receiver) if receiver else None
