"""Statistics of a finished game: points, income, areas, tension, and deeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from entente.games.pax.board import (
    AUSTRIA_HUNGARY,
    CHINA,
    GERMANY,
    OTTOMAN_EMPIRE,
    Board,
    Power,
)
from entente.games.pax.context import PaxContext
from entente.games.pax.scoring import final_lines
from entente.games.pax.state import PaxState
from entente.kernel import Message, Seat, say
from entente.kernel.statistics import PIPS, GameStatistics, Roll, Statistic, Transition

# Log lines that count for the power they name.
OF_THE_POWER = {
    "log.placed": "placed",
    "log.raised": "raised",
    "log.bought": "bought",
    "log.declared": "wars",
    "log.conquered": "conquests",
    "log.breach": "breaches",
    "log.denounced": "breaches",
    "log.established": "established",
}
# Log lines that count for the seat they name.
OF_THE_SEAT = {"log.congress": "congresses", "log.offered": "offers"}
# Counted over many games, not per seat.
OF_NO_SEAT = {
    "log.declared": "declarations",
    "log.rebellion_begins": "rebellions",
    "log.rebellion_alone": "rebellions",
    "log.ottoman_war": "ottoman_wars",
    "log.congress": "congresses",
}
MEAN, VARIANCE = 3.5, 35 / 12  # of a die


class PaxStatistics(GameStatistics[PaxState]):
    """Victory points decide the game (13)."""

    measures = ("points", "worth", "income", "areas", "tension")
    deeds = (
        "placed",
        "raised",
        "established",
        "bought",
        "offers",
        "treaties",
        "breaches",
        "congresses",
        "wars",
        "battles",
        "conquests",
        "blame",
    )
    happenings = ("declarations", "wars", "rebellions", "ottoman_wars", "congresses", "guilty")
    luck = PIPS
    causes = ("log.points", "log.final", "log.great_war", "log.great_war_guilty", "log.canal")

    def __init__(self, board: Board) -> None:
        self.board = board

    def figures(self, state: PaxState) -> Mapping[str, Mapping[str, int]]:
        return {
            "points": self.standing(state),
            "worth": self._worth(state),
            "income": self._income(state),
            "areas": self._areas(state),
            "tension": {"": state.tension},
        }

    def standing(self, state: PaxState) -> Mapping[Seat, int]:
        return state.totals or state.points

    def period(self, state: PaxState) -> Message:
        return say("table.year", year=self.board.year(max(1, state.turn)))

    def _worth(self, state: PaxState) -> Mapping[Seat, int]:
        """Return the final record, or what it would be now: most points come with it (13.5)."""
        if state.totals:
            return state.totals
        world = PaxContext(self.board, state)
        return {seat: final_lines(world, seat, 0)["l31"] for seat in state.points}

    def _income(self, state: PaxState) -> dict[Seat, int]:
        """Line 15 of the last sheet, of Germany with Austria-Hungary's."""
        income: dict[Seat, int] = dict.fromkeys(state.points, 0)
        for power, sheets in state.sheets.items():
            seat = seat_of(state, power)
            if seat is not None and sheets:
                income[seat] += sheets[-1].lines.get("l15", 0)
        return income

    def _areas(self, state: PaxState) -> dict[Seat, int]:
        """Areas with established control."""
        counts: dict[Seat, int] = dict.fromkeys(state.points, 0)
        for there in state.markers.values():
            for power, marker in there.items():
                seat = seat_of(state, power)
                if seat is not None and marker.holds:
                    counts[seat] += 1
        return counts

    # -- moves

    def done(self, transition: Transition[PaxState]) -> Iterator[Statistic]:
        for message in transition.messages:
            yield from self._from_message(transition.after, message)

    def _from_message(self, state: PaxState, message: Message) -> Iterator[Statistic]:
        key, args = message.key, message.args
        if key in OF_THE_POWER:
            seat = seat_of(state, str(args["power"]))
            if seat is not None:
                yield Statistic(seat, OF_THE_POWER[key])
        elif key in OF_THE_SEAT:
            yield Statistic(str(args["seat"]), OF_THE_SEAT[key])
        elif key == "log.tension_by":
            yield Statistic(str(args["seat"]), "blame", _number(args["amount"]))
        elif key == "log.treaty":
            yield from (Statistic(seat, "treaties") for seat in _seats(state, args["parties"]))
        elif key == "log.battle":
            yield from (Statistic(seat, "battles") for seat in _seats(state, args["powers"]))

    def happened(self, message: Message) -> Iterator[Statistic]:
        """Count declarations, wars, rebellions and congresses, and name who caused the Great
        War."""
        key, args = message.key, message.args
        if key in OF_NO_SEAT:
            yield Statistic("", OF_NO_SEAT[key])
        elif key == "log.war_round" and args["round"] == 1:
            powers = args["powers"]
            assert isinstance(powers, list)
            if CHINA not in powers and OTTOMAN_EMPIRE not in powers:
                yield Statistic("", "wars")
        elif key == "log.great_war_guilty":
            seats = args["seats"]
            assert isinstance(seats, list)
            yield from (Statistic(str(seat), "guilty") for seat in seats)

    def rolled(self, transition: Transition[PaxState]) -> Iterator[Roll]:
        """Yield the dice of the colonial office and those with which one attacks: high is good."""
        for message in transition.messages:
            key, args = message.key, message.args
            if key == "log.treasury":
                powers: object = [str(args["power"])]
            elif key in ("log.combat", "log.battle"):
                powers = args["powers"]
            else:
                continue
            for seat in _seats(transition.after, powers):
                yield Roll(seat, 1, _number(args["die"]), MEAN, VARIANCE)


def seat_of(state: PaxState, power: Power) -> Seat | None:
    """Return the seat that decides for a power; None: none does."""
    seat = GERMANY if power == AUSTRIA_HUNGARY else power
    return seat if seat in state.points else None


def _seats(state: PaxState, powers: object) -> list[Seat]:
    """Return the seats of some powers, each once."""
    assert isinstance(powers, list)
    seats = (seat_of(state, str(power)) for power in powers)
    return list(dict.fromkeys(seat for seat in seats if seat is not None))


def _number(value: object) -> int:
    assert isinstance(value, (str, int))
    return int(value)
