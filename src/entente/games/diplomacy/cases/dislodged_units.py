"""The dislodged units of a case and their possible retreats (VII)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from entente.games.diplomacy.board import Board, Unit
from entente.games.diplomacy.cases.fields import (
    DISLODGED,
    EXAMPLES,
    Table,
    case_error,
    power_named,
    read_power,
    read_texts,
)
from entente.games.diplomacy.cases.strict_listing import listed_unit
from entente.games.diplomacy.notation.tolerant_reader import read_retreat
from entente.games.diplomacy.rules.orders import write_unit
from entente.games.diplomacy.rules.retreats import entered
from entente.kernel import Refusal

STAR = "*"  # marks a dislodged unit listed among the others


def read_dislodged(board: Board, listed: object) -> list[tuple[str, str, object]]:
    """Return the rows under `dislodged`: the power (or none), the unit, its places."""
    if listed is None:
        return []
    if not isinstance(listed, dict):
        raise case_error("case.table", field=DISLODGED, example=EXAMPLES[DISLODGED])
    rows: list[tuple[str, str, object]] = []
    for name, value in listed.items():
        if isinstance(value, dict):
            power = read_power(board, DISLODGED, name)
            rows += [(power, text, places) for text, places in value.items()]
            continue
        power_alone = power_named(board, name)
        if power_alone is None:
            rows.append(("", name, value))
        elif value is not None:
            raise case_error("case.by_unit", power=power_alone, example=EXAMPLES[DISLODGED])
    return rows


class DislodgedReader:
    """Reads the dislodged units of a retreat phase.

    `starred` are the units marked with a star. A case does not name attackers' origins or
    standoffs, so its places are accepted as far as the board allows.
    """

    def __init__(
        self, board: Board, units: Sequence[Unit], starred: Sequence[Unit], orders: Table
    ) -> None:
        self.board = board
        self.units = units
        self.starred = starred
        self.orders = orders

    def read(self, listed: object) -> dict[Unit, tuple[int, ...]]:
        """Return the possible retreats of each unit."""
        listed_units = dict(self._rows(listed))
        for unit in self.starred:
            if unit not in listed_units:
                name, power = write_unit(self.board, unit), self._power(unit)
                raise case_error("case.star_alone", power=power, unit=name)
        # a unit also listed among the others, without a star, is the same unit
        standing = [unit for unit in self.units if unit not in listed_units or unit in self.starred]
        taken = self._taken(standing, listed_units)
        return {unit: tuple(self._places(unit, listed_units[unit], taken)) for unit in listed_units}

    def _rows(self, listed: object) -> Iterator[tuple[Unit, list[str]]]:
        """Yield the units and their places, as written."""
        seen: dict[int, Unit] = {}
        for power, text, places in read_dislodged(self.board, listed):
            wanted = read_texts(DISLODGED, text, places)
            unit = self._named(power, text) if power else self._owned(text)
            other = seen.setdefault(self.board.province_of[unit.location], unit)
            if other is not unit:
                key = "case.driven_again" if other == unit else "case.driven_twice"
                name = f"{self._power(other)}, {write_unit(self.board, other)}"
                raise case_error(key, text=text, other=name)
            yield unit, wanted

    def _named(self, power: str, text: str) -> Unit:
        """Return a unit under its power."""
        return listed_unit(self.board, power, text.removeprefix(STAR), f"{DISLODGED}, {power}")

    def _owned(self, text: str) -> Unit:
        """Return a unit without a power: its owner follows from a starred unit or an order."""
        board, bare = self.board, text.removeprefix(STAR)
        each = [listed_unit(board, power, bare, DISLODGED) for power in board.power]
        owned = [unit for unit in each if unit in self.starred]
        owned = owned or [unit for unit in each if self._ordered(unit)]
        if len(owned) != 1:
            raise case_error("case.whose", text=text)
        return owned[0]

    def _ordered(self, unit: Unit) -> bool:
        anywhere = {unit: tuple(range(len(self.board.locations)))}
        return any(
            not isinstance(read_retreat(self.board, anywhere, unit.power, text), Refusal)
            for text in self.orders.get(self._power(unit), ())
        )

    def _taken(self, standing: Sequence[Unit], driven: Iterable[Unit]) -> dict[int, str]:
        """Return the units by province; the attacker replaces a dislodged unit."""
        board = self.board
        taken = {board.province_of[unit.location]: write_unit(board, unit) for unit in standing}
        for unit in driven:
            province = board.province_of[unit.location]
            victor = next((u for u in standing if board.province_of[u.location] == province), None)
            if victor is not None and victor.power == unit.power:
                name = write_unit(board, unit)
                raise case_error("case.own_victor", power=self._power(unit), unit=name)
            taken.setdefault(province, board.provinces[province])
        return taken

    def _places(self, unit: Unit, texts: list[str], taken: Mapping[int, str]) -> Iterator[int]:
        """VII: an adjacent, empty place that the unit can enter."""
        board = self.board
        names = {"power": self._power(unit), "unit": write_unit(board, unit)}
        ends = board.fleet[unit.location] if unit.fleet else board.beside(unit)
        places = set()
        for text in texts:
            goal = board.location.get(text.strip().upper())
            if goal is None:
                raise case_error("case.place", text=text, **names)
            place = entered(board, ends, goal)
            if place is None:
                reach = [board.locations[end] for end in ends]
                raise case_error("case.no_way", text=text, places=reach, **names)
            province = board.province_of[place]
            if province in taken:
                raise case_error("case.no_retreat", text=text, other=taken[province], **names)
            if place not in places:
                places.add(place)
                yield place

    def _power(self, unit: Unit) -> str:
        return self.board.powers[unit.power].id
